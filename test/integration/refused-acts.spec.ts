import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Audit } from '../../server/audit/audit.service.js';
import { UnitOfWork } from '../../server/database/unit-of-work.js';
import { addLab, approvePlan, detail, inForce, planned } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const written = (target: string) =>
  portal.database.asSuperuser<{ action: string; outcome: string }>(
    'SELECT action, outcome FROM audit_events WHERE target_id = $1 ORDER BY seq',
    [target],
  );

it('keeps what was refused when the transaction around it keeps nothing, and writes it once', async () => {
  const [audit, uow] = [portal.app.get(Audit), portal.app.get(UnitOfWork)];
  for (const fails of [true, false]) {
    const id = randomUUID();
    const target = { type: 'session', id };
    const act = uow.run(async () => {
      await audit.record(null, { action: 'test.act', target });
      await audit.record(null, { action: 'test.refuse', target, outcome: 'denied' });
      if (fails) throw new Error('refused');
    });
    await act.catch((error: Error) => expect(error.message).toBe('refused'));
    const refusal = { action: 'test.refuse', outcome: 'denied' };
    expect(await written(id)).toEqual(
      fails ? [refusal] : [{ action: 'test.act', outcome: 'success' }, refusal],
    );
  }
});

it('records a failed proof of identity whatever key the call has, and never keeps its answer', async () => {
  const person = await portal.signUp();
  const failures = async () =>
    (
      await portal.database.asSuperuser(
        `SELECT 1 FROM audit_events WHERE actor_id = $1 AND action = 'session.reauth' AND outcome = 'failure'`,
        [person.me!.user.id],
      )
    ).length;
  const key = { 'idempotency-key': 'unseen' };
  expect((await person.post('/auth/reauth', { password: 'wrong password' }, key)).status).toBe(422);
  expect(await failures()).toBe(1);
  const change = { current_password: 'wrong password', password: 'a long enough new one 7' };
  expect((await person.post('/auth/change-password', change, key)).status).toBe(422);
  expect(await failures()).toBe(2);
  const kept = await portal.database.asSuperuser('SELECT 1 FROM idempotency_keys WHERE user_id = $1', [
    person.me!.user.id,
  ]);
  expect(kept).toEqual([]);
});

it('leaves a line of a read where a refusal names the rules that fire, alone, in bulk, and in a list of plans', async () => {
  const treated = await planned(portal);
  const lines = (patient: string) =>
    portal.database.asSuperuser<{ action: string; refused_as: string | null }>(
      `SELECT action, detail->>'refused_as' AS refused_as FROM audit_events
        WHERE (patient_id = $1 OR $1 = ANY(patient_ids)) AND actor_id = $2 ORDER BY seq`,
      [patient, treated.provider.me!.user.id],
    );
  const added = async (patient: string, ask: () => Promise<{ status: number }>) => {
    const before = (await lines(patient)).length;
    const { status } = await ask();
    return [status, ...(await lines(patient)).slice(before)];
  };
  await addLab(treated, 1, { hct_percent: 48.5 });
  const { pending_plan: plan } = await detail(treated);
  expect(await added(treated.patientId, () => approvePlan(treated, plan!, {}))).toEqual([
    422,
    { action: 'case.read', refused_as: 'validation_failed' },
  ]);
  const { provider } = treated;
  for (const dry_run of [true, false])
    expect(
      await added(treated.patientId, () =>
        provider.post('/api/trt/provider/plans/approve-unflagged', { dry_run, plan_ids: [plan!.plan_id] }),
      ),
    ).toEqual([200, { action: 'plan.preview', refused_as: null }]);

  const held = await inForce(portal);
  const at = `/api/trt/prescriptions/${held.order.id}`;
  const { version } = (await held.provider.get(at)).body as { version: number };
  await held.provider.post(`${at}/hold`, { reason: 'The cardiologist was asked', version });
  const named = { action: 'case.read', refused_as: 'rule_blocked' };
  expect(await added(held.patientId, () => held.provider.post(`${at}/transition`, { to: 'sent' }))).toEqual([
    409,
    named,
  ]);
  const { body: order } = await held.provider.get(at);
  const fields = ['drug', 'dose', 'frequency', 'route', 'quantity', 'refills', 'days_supply'];
  const again = Object.fromEntries(fields.map((name) => [name, (order as Record<string, unknown>)[name]]));
  const second = await held.provider.post(`/api/trt/cases/${held.caseId}/prescriptions`, again);
  const ids = [(second.body as { id: string }).id];
  expect(
    await added(held.patientId, () => held.provider.post('/api/trt/prescriptions/approve', { ids })),
  ).toEqual([409, named]);
});
