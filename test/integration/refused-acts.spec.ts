import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Audit } from '../../server/audit/audit.service.js';
import { UnitOfWork } from '../../server/database/unit-of-work.js';
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
