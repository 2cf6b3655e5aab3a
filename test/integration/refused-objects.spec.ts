import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPortal, type TestPortal } from '../support/portal.js';
import type { Person } from '../support/person.js';

let portal: TestPortal;
let provider: Person;
let northOrg: string;

interface Denial {
  actor_id: string;
  org_id: string;
  target_type: string;
  target_id: string;
  route: string;
}

beforeAll(async () => {
  portal = await startPortal('demo');
  provider = await portal.signIn('provider@demo.test');
  const [org] = await portal.database.asSuperuser<{ id: string }>(
    `SELECT id FROM organisations WHERE name = 'North Clinic'`,
  );
  northOrg = org!.id;
});
afterAll(() => portal.close());

const northern = async (table: string): Promise<string> => {
  const [row] = await portal.database.asSuperuser<{ id: string }>(
    `SELECT id FROM ${table} WHERE org_id = $1 LIMIT 1`,
    [northOrg],
  );
  return row!.id;
};

const denials = (targets: readonly string[]): Promise<Denial[]> =>
  portal.database.asSuperuser<Denial>(
    `SELECT actor_id, org_id, target_type, target_id, detail->>'route' AS route FROM audit_events
      WHERE action = 'access.deny' AND outcome = 'denied' AND target_id = ANY($1) ORDER BY seq`,
    [targets],
  );

/** They are recorded after the response. */
async function written(targets: readonly string[], count: number): Promise<Denial[]> {
  for (let waited = 0; waited < 5000; waited += 50) {
    const rows = await denials(targets);
    if (rows.length >= count) return rows;
    await sleep(50);
  }
  return denials(targets);
}

describe('requesting someone else’s object', () => {
  it.each([
    ['case', 'cases', 'GET', (id: string) => `/api/trt/cases/${id}/detail`],
    ['patient', 'patients', 'GET', (id: string) => `/api/provider/patients/${id}`],
    ['document', 'documents', 'GET', (id: string) => `/files/documents/${id}.pdf`],
    ['message_thread', 'message_threads', 'POST', (id: string) => `/api/provider/messages/${id}`],
  ])(
    'is not found, and a %s of another clinic is recorded for that clinic',
    async (kind, table, method, path) => {
      const id = await northern(table);
      const answer = await provider.request(method, path(id), method === 'POST' ? { body: 'x' } : undefined);
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
      const denied = await written([id], 1);
      expect(denied).toMatchObject([
        { actor_id: provider.me!.user.id, org_id: northOrg, target_type: kind, target_id: id },
      ]);
      expect(denied[0]!.route).toBe(`${method} ${path(':id')}`);
    },
  );

  it('is recorded whatever it is: the tables themselves say what belongs to a patient', async () => {
    const north = await portal.signIn('northpatient@demo.test');
    const check = { location_state: 'NY', changes: {}, side_effects: [] };
    expect((await north.post('/api/safety-checks', check)).status).toBe(201);
    const told = { symptoms: { lack_of_energy: { present: false } }, phq2: [0, 0] };
    expect((await north.post('/api/progress/check-in', told)).status).toBe(201);
    const asking = await portal.signIn('multi@demo.test');
    const kinds = [
      ['safety_check', 'safety_checks'],
      ['check_in', 'check_ins'],
      ['rule_evaluation', 'rule_evaluations'],
    ] as const;
    for (const [kind, table] of kinds) {
      const id = await northern(table);
      expect((await asking.get(`/api/trt/cases/${id}/detail`)).status).toBe(404);
      expect(await written([id], 1)).toMatchObject([{ org_id: northOrg, target_type: kind, target_id: id }]);
    }
  });

  it('records each foreign one in a list, and none of your own', async () => {
    const foreign = await northern('prescriptions');
    const own = (await provider.get('/api/trt/prescriptions/all')).body.prescriptions[0].id as string;
    const asked = await portal.signIn('multi@demo.test');
    const answer = await asked.post('/api/trt/prescriptions/approve', { ids: [own, foreign] });
    expect(answer.status).toBe(404);
    expect((await written([own, foreign], 1)).map((row) => row.target_id)).toEqual([foreign]);
  });

  it('is recorded for a patient who requests another patient’s document, even in the same clinic', async () => {
    const [patient, other] = [
      await portal.signIn('review@demo.test'),
      await portal.signIn('patient@demo.test'),
    ];
    const { documents } = (await other.get('/api/patient/profile')).body;
    const { id } = documents[0] as { id: string };
    expect((await patient.get(`/files/documents/${id}.pdf`)).status).toBe(404);
    expect(await written([id], 1)).toMatchObject([
      { target_type: 'document', actor_id: patient.me!.user.id },
    ]);
  });

  it('leaves no row if there is no such object', async () => {
    const absent = randomUUID();
    const someone = await portal.signIn('orgadmin@demo.test');
    const foreign = await northern('plans');
    expect((await someone.get(`/api/trt/cases/${absent}/detail`)).status).toBe(404);
    expect((await someone.post('/api/trt/provider/plans/flag', { plan_id: foreign })).status).toBe(404);
    // They are processed in order: when the second one is there, the first would be.
    expect(await written([absent, foreign], 1)).toMatchObject([{ target_id: foreign }]);
  });

  it('is visible to the clinic that owns it, not to the one that asked', async () => {
    const id = await northern('cases');
    await written([id], 1);
    const seen = async (email: string): Promise<number> => {
      const admin = await portal.signIn(email);
      return (await admin.list('/api/admin/audit', { filter: { target_id: id, action: 'access.deny' } })).body
        .total as number;
    };
    expect(await seen('orgadmin@demo.test')).toBe(0);
    expect(await seen('admin@demo.test')).toBe(1);
  });

  it('is recorded however its address is written', async () => {
    const id = await northern('cases');
    const [before, answer] = [
      (await denials([id])).length,
      await provider.get(`/%61pi/trt/c%61ses/${id}/detail`, { accept: 'text/html' }),
    ];
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    expect(await written([id], before + 1)).toHaveLength(before + 1);
  });

  it('adds at most ten audit rows a minute, however many are tried', async () => {
    const scanner = await portal.signIn('patient@demo.test');
    const id = await northern('documents');
    for (let i = 0; i < 15; i++) expect((await scanner.get(`/files/documents/${id}.pdf`)).status).toBe(404);
    const mine = (rows: Denial[]) => rows.filter((row) => row.actor_id === scanner.me!.user.id);
    await written([id], 11);
    expect(mine(await denials([id]))).toHaveLength(10);
  });
});
