import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { DatabaseProxy } from '../support/database-proxy.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const ROUNDS = 100;

describe('connections that a pooler gives to others after each transaction', () => {
  let portal: TestPortal;
  let people: Person[];

  beforeAll(async () => {
    portal = await startPortal('demo', {}, { borrowed: true });
    people = await Promise.all(
      ['provider@demo.test', 'north@demo.test', 'patient@demo.test'].map((email) => portal.signIn(email)),
    );
  });
  afterAll(() => portal.close());

  /** What the next user of each connection of the pool would find on it. */
  async function leftOn(): Promise<Record<string, string | null>[]> {
    const { master } = portal.app.get(DataSource).driver as unknown as {
      master: { connect(): Promise<PoolClient>; totalCount: number };
    };
    const clients = await Promise.all(Array.from({ length: master.totalCount }, () => master.connect()));
    try {
      const told = `SELECT nullif(current_setting('trt.org', true), '') AS org, nullif(current_setting('trt.patient', true), '') AS patient,
          nullif(current_setting('trt.user', true), '') AS user, current_setting('statement_timeout') AS bound`;
      return await Promise.all(
        clients.map(async (client) => (await client.query<Record<string, string | null>>(told)).rows[0]!),
      );
    } finally {
      for (const client of clients) client.release();
    }
  }

  it('show each person their own organization, however they are interleaved', async () => {
    const [provider, north] = people as [Person, Person];
    const listed = async (person: Person): Promise<string> =>
      ((await person.get('/api/trt/cases')).body.items as { id: string }[])
        .map(({ id }) => id)
        .toSorted()
        .join();
    const own = [await listed(provider), await listed(north)];
    expect(own[0]).not.toBe(own[1]);
    const seen = await Promise.all(
      Array.from(
        { length: ROUNDS },
        async (_, i) => (await listed([provider, north][i % 2]!)) === own[i % 2],
      ),
    );
    expect(seen.every(Boolean)).toBe(true);
  });

  it('write with the time limits of the portal, and keep nothing that one was told', async () => {
    const [provider, north, patient] = people as [Person, Person, Person];
    const written = await patient.post('/api/messages', { subject: 'Borrowed', body: 'Over a pooler.' });
    expect(written.status).toBe(201);
    for (const person of [provider, north])
      expect((await person.get('/api/provider/messages')).status).toBe(200);
    const { service_status } = (await (await portal.signIn('admin@demo.test')).get('/api/admin/overview'))
      .body;
    expect(service_status.database).toMatchObject({ status: 'ok' });
    const left = await leftOn();
    expect(left.length).toBeGreaterThan(0);
    for (const one of left) expect(one).toEqual({ org: null, patient: null, user: null, bound: '0' });
  });

  it('give back a connection whose transaction failed without what it was told', async () => {
    const [, , patient] = people as [Person, Person, Person];
    const refused = await patient.post('/api/trt/intake', { version: 999, data: { full_name: 'X' } });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    for (const one of await leftOn()) expect(one).toMatchObject({ org: null, patient: null });
  });
});

describe('a pooler that no one named', () => {
  it('stops the start, naming DATABASE_DIRECT_URL', async () => {
    let wire: DatabaseProxy | undefined;
    const through = async (url: string): Promise<string> => {
      wire = await DatabaseProxy.to(url);
      wire.disguise();
      return wire.url;
    };
    await expect(startPortal('empty', {}, { through })).rejects.toThrow(/DATABASE_DIRECT_URL/);
    await wire!.close();
  });
});
