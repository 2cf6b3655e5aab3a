import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  DashboardResponse,
  Dispense,
  LabListResponse,
  PatientPrescription,
  RefillRequestListResponse,
  RefillRequestsResponse,
  Reminder,
} from '../../common/api/index.js';
import { addBusinessDays, addDays } from '../../common/clinical/index.js';
import { addLab, clinicToday, daysAgo, detail, inForce, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { CHECK, actsOf, approvedAgo, ask, decide, dispense, supplyOf } from '../support/supply.js';

let portal: TestPortal;
/** For tests that do not change the patient. */
let shared: Ordered;
beforeAll(async () => {
  portal = await startTreatedPortal();
  shared = await approvedAgo(portal, 10);
});
afterAll(() => portal.close());

describe('fills of an order', () => {
  it('are recorded one after the other; the clock and the refills follow', async () => {
    const treated = await approvedAgo(portal, 50);
    const [first, second] = [daysAgo(45), daysAgo(20)];
    const saved = await dispense(treated, first);
    expect([saved.status, saved.body.n, saved.body.filled_on]).toEqual([201, 1, first]);
    expect((await dispense(treated, second)).body.n).toBe(2);
    const { days_supply: days, refills } = treated.order;
    const runOut = addDays(first, 2 * days);
    expect(await supplyOf(treated)).toMatchObject({
      run_out_on: runOut,
      refills_left: refills - 1,
      earliest_fill_on: addDays(second, Math.ceil(0.85 * days)),
      ask_by: addDays(runOut, -3),
      state: 'enough',
      new_prescription_needed: false,
      on_hold: false,
    });
    const { prescriptions } = (await treated.patient.get('/api/prescriptions')).body as {
      prescriptions: PatientPrescription[];
    };
    const told = prescriptions.find((one) => one.id === treated.order.id)!;
    expect([told.status, told.refills_remaining, told.run_out_on]).toEqual(['filled', refills - 1, runOut]);
    const { dispenses } = (await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/dispenses`))
      .body as { dispenses: Dispense[] };
    expect(dispenses.map((one) => one.n)).toEqual([1, 2]);
    expect(await actsOf(portal, treated, 'prescription.dispense')).toEqual([
      'prescription.dispense provider',
      'prescription.dispense provider',
    ]);
  });

  it('begin with the one recorded as filled', async () => {
    const treated = await inForce(portal);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    expect((await treated.provider.post(`${path}/transition`, { to: 'filled' })).status).toBe(200);
    const { dispenses } = (await treated.provider.get(`${path}/dispenses`)).body as { dispenses: Dispense[] };
    expect(dispenses).toMatchObject([
      {
        n: 1,
        filled_on: clinicToday(),
        quantity: treated.order.quantity,
        days: treated.order.days_supply,
        source: 'staff',
      },
    ]);
    expect((await treated.provider.post(`${path}/transition`, { to: 'filled' })).status).toBe(409);
    expect((await dispense(treated, clinicToday())).body.error).toBe('invalid_state');
  });

  it.each<[string, string, () => string, object]>([
    ['in the future', 'filled_on', () => addDays(clinicToday(), 1), {}],
    ['before the order', 'filled_on', () => daysAgo(11), {}],
    ['on an invalid day', 'filled_on', () => '2026-02-30', {}],
    ['larger than the order', 'quantity', () => daysAgo(3), { quantity: 4000 }],
    ['of nothing', 'quantity', () => daysAgo(3), { quantity: 0 }],
    ['given as text', 'quantity', () => daysAgo(3), { quantity: '4' }],
    ['longer than the order', 'days', () => daysAgo(3), { days: 300 }],
    ['for half a day', 'days', () => daysAgo(3), { days: 0.5 }],
    ['from an unknown source', 'source', () => daysAgo(3), { source: 'cat' }],
  ])('are rejected %s', async (_, field, day, more) => {
    const { status, body } = await dispense(shared, day(), more);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, [field]]);
  });

  it('last as long as their quantity, and leave the rest of the fill open', async () => {
    const treated = await approvedAgo(portal, 40);
    const half = { quantity: treated.order.quantity / 2, days: undefined };
    const part = await dispense(treated, daysAgo(3), half);
    expect([part.status, part.body.days]).toEqual([201, treated.order.days_supply / 2]);
    const { open_rest: rest, days_left: left } = await supplyOf(treated);
    expect([rest, left]).toMatchObject([{ quantity: half.quantity, days: 14 }, 11]);
    const { completes } = rest!;
    const others = await dispense(treated, clinicToday(), { ...half, completes });
    expect([others.status, others.body.days]).toEqual([201, 14]);
    expect((await supplyOf(treated)).open_rest).toBeNull();
  });

  it('end with the refills and with the legal limit', async () => {
    const old = await approvedAgo(portal, 200);
    expect((await dispense(old, daysAgo(10))).body.fields).toHaveProperty('filled_on');
    const treated = await approvedAgo(portal, 60);
    await portal.database.asSuperuser('UPDATE prescriptions SET refills = 0 WHERE id = $1', [
      treated.order.id,
    ]);
    expect((await dispense(treated, daysAgo(28))).status).toBe(201);
    expect((await dispense(treated, daysAgo(1))).body.error).toBe('invalid_state');
    expect(await supplyOf(treated)).toMatchObject({ refills_left: 0, new_prescription_needed: true });
  });

  it('stay a fact from before a hold, and are refused after it', async () => {
    const treated = await approvedAgo(portal, 40);
    const { version } = (await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}`)).body;
    const hold = { reason: 'Waiting for labs', version };
    await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/hold`, hold);
    expect((await dispense(treated, clinicToday())).body.error).toBe('rule_blocked');
    expect((await dispense(treated, daysAgo(30))).status).toBe(201);
  });

  it('of today pass what keeps the order back by name, as a status does, and the law by nothing', async () => {
    const treated = await approvedAgo(portal, 40);
    await addLab(treated, 0, { creatinine_mg_dl: 6 });
    const plain = await dispense(treated, clinicToday());
    expect([plain.status, plain.body.rule_key]).toEqual([409, 'critical_lab_not_called']);
    const overrides = ['critical_lab_not_called'];
    const short = await dispense(treated, clinicToday(), { override_reason: 'Handed over', overrides });
    expect([short.status, Object.keys(short.body.fields)]).toEqual([422, ['override_reason']]);
    const override_reason = 'The pharmacy handed it over this morning, before the result';
    const named = { override_reason, overrides };
    await treated.patient.post('/api/safety-checks', { ...CHECK, location_state: 'HI' });
    const legal = await dispense(treated, clinicToday(), named);
    expect([legal.status, legal.body.rule_key]).toEqual([409, 'license_missing_in_state']);
    await treated.patient.post('/api/safety-checks', CHECK);
    expect((await dispense(treated, clinicToday(), named)).status).toBe(201);
    const order = (await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}`)).body;
    expect([order.status, order.override_rules, order.override_reason]).toEqual([
      'filled',
      expect.arrayContaining(overrides),
      expect.stringContaining(override_reason),
    ]);
    expect(await actsOf(portal, treated, 'prescription.override')).toEqual([
      'prescription.override provider',
    ]);
  });

  it('are closed to patients and to other clinics', async () => {
    const treated = shared;
    const path = `/api/trt/prescriptions/${treated.order.id}/dispenses`;
    const north = await portal.signIn('north@demo.test');
    expect((await north.get(path)).status).toBe(404);
    expect((await dispense({ ...treated, provider: north }, daysAgo(1))).status).toBe(404);
    expect((await treated.patient.get(path)).status).toBe(403);
    expect((await treated.provider.get('/api/supply')).status).toBe(403);
  });
});

