import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AccessLogResponse } from '../../common/api/patient.js';
import { DEMO_PASSWORD } from '../../server/demo/demo-people.js';
import { startOutagePortal, type OutagePortal } from '../support/outage.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';
import { measured } from './measured.js';

jest.setTimeout(90_000);

let outage: OutagePortal;
let portal: TestPortal;
let log: string;

beforeAll(async () => {
  outage = await startOutagePortal();
  ({ portal } = outage);
  log = join(outage.folder, 'revocations');
});
afterAll(() => outage.close());
beforeEach(() => outage.mend(8000));

const statusOf = async (person: Person, path = '/api/trt/dashboard') => (await person.get(path)).status;

describe('a user who has only just signed in when the outage begins', () => {
  it('is known, however the session started', async () => {
    const fresh = await portal.anonymous().signIn('provider@demo.test', DEMO_PASSWORD);
    const changed = await portal.signUp();
    const former = changed.twin();
    const answer = await changed.post('/auth/reauth', { password: GOOD_PASSWORD });
    expect(answer.status).toBe(204);
    await outage.cut();
    const me = await fresh.get('/auth/me');
    expect([me.status, me.body.user?.email]).toEqual([200, 'provider@demo.test']);
    expect([await statusOf(changed, '/auth/me'), await statusOf(former, '/auth/me')]).toEqual([200, 401]);
    await outage.mend(8000);
  });
});

describe('a cached answer', () => {
  it('is in the audit with its patient, the role it was read in and the time it was read', async () => {
    const provider = await portal.signIn('provider@demo.test');
    const patient = await portal.signIn('patient@demo.test');
    const [record] = await portal.database.asSuperuser<{ id: string; case_id: string }>(
      `SELECT p.id, c.id AS case_id FROM patients p JOIN cases c ON c.patient_id = p.id WHERE p.user_id = $1`,
      [patient.me!.user.id],
    );
    const { id, case_id } = record!;
    // A clinician who is also a patient, currently working as a clinician.
    const both = await portal.signUp();
    await portal.database.asSuperuser(`UPDATE users SET roles = '{provider,patient}' WHERE id = $1`, [
      both.me!.user.id,
    ]);
    await portal.database.asSuperuser(`UPDATE sessions SET active_role = 'provider' WHERE user_id = $1`, [
      both.me!.user.id,
    ]);
    const reads: [Person, string][] = [
      [provider, `/api/trt/cases/${case_id}/detail`],
      [provider, `/api/provider/patients/${id}`],
      [provider, `/api/trt/provider/patient-plans/${id}`],
      [provider, '/api/trt/cases'],
      [patient, '/api/patient/profile'],
      [both, '/api/trt/education'],
      [both, '/api/trt/dashboard'],
    ];
    for (const [who, path] of reads) expect([path, await statusOf(who, path)]).toEqual([path, 200]);
    await outage.cut();
    const from = Date.now();
    for (const [who, path] of reads) expect([path, await statusOf(who, path)]).toEqual([path, 200]);
    const to = Date.now();
    await outage.mend(8000);
    const rows = () =>
      portal.database.asSuperuser<{ patient_id: string | null; actor_role: string; at: Date; read: string }>(
        `SELECT patient_id, actor_role, at, detail->>'read' AS read FROM audit_events
          WHERE action = 'snapshot.read' AND at >= $1 ORDER BY seq`,
        [new Date(from)],
      );
    await until('the journal is replayed', async () => (await rows()).length === reads.length, 8000);
    const [own] = await portal.database.asSuperuser<{ id: string }>(
      'SELECT id FROM patients WHERE user_id = $1',
      [both.me!.user.id],
    );
    expect((await rows()).map((r) => [r.patient_id, r.actor_role, r.read])).toEqual([
      [id, 'provider', 'case.read'],
      [id, 'provider', 'patient.read'],
      [id, 'provider', 'plan.list'],
      [null, 'provider', 'case.search'],
      [id, 'patient', 'profile.read'],
      [own!.id, 'patient', null],
      [own!.id, 'patient', 'dashboard.read'],
    ]);
    const { entries } = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    const during = entries.filter((e) => Date.parse(e.at) >= from && Date.parse(e.at) <= to);
    expect(during.map((e) => e.action.split(',')[0])).toEqual([
      'Read your plans',
      'Opened your profile',
      'Opened your case',
    ]);
  });
});

describe('when the list of ended sessions', () => {
  const rows = () => readFileSync(log, 'utf8').split('\n');
  it.each<[string, () => void]>([
    ['is empty', () => writeFileSync(log, '')],
    ['is gone', () => rmSync(log)],
    ['is cut off before the last line', () => writeFileSync(log, [...rows().slice(0, -2), ''].join('\n'))],
    ['has a torn last line', () => appendFileSync(log, '{"kind":"session","id":"0')],
    ['has a changed line', () => writeFileSync(log, readFileSync(log, 'utf8').replace(/"at":\d/, '"at":9'))],
    ['is one of an earlier version', () => writeFileSync(log, '{"kind":"token","id":"00","at":9}\n')],
  ])('%s, no one can read until the database is back; then it works again', async (how, damage) => {
    const [person, leaver] = [await portal.signUp(), await portal.signUp()];
    for (const who of [person, leaver]) expect(await statusOf(who)).toBe(200);
    const kept = leaver.twin();
    expect((await leaver.post('/auth/logout')).status).toBe(204);
    await sleep(200);
    await portal.app.close();
    await outage.proxy.refuse();
    damage();
    await outage.again();
    expect(await Promise.all([statusOf(person), statusOf(kept), statusOf(kept, '/auth/me')])).toEqual([
      503, 503, 503,
    ]);
    await outage.mend(8000);
    expect([await statusOf(person), await statusOf(kept)]).toEqual([200, 401]);
    await sleep(200);
    await portal.app.close();
    await outage.proxy.refuse();
    await outage.again();
    expect([await statusOf(person), await statusOf(kept)]).toEqual([200, 401]);
    await outage.mend(8000);
    measured(`list of ended sessions that ${how} (R-06)`, '503 until the database is back', 'held');
  });
});
