import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organisation, PendingPlan, PrescriptionJudgementResponse } from '../../common/api/index.js';
import { addDays } from '../../common/clinical/index.js';
import {
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  ordered,
  submitted,
  type Ordered,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let orgAdmin: Person;
let treated: Ordered;
beforeAll(async () => {
  portal = await startTreatedPortal();
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  treated = await ordered(portal);
});
afterAll(() => portal.close());

const sql = (text: string, values: unknown[] = []) => portal.database.asSuperuser(text, values);
const at = (): string => `/api/trt/prescriptions/${treated.order.id}`;
const legal = async (): Promise<string[]> =>
  ((await treated.provider.get(`${at()}/judgement`)).body as PrescriptionJudgementResponse).legal;
/** What a full reason that names each rule does. */
const withReason = async () => {
  const reviewed = await treated.provider.post(`${at()}/review`, {
    decision: 'accept',
    override_reason: 'The patient cannot wait for the paperwork',
    overrides: await legal(),
  });
  return [reviewed.status, reviewed.body.error];
};
const set = async (policies: object) => {
  const [own] = (await orgAdmin.list('/api/admin/organisations', {})).body.organisations as Organisation[];
  const saved = await orgAdmin.patch(`/api/admin/organisations/${own!.id}`, { policies });
  expect(saved.status).toBe(200);
};
const RX = `user_id = (SELECT id FROM users WHERE email = 'provider@demo.test')`;
const located = (state: string, daysOld = 0) =>
  sql('UPDATE patients SET location_state = $2, location_attested_on = $3 WHERE id = $1', [
    treated.patientId,
    state,
    daysAgo(daysOld),
  ]);

describe('the license in the state where the patient is', () => {
  it.each(['NJ', 'CT', 'AK'])('missing in %s, blocks the order, whatever the reason', async (state) => {
    await sql(`DELETE FROM provider_licenses WHERE state = 'NJ' AND ${RX}`);
    await located(state);
    expect(await legal()).toContain('license_missing_in_state');
    expect(await withReason()).toEqual([409, 'rule_blocked']);
    await located('NY');
    expect(await legal()).not.toContain('license_missing_in_state');
  });

  it.each<[string, number, string[]]>([
    ['on its last day', 0, []],
    ['the day after it', 1, ['license_expired']],
    ['a year after it', 365, ['license_expired']],
  ])('%s', async (_, daysSince, rules) => {
    const [before] = await sql(
      `SELECT expires_on::text AS on FROM provider_licenses WHERE state = 'NY' AND ${RX}`,
    );
    await sql(`UPDATE provider_licenses SET expires_on = $1 WHERE state = 'NY' AND ${RX}`, [
      daysAgo(daysSince),
    ]);
    expect(await legal()).toEqual(rules);
    if (rules.length) expect(await withReason()).toEqual([409, 'rule_blocked']);
    await sql(`UPDATE provider_licenses SET expires_on = $1 WHERE state = 'NY' AND ${RX}`, [before!['on']]);
  });

  it.each<[string, string[], boolean]>([
    ['II', ['II', 'IIN'], true],
    ['III', ['III'], false],
    ['IIIN', ['II', 'IIIN'], false],
  ])('comes with a DEA registration that covers Schedule III: %s', async (_, schedules, missing) => {
    const where = `state = 'NY' AND ${RX}`;
    const [before] = await sql(`SELECT schedules FROM dea_registrations WHERE ${where}`);
    await sql(`UPDATE dea_registrations SET schedules = $1 WHERE ${where}`, [schedules]);
    expect((await legal()).includes('dea_missing')).toBe(missing);
    await sql(`UPDATE dea_registrations SET schedules = $1 WHERE ${where}`, [before!['schedules']]);
  });
});

describe('where the patient is', () => {
  it.each([
    [90, false],
    [91, true],
    [400, true],
  ])('told %d days ago, is too old: %s', async (days, old) => {
    await located('NY', days);
    expect((await legal()).includes('state_unknown_or_old')).toBe(old);
    await located('NY');
  });

  it.each(['TX', 'FL', 'CA'])('outside the states served (%s), blocks the plan too', async (state) => {
    await set({ service_states: ['NY', 'NJ'] });
    const away = await submitted(portal, { location_state: state });
    const rules = (await detail(away)).rules.filter(
      ({ rule_key }) => rule_key === 'patient_outside_service_states',
    );
    expect(rules.map(({ effect }) => effect)).toEqual([expect.stringContaining('BLOCK')]);
    const { body } = await away.patient.post('/api/trt/patient/generate-baseline-plan', {});
    expect([body.outcome, body.reasons]).toEqual([
      'not_eligible_pending_review',
      expect.arrayContaining(['patient_outside_service_states']),
    ]);
    await set({ service_states: null });
  });
});

describe('after the federal flexibility', () => {
  const over = { flexibility_until: daysAgo(1), citation: '90 FR 61301' };
  const basis = (by: Person, kind: string, more: object = {}) =>
    by.post(`/api/trt/cases/${treated.caseId}/telemed-basis`, { kind, on: clinicToday(), ...more });
  const forget = () => sql('DELETE FROM telemed_bases WHERE patient_id = $1', [treated.patientId]);

  it('an order is blocked by a visit with another doctor, and no reason helps', async () => {
    await set({ telemedicine: over });
    await forget();
    expect(await legal()).toEqual(['telemed_in_person_required']);
    const other = await portal.signIn('multi@demo.test');
    expect((await basis(other, 'in_person')).status).toBe(201);
    expect(await legal()).toEqual(['telemed_in_person_required']);
    expect(await withReason()).toEqual([409, 'rule_blocked']);
    expect((await basis(treated.provider, 'in_person')).status).toBe(201);
    expect(await legal()).toEqual([]);
  });

  it.each(['covering_practitioner', 'registered_facility', 'special_registration'])(
    'a record helps: %s',
    async (kind) => {
      await forget();
      expect(await legal()).toEqual(['telemed_in_person_required']);
      expect((await basis(treated.provider, kind, { practitioner: 'Dr. Ada Okafor' })).status).toBe(201);
      expect(await legal()).toEqual([]);
    },
  );

  it('on its last day no record is needed, and a further extension is a change of data', async () => {
    await forget();
    await set({ telemedicine: { ...over, flexibility_until: clinicToday() } });
    expect(await legal()).toEqual([]);
    await set({ telemedicine: over });
    expect(await legal()).toEqual(['telemed_in_person_required']);
    await set({ telemedicine: { flexibility_until: daysAgo(-365), citation: '91 FR 1' } });
    expect(await legal()).toEqual([]);
  });
});

describe('a query of a monitoring program', () => {
  it.each([
    [7, false],
    [8, true],
    [40, true],
  ])('%d days old, is missing: %s', async (days, missing) => {
    await sql('UPDATE pdmp_checks SET queried_on = $2 WHERE patient_id = $1', [
      treated.patientId,
      daysAgo(days),
    ]);
    expect(
      (await legal()).includes('pdmp_not_checked') || (await blocked()).includes('pdmp_not_checked'),
    ).toBe(missing);
    await sql('UPDATE pdmp_checks SET queried_on = $2 WHERE patient_id = $1', [
      treated.patientId,
      clinicToday(),
    ]);
  });
  const blocked = async (): Promise<string[]> =>
    ((await treated.provider.get(`${at()}/judgement`)).body as PrescriptionJudgementResponse).blocked_by;

  it.each([1, 2, 30])('%d days from now is refused', async (days) => {
    // A user far to the east writes UTC's day while the clinic still has the day before.
    const today = [clinicToday(), new Date().toISOString().slice(0, 10)].toSorted().at(-1)!;
    const day = addDays(today, days);
    const check = { state: 'NY', queried_on: day, finding: 'as_expected' };
    const asked = await treated.provider.post(`/api/trt/cases/${treated.caseId}/pdmp-checks`, check);
    expect([asked.status, Object.keys(asked.body.fields as object)]).toEqual([422, ['queried_on']]);
    const { version } = (await detail(treated)).case;
    const extras = { pdmp_checked_on: day };
    const entered = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    expect([entered.status, Object.keys(entered.body.fields as object)]).toEqual([
      422,
      ['extras.pdmp_checked_on'],
    ]);
  });
});

describe('a clinician without the right to prescribe for the patient', () => {
  const DEA = `user_id = (SELECT id FROM users WHERE email = 'multi@demo.test')`;
  it.each([
    ['expired@demo.test', 'license_expired', ['license_expired', 'dea_missing'], null],
    ['multi@demo.test', 'dea_missing', ['dea_missing'], `DELETE FROM dea_registrations WHERE ${DEA}`],
  ])('is told so beside the plan, never in bulk: %s', async (email, key, keys, change) => {
    const own = await ordered(portal);
    const clinician = await portal.signIn(email);
    if (change) await sql(change);
    const { body } = await clinician.list('/api/trt/provider/pending-plans', {
      filter: { q: own.patient.email },
    });
    const [plan] = (body as { plans: PendingPlan[] }).plans;
    expect(plan!.reason_needed_for).toContain(key);
    expect(plan!.rules.find((rule) => rule.rule_key === key)).toMatchObject({ severity: 'critical' });
    const bulk = await clinician.post('/api/trt/provider/plans/approve-unflagged', {
      dry_run: true,
      plan_ids: [own.plan.plan_id],
    });
    expect([bulk.body.would_approve, bulk.body.skipped]).toEqual([
      [],
      [{ plan_id: own.plan.plan_id, reason: key }],
    ]);
    const bare = await approvePlan({ ...own, provider: clinician }, own.plan);
    expect([bare.status, bare.body.rules]).toEqual([422, keys]);
    const approved = await approvePlan({ ...own, provider: clinician }, own.plan, {
      override_reason: 'A colleague with the registration signs the order',
    });
    expect([approved.status, approved.body.plan.override_rules]).toEqual([200, keys]);
    expect(approved.body.prescription.status).toBe('draft');
    expect(approved.body.prescription_blocked_by).toContain(key);
  });
});

describe('a plan approved by a clinician whose license has expired', () => {
  it('is approved with a reason, and its order stays a draft that names the license', async () => {
    const own = await ordered(portal);
    const expired = await portal.signIn('expired@demo.test');
    const approved = await approvePlan({ ...own, provider: expired }, own.plan, {
      override_reason: 'Renewal is confirmed by the board',
    });
    expect([approved.status, approved.body.plan.status, approved.body.prescription.status]).toEqual([
      200,
      'approved',
      'draft',
    ]);
    expect(approved.body.prescription_blocked_by).toContain('license_expired');
    const order = `/api/trt/prescriptions/${own.order.id}`;
    const bulk = await expired.post('/api/trt/prescriptions/approve', { ids: [own.order.id] });
    expect([bulk.status, bulk.body.results[0].rule_key]).toEqual([409, 'license_expired']);
    expect((await own.provider.post(`${order}/review`, { decision: 'accept' })).status).toBe(200);
  });
});