describe('gates', () => {
  it('say what must be in order before a refill is prescribed', async () => {
    const treated = await approvedAgo(portal, 10);
    const gates = async () =>
      Object.fromEntries((await supplyOf(treated)).gates.map((gate) => [gate.key, gate]));
    expect(Object.keys(await gates())).toEqual([
      'labs',
      'consent',
      'education',
      'pdmp',
      'license',
      'check_in',
    ]);
    const met = Object.values(await gates()).filter((gate) => gate.met);
    expect(met.map((gate) => gate.key)).toEqual([
      'labs',
      'consent',
      'education',
      'pdmp',
      'license',
      'check_in',
    ]);
    await portal.database.asSuperuser(
      `UPDATE cases SET extras = extras || jsonb_build_object('therapy_started_on', $2::text, 'last_change_on', $2::text, 'pdmp_checked_on', $3::text)
        WHERE id = $1`,
      [treated.caseId, daysAgo(250), daysAgo(200)],
    );
    await portal.database.asSuperuser('DELETE FROM pdmp_checks WHERE patient_id = $1', [treated.patientId]);
    const late = await gates();
    expect([late.pdmp!.met, late.check_in!.met, late.consent!.met]).toEqual([false, false, true]);
    expect(late.labs!.due_on).toMatch(/^\d{4}-/);
    // The start is assumed a week after the approval.
    expect(late.check_in!.due_on).toBe(daysAgo(250 - 7 - 183));
  });
});

