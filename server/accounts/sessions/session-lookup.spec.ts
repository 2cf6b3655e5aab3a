import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { ChecksDb } from '../../database/db.js';
import { sha256 } from '../../platform/crypto/field-cipher.js';
import { SessionLookup } from './session-lookup.js';
import type { SessionRow } from './session-row.js';

const hashOf = (person: number): Buffer => sha256(`token ${person}`);
const isKnown = (person: number): boolean => person % 7 !== 3;
const expiry = (ms: number): Date => new Date(ms);

/** Answers as PostgreSQL may: in any order, a row for each known hash and no other. */
function lookup(): { sessions: SessionLookup; statements: string[] } {
  const people = new Map(
    Array.from({ length: 60 }, (_, i) => [hashOf(i).toString('hex'), `person ${i}`] as const),
  );
  const statements: string[] = [];
  const rows = async ({ name }: { name: string }, [keys]: [(Buffer | string)[]]): Promise<unknown[]> => {
    statements.push(name);
    await sleep(Math.random() * 4);
    if (name === 'sessions-touch') return keys.map((id) => ({ id, expires_at: expiry(2) })).slice(1);
    return (keys as Buffer[])
      .map((hash) => ({ token_hash: hash, id: people.get(hash.toString('hex')) }))
      .filter(({ id }) => isKnown(Number(id?.split(' ')[1])))
      .toSorted(() => Math.random() - 0.5);
  };
  return { sessions: new SessionLookup({ rows } as unknown as ChecksDb), statements };
}

describe('sessions that are looked up together', () => {
  it('give each of a thousand interleaved requests its own user, or none', async () => {
    const { sessions, statements } = lookup();
    const asked = Array.from({ length: 1000 }, (_, i) => i % 60);
    const found = await Promise.all(
      asked.map(async (person) => {
        await sleep(Math.random() * 50);
        return (await sessions.find(hashOf(person)))?.id ?? null;
      }),
    );
    expect(found).toEqual(asked.map((person) => (isKnown(person) ? `person ${person}` : null)));
    expect(statements.length).toBeLessThan(300);
  });

  it('keep the end they have where their use could not be written down now', async () => {
    const { sessions, statements } = lookup();
    const touched = await Promise.all(
      ['first', 'second', 'third'].map((id) =>
        sessions.touch({ id, expires_at: expiry(1) } as SessionRow, 15),
      ),
    );
    expect(touched).toEqual([expiry(1), expiry(2), expiry(2)]);
    expect(statements).toEqual(['sessions-touch']);
  });
});
