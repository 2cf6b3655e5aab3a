import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditChain } from '../../server/audit/audit-chain.js';
import { Audit } from '../../server/audit/audit.service.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Together as many calls as a portal answers at once. */
const AT_ONCE = 3;
const ROUNDS = 4;
const LISTS: [string, object][] = [
  ['/api/trt/cases', {}],
  ['/api/trt/cases', { filter: { status: 'open' } }],
  ['/api/trt/cases', { sort: ['patient_name', 'ASC'], range: [0, 2] }],
  ['/api/trt/prescriptions/all', {}],
  ['/api/labs', { filter: { unreviewed: true } }],
  ['/api/provider/messages', {}],
  ['/api/provider/patients', { filter: { q: 'a' } }],
];

let portal: TestPortal;
let people: Person[];
beforeAll(async () => {
  portal = await startPortal('demo');
  people = await Promise.all(
    ['provider@demo.test', 'north@demo.test', 'admin@demo.test'].map((email) => portal.signIn(email)),
  );
});
afterAll(() => portal.close());

type Body = Record<string, unknown>;
const withoutTime = ({ as_of: _, ...rest }: Body): Body => rest;

const byRequest = <T extends { request_id: string }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => a.request_id.localeCompare(b.request_id));

describe('lists that many ask for at the same moment', () => {
  it('answer each person as if no one else were asking, and leave an audit row for each answer', async () => {
    const calls = people.flatMap((person) => LISTS.map(([path, query]) => ({ person, path, query })));
    const alone: Body[] = [];
    for (const { person, path, query } of calls) alone.push((await person.list(path, query)).body as Body);

    const crowd = Array.from({ length: AT_ONCE }, () => calls).flat();
    const together = [];
    for (let round = 0; round < ROUNDS; round++)
      together.push(...(await Promise.all(crowd.map(({ person, path, query }) => person.list(path, query)))));
    for (const [i, response] of together.entries()) {
      const { person, path } = calls[i % calls.length]!;
      expect([person.email, path, response.status]).toEqual([person.email, path, 200]);
      expect(withoutTime(response.body as Body)).toEqual(withoutTime(alone[i % calls.length]!));
    }

    const wanted = together.map((response, i) => ({
      request_id: response.headers['x-request-id'] as string,
      actor_id: calls[i % calls.length]!.person.me!.user.id,
    }));
    const rows = await portal.database.asSuperuser<{ request_id: string; actor_id: string; ids: string[] }>(
      `SELECT request_id, actor_id, COALESCE(patient_ids::text[], '{}') AS ids FROM audit_events WHERE request_id = ANY($1)`,
      [wanted.map((row) => row.request_id)],
    );
    expect(byRequest(rows.map(({ ids: _, ...row }) => row))).toEqual(byRequest(wanted));
    const patients = new Map(rows.map((row) => [row.request_id, row.ids]));
    for (const response of together) {
      const items = Object.values(response.body as Body).find(Array.isArray) as Body[];
      const named = new Set(items.map((item) => String(item['patient_id'] ?? item['id'])));
      expect(patients.get(response.headers['x-request-id'] as string)).toEqual([...named].toSorted());
    }
  });

  it('refuse a session that was ended before the request, however many are looked up with it', async () => {
    const leaving = await portal.signIn('provider@demo.test');
    const before = await Promise.all(people.map((person) => person.get('/auth/me')));
    expect(before.map((response) => response.status)).toEqual([200, 200, 200]);
    expect((await leaving.twin().post('/auth/logout')).status).toBe(204);
    const callers = Array.from({ length: 10 }, () => [...people, leaving]).flat();
    const statuses = await Promise.all(
      callers.map(async (person) => (await person.get('/api/trt/cases')).status),
    );
    expect(statuses).toEqual(callers.map((person) => (person === leaving ? 401 : 200)));
  });

  it('keep the audit row of each but the one whose values cannot be stored', async () => {
    const audit = portal.app.get(Audit);
    const results = await Promise.allSettled(
      ['first', 'not text \u0000', 'third'].map((word, i) =>
        audit.record(null, { action: 'test.gather', requestId: `gathered ${i}`, detail: { word } }),
      ),
    );
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const rows = await portal.database.asSuperuser<{ request_id: string; word: string }>(
      `SELECT request_id, detail->>'word' AS word FROM audit_events WHERE action = 'test.gather' ORDER BY request_id`,
    );
    expect(rows).toEqual([
      { request_id: 'gathered 0', word: 'first' },
      { request_id: 'gathered 2', word: 'third' },
    ]);
    expect(await portal.app.get(AuditChain).verify()).toMatchObject({ ok: true });
  });
});