describe('a refill request', () => {
  it('has an owner and a due date, and follows its steps', async () => {
    const treated = await approvedAgo(portal, 40);
    await dispense(treated, daysAgo(26));
    const made = await ask(treated, {
      doses_left: 0,
      reason: 'Running low',
      safety_check: { ...CHECK, side_effects: [{ key: 'headache', severity: 'mild' }] },
    });
    expect([made.status, made.body.state, made.body.doses_left, made.body.emergency]).toEqual([
      201,
      'requested',
      0,
      null,
    ]);
    expect(made.body.due_by).toBe(addBusinessDays(clinicToday(), 2));
    expect(made.body.owner).toBeTruthy();
    expect((await supplyOf(treated)).refill_request_id).toBe(made.body.id);

    const queue = (
      await treated.provider.list('/api/trt/refill-requests', {
        filter: { patient_id: treated.patientId },
        sort: ['due_by', 'ASC'],
      })
    ).body as RefillRequestListResponse;
    expect(queue.total).toBe(1);
    expect(queue.refill_requests[0]).toMatchObject({
      case_id: treated.caseId,
      overdue: false,
      supply: { state: 'ask_now' },
      signs: { elapsed: 26, signs: [] },
      reason: 'Running low',
      reported: { changes: {}, side_effects: [{ key: 'headache', severity: 'mild', since: null }] },
      history_unread: false,
    });
    const taken = await decide(treated.provider, made.body, 'review');
    expect([taken.status, taken.body.state]).toEqual([200, 'in_review']);
    const stale = await decide(treated.provider, made.body, 'approve');
    expect([stale.status, stale.body.error]).toEqual([409, 'version_conflict']);
    const approved = await decide(treated.provider, taken.body, 'approve');
    expect([approved.status, approved.body.state]).toEqual([200, 'approved']);
    expect((await decide(treated.provider, approved.body, 'needs_labs')).body.error).toBe('invalid_state');
    await dispense(treated, daysAgo(0));
    const { refill_requests } = (await treated.patient.get('/api/refill-requests'))
      .body as RefillRequestsResponse;
    expect(refill_requests.map(({ state }) => state)).toEqual(['filled']);
    expect(await actsOf(portal, treated, 'refill.%')).toEqual([
      'refill.request patient',
      'refill.review provider',
      // The refused decision showed the request as it is now.
      'refill.read provider',
      'refill.approve provider',
      'refill.filled provider',
      'refill.list patient',
    ]);
    const [row] = await portal.database.asSuperuser(
      'SELECT r::text AS row FROM refill_requests r WHERE id = $1',
      [made.body.id],
    );
    expect(JSON.stringify(row)).not.toContain('spilled');
  });

  it('is marked and comes first if the medicine runs out before its due date, which counts business days', async () => {
    const [later, sooner] = [await approvedAgo(portal, 40), await approvedAgo(portal, 40)];
    const tomorrow = addDays(clinicToday(), 1);
    await dispense(later, daysAgo(5));
    await dispense(sooner, addDays(tomorrow, -sooner.order.days_supply));
    const [calm, urgent] = [await ask(later), await ask(sooner)];
    expect([calm.status, urgent.status, urgent.body.due_by]).toEqual([201, 201, calm.body.due_by]);
    const queue = async () =>
      (await later.provider.list('/api/trt/refill-requests', { filter: { state: 'requested' } }))
        .body as RefillRequestListResponse;
    const { refill_requests: listed } = await queue();
    const places = [urgent, calm].map(({ body }) => listed.findIndex(({ id }) => id === body.id));
    expect(places).not.toContain(-1);
    expect(places[0]).toBeLessThan(places[1]!);
    expect(places.map((place) => listed[place]!.runs_out_before_due)).toEqual([true, false]);
    expect(listed[places[0]!]!.supply.run_out_on).toBe(tomorrow);
    const taken = await decide(sooner.provider, urgent.body, 'review');
    expect(taken.body.runs_out_before_due).toBe(true);
    expect((await decide(sooner.provider, taken.body, 'needs_labs')).body.runs_out_before_due).toBe(false);
  });

  it('that waits for labs makes them due at once, until the result is there', async () => {
    const treated = await approvedAgo(portal, 40);
    await dispense(treated, daysAgo(25));
    const due = async () => {
      const [{ next_lab_suggestion: labs, plan }, dashboard, reminders, supply, worklist] = await Promise.all(
        [
          detail(treated),
          treated.patient.get('/api/trt/dashboard'),
          treated.patient.get('/api/trt/reminders'),
          supplyOf(treated),
          treated.provider.list('/api/labs', {
            filter: { patient_id: treated.patientId, status: 'scheduled' },
          }),
        ],
      );
      const { next_lab_suggestion: told } = dashboard.body as DashboardResponse;
      const draw = (reminders.body as { reminders: Reminder[] }).reminders.find((r) => r.kind === 'lab_draw');
      const [listed] = (worklist.body as unknown as LabListResponse).labs;
      const gate = supply!.gates.find(({ key }) => key === 'labs')!;
      return {
        label: labs!.label,
        met: gate.met,
        on: [labs, told].map((one) => one!.due_on).concat(draw!.due_date, gate.due_on!, listed!.due_on!),
        review: plan!.next_review_at,
      };
    };
    const before = await due();
    expect(before.met).toBe(true);
    const asked = await ask(treated);
    const waiting = await decide(treated.provider, asked.body, 'needs_labs');
    const today = clinicToday();
    const now = {
      label: 'Blood test before the refill',
      met: false,
      on: [today, today, today, today, today],
      review: today,
    };
    expect(await due()).toEqual(now);
    const looked = await decide(treated.provider, waiting.body, 'review');
    // Another look at the request does not take it away.
    expect(await due()).toEqual(now);
    await decide(treated.provider, looked.body, 'needs_labs');
    expect(await due()).toEqual(now);
    await addLab(treated, 0, { tt_ng_dl: 510, hct_percent: 45 });
    const after = await due();
    expect([after.label === now.label, after.met, after.on.includes(today)]).toEqual([false, true, false]);
  });

  it('is one at a time, even with two at once; withdrawing one allows another', async () => {
    const treated = await approvedAgo(portal, 30);
    const answers = await Promise.all([ask(treated), ask({ ...treated, patient: treated.patient.twin() })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const made = answers.find(({ status }) => status === 201)!;
    expect((await ask(treated)).body.error).toBe('invalid_state');
    const gone = await treated.patient.post(`/api/refill-requests/${made.body.id}/withdraw`, {});
    expect([gone.status, gone.body.state, gone.body.withdrawn]).toEqual([200, 'withdrawn', true]);
    expect((await treated.patient.post(`/api/refill-requests/${made.body.id}/withdraw`, {})).status).toBe(
      409,
    );
    expect((await decide(treated.provider, gone.body, 'approve')).body.error).toBe('invalid_state');
    const second = await ask(treated);
    expect(second.status).toBe(201);
    // An approved one continues with its order, and a sent one cannot be withdrawn.
    expect((await decide(treated.provider, second.body, 'approve')).status).toBe(200);
    const order = `/api/trt/prescriptions/${treated.order.id}`;
    expect((await treated.provider.post(`${order}/transition`, { to: 'sent' })).status).toBe(200);
    const { refill_requests } = (await treated.patient.get('/api/refill-requests'))
      .body as RefillRequestsResponse;
    expect(refill_requests.map(({ state }) => state)).toEqual(['sent', 'withdrawn']);
    expect((await treated.patient.post(`/api/refill-requests/${second.body.id}/withdraw`, {})).status).toBe(
      409,
    );
  });

  it("is refused for an order that is on hold, canceled, pending or someone else's", async () => {
    const treated = await approvedAgo(portal, 10);
    expect((await ask({ ...shared, order: treated.order })).status).toBe(404);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    const { version } = (await treated.provider.get(path)).body;
    const held = await treated.provider.post(`${path}/hold`, { reason: 'Waiting for labs', version });
    expect((await ask(treated)).body.error).toBe('invalid_state');
    await treated.provider.post(`${path}/release`, { reason: 'Labs are fine', version: held.body.version });
    await treated.provider.post(`${path}/transition`, { to: 'canceled' });
    expect((await ask(treated)).body.error).toBe('invalid_state');
    const checks = (await treated.patient.get('/api/safety-checks')).body as { safety_checks: unknown[] };
    expect(checks.safety_checks).toEqual([]);
  });

  it('is refused for an order that a pharmacy has and never filled, until a dose of it is logged', async () => {
    const treated = await approvedAgo(portal, 10);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    expect((await treated.provider.post(`${path}/transition`, { to: 'sent' })).status).toBe(200);
    expect(await supplyOf(treated)).toMatchObject({ state: 'waiting', ask_by: null });
    const refused = await ask(treated);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('has not been filled yet, so it needs no refill'),
    ]);
    await treated.patient.post('/api/doses', { taken_at: new Date().toISOString(), dose: 80, unit: 'mg' });
    expect((await supplyOf(treated)).state).toBe('can_refill');
    expect((await ask(treated)).status).toBe(201);
  });

  it('has the doses by fills and log beside what the patient counts', async () => {
    const treated = await approvedAgo(portal, 40);
    await dispense(treated, daysAgo(2));
    for (const hours of [2, 30])
      await treated.patient.post('/api/doses', {
        taken_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
        dose: 80,
        unit: 'mg',
      });
    expect((await ask(treated, { doses_left: 99 })).status).toBe(201);
    const own = await supplyOf(treated);
    expect(own).toMatchObject({ doses_left: 2, doses_short: true });
    const filter = { patient_id: treated.patientId };
    const { body } = await treated.provider.list('/api/trt/refill-requests', { filter });
    const { doses_left, doses_short, days_left } = own;
    expect(body.refill_requests).toMatchObject([
      { doses_left: 99, early: true, supply: { doses_left, doses_short, days_left } },
    ]);
  });

  it('while there is enough is taken, and marked as early for the decision', async () => {
    const treated = await approvedAgo(portal, 10);
    await dispense(treated, daysAgo(5));
    const asked = await ask(treated);
    expect([asked.status, asked.body.state]).toEqual([201, 'requested']);
    const filter = { patient_id: treated.patientId };
    const { body } = await treated.provider.list('/api/trt/refill-requests', { filter });
    expect(body.refill_requests).toMatchObject([{ id: asked.body.id, early: true }]);
    const refused = await decide(treated.provider, asked.body, 'approve');
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['override_reason']]);
  });

  it('that was refused and is filled all the same is told to the care team', async () => {
    const treated = await approvedAgo(portal, 40);
    await dispense(treated, daysAgo(26));
    const made = await ask(treated);
    const approved = await decide(treated.provider, made.body, 'approve');
    const refused = await treated.provider.post(`/api/trt/refill-requests/${made.body.id}`, {
      version: approved.body.version,
      decision: 'refuse',
      reason: 'Your blood count came back too high',
    });
    expect([refused.status, refused.body.state]).toEqual([200, 'refused']);
    expect((await dispense(treated, daysAgo(0))).status).toBe(201);
    const alerts = (await detail(treated)).alerts.map(({ rule_key: key, severity }) => `${key} ${severity}`);
    expect(alerts).toContain('filled_after_refusal critical');
  });

  it('names what keeps the order back before anyone chooses to approve it', async () => {
    const treated = await approvedAgo(portal, 40);
    await dispense(treated, daysAgo(26));
    await addLab(treated, 1, { hct_percent: 53.4 });
    const made = await ask(treated);
    const filter = { patient_id: treated.patientId };
    const { refill_requests: rows } = (await treated.provider.list('/api/trt/refill-requests', { filter }))
      .body as RefillRequestListResponse;
    const refused = await decide(treated.provider, made.body, 'approve');
    expect([refused.status, refused.body.rule_key]).toEqual([409, expect.stringMatching(/^hct_/)]);
    expect(rows[0]!.findings.map((rule) => rule.rule_key).toSorted()).toEqual(
      (refused.body.blocked_by as string[]).toSorted(),
    );
  });

  it('cannot be approved while its order is on hold, and belongs to its clinic', async () => {
    const treated = await approvedAgo(portal, 10);
    const made = await ask(treated);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    const { version } = (await treated.provider.get(path)).body;
    await treated.provider.post(`${path}/hold`, { reason: 'Waiting for labs', version });
    expect((await decide(treated.provider, made.body, 'approve')).body.error).toBe('rule_blocked');
    expect((await decide(treated.provider, made.body, 'needs_visit')).body.state).toBe('needs_visit');
    const north = await portal.signIn('north@demo.test');
    expect((await decide(north, made.body, 'refuse')).status).toBe(404);
    const filter = { patient_id: treated.patientId };
    expect((await north.list('/api/trt/refill-requests', { filter })).body.total).toBe(0);
    expect((await shared.patient.post(`/api/refill-requests/${made.body.id}/withdraw`, {})).status).toBe(404);
    expect((await treated.patient.get('/api/trt/refill-requests')).status).toBe(403);
  });

  it('is created even if the check mentions an emergency, and the care team is alerted', async () => {
    const treated = await approvedAgo(portal, 10);
    const made = await ask(treated, {
      safety_check: { ...CHECK, side_effects: [{ key: 'chest_pain', severity: 'severe' }] },
    });
    expect([made.status, made.body.emergency.call]).toEqual([201, expect.arrayContaining(['911'])]);
    const alerts = await portal.database.asSuperuser(
      `SELECT severity FROM case_alerts WHERE case_id = $1 AND rule_key LIKE 'emergency_%' AND closed_at IS NULL`,
      [treated.caseId],
    );
    expect(alerts).toEqual([{ severity: 'critical' }]);
    // It is overdue once its date has passed.
    const overdue = async (late: boolean) =>
      (
        (
          await treated.provider.list('/api/trt/refill-requests', {
            filter: { overdue: late, patient_id: treated.patientId },
          })
        ).body as RefillRequestListResponse
      ).refill_requests.map(({ id }) => id);
    expect(await overdue(true)).toEqual([]);
    await portal.database.asSuperuser('UPDATE refill_requests SET due_by = $2 WHERE id = $1', [
      made.body.id,
      daysAgo(1),
    ]);
    expect(await overdue(true)).toEqual([made.body.id]);
    expect(await overdue(false)).toEqual([]);
    const wrong = await treated.provider.list('/api/trt/refill-requests', { filter: { owner: 'me' } });
    expect(wrong.status).toBe(422);
  });

  it.each<[string, object]>([
    ['safety_check', { safety_check: undefined }],
    ['safety_check', { safety_check: [] }],
    ['doses_left', { doses_left: -1 }],
    ['reason', { reason: 7 }],
    ['prescription_id', { prescription_id: 'mine' }],
    ['safety_check.location_state', { safety_check: { ...CHECK, location_state: '' } }],
    ['more', { more: true }],
  ])('rejects a wrong %s', async (field, wrong) => {
    const { status, body } = await ask(shared, wrong);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, [field]]);
  });
});

it('more doses at home than a fill has, without a fill on record, are approved only by naming that', async () => {
  const treated = await approvedAgo(portal, 20);
  const { body } = await ask(treated, { doses_left: 99 });
  const refused = await decide(treated.provider, body, 'approve');
  expect([refused.status, refused.body.rules]).toEqual([422, ['refill_doses_unexplained']]);
  const named = { override_reason: 'He counts syringes, as he said by phone', overrides: refused.body.rules };
  expect((await decide(treated.provider, body, 'approve', named)).status).toBe(200);
});
