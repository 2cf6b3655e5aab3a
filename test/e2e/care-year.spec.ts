import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type {
  AdminUser,
  Prescription,
  PrescriptionSupply,
  ProviderLicense,
  RefillGateKey,
  RefillRequestListResponse,
  StaffPlan,
  SupplyResponse,
} from '../../common/api/index.js';
import { FORMULATION_LIST, addDays, daysBetween, type Formulation } from '../../common/clinical/index.js';
import {
  addLab,
  approvePlan,
  clinicToday,
  daysAgo,
  ready,
  submitted,
  type Ordered,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { addedPerPatient, tableSizes, type TableSizes } from '../support/table-sizes.js';

/** One of each kind; `CARE_YEAR=all` takes every product that has a dose, see docs/bench.md. */
const ONE_OF_A_KIND = [
  'testosterone_cypionate_im',
  'testosterone_gel_1_62',
  'testosterone_undecanoate_oral_jatenzo',
  'testosterone_undecanoate_im',
];
const PRODUCTS = FORMULATION_LIST.filter(({ id, starting_dose: dose }) =>
  process.env['CARE_YEAR'] === 'all' ? dose !== null : ONE_OF_A_KIND.includes(id),
);
/** NJ asks for a query in 90 days, NY for one with each order. */
const STATES = ['NY', 'NJ'] as const;
const WEEK_IN_HAND = 6;
const DAYS = 366;
const NAMED_AHEAD_DAYS = 21;
/** The days on which the prescriber's license and registration end; each lasts two years when renewed. */
const LICENSE_ENDS = 200;
const REGISTRATION_ENDS = 290;
const AGREED = 'Agreed with the patient after both mornings';

interface OnTreatment extends Ordered {
  product: Formulation;
  state: (typeof STATES)[number];
  /** The patient looks at the supply again on this day of the year. */
  looksOn: number;
}

// The year cannot begin again in the same database.
jest.retryTimes(0);

let portal: TestPortal;
let orgAdmin: Person;
let provider: Person;
let cohort: OnTreatment[];
let sizes: TableSizes;

const sql = (text: string, values: unknown[] = []) => portal.database.asSuperuser(text, values);
/** The body of an answer with this status; another one is shown with its text. */
function said<Body>(
  answer: { status: number; text: string; body: unknown },
  status: number,
  of: string,
): Body {
  expect([of, answer.status, answer.status === status ? '' : answer.text]).toEqual([of, status, '']);
  return answer.body as Body;
}
const query = async ({ caseId }: Pick<Ordered, 'caseId'>, state: string) =>
  said(
    await provider.post(`/api/trt/cases/${caseId}/pdmp-checks`, {
      state,
      queried_on: clinicToday(),
      finding: 'none',
    }),
    201,
    'query',
  );
const check = ({ state }: Pick<OnTreatment, 'state'>) => ({
  location_state: state,
  changes: {},
  side_effects: [],
});

/** A patient on this product, as a clinician chose it. */
async function treatedWith(product: Formulation, state: OnTreatment['state']): Promise<OnTreatment> {
  const treated = await ready(await submitted(portal, {}, provider));
  said(await treated.patient.post('/api/safety-checks', check({ state })), 201, 'where');
  await query(treated, state);
  const written = await provider.post(`/api/trt/cases/${treated.caseId}/plans`, {
    formulation: product.id,
    dose: product.starting_dose,
    frequency: product.frequencies[0],
    route: product.routes[0],
    override_reason: AGREED,
  });
  const plan = said<StaffPlan>(written, 201, product.id);
  const approved = said<{ prescription: Prescription; prescription_blocked_by: string[] }>(
    await approvePlan(treated, plan, { override_reason: AGREED }),
    200,
    product.id,
  );
  const of = { ...treated, plan, order: approved.prescription, product, state, looksOn: 0 };
  if (approved.prescription.status === 'draft') await sign(of, approved.prescription_blocked_by);
  return of;
}

/** The order in use from now on. */
async function sign(of: OnTreatment, overrides: readonly string[]): Promise<void> {
  const answer = await provider.post(`/api/trt/prescriptions/${of.order.id}/review`, {
    decision: 'accept',
    ...(overrides.length && { override_reason: AGREED, overrides }),
  });
  of.order = said<Prescription>(answer, 200, of.product.id);
}

beforeAll(async () => {
  portal = await startTreatedPortal();
  sizes = await tableSizes(portal.database);
  await sql(
    `UPDATE organisations SET policies = policies || '{"licenses_need_verification": true,
      "states": {"NJ": {"required": true, "max_age_days": 90, "when": "first_and_every_90_d"}}}'`,
  );
  const mine = `user_id = (SELECT id FROM users WHERE email = 'provider@demo.test')`;
  for (const [table, days] of [
    ['provider_licenses', LICENSE_ENDS],
    ['dea_registrations', REGISTRATION_ENDS],
  ] as const)
    await sql(
      `UPDATE ${table} SET expires_on = $1, verified_on = current_date WHERE state IN ('NY', 'NJ') AND ${mine}`,
      [daysAgo(-days)],
    );
  provider = await portal.signIn('provider@demo.test');
  cohort = [];
  for (const [n, product] of PRODUCTS.entries()) cohort.push(await treatedWith(product, STATES[n % 2]!));
  orgAdmin = await portal.signIn('orgadmin@demo.test');
}, 240_000);
afterAll(() => portal.close());

/** Days that have passed since the first fill. */
let passed = 0;

/** The clock goes on: everything on record moves into the past. */
async function daysPass(days: number): Promise<void> {
  const started = addDays(clinicToday(), -passed - days);
  const own = cohort.map(({ patientId }) => patientId);
  const back = (table: string, times: readonly string[], dates: readonly string[] = []) =>
    `UPDATE ${table} SET ${[
      ...times.map((column) => `${column} = ${column} - make_interval(days => ${days})`),
      ...dates.map((column) => `${column} = ${column} - ${days}`),
    ].join(', ')}`;
  const ofPatients = [
    back('plans', ['approved_at', 'created_at'], ['next_review_on']),
    back('prescriptions', ['approved_at', 'sent_at', 'filled_at', 'created_at']),
    back('dispenses', ['created_at'], ['filled_on']),
    back('refill_requests', ['created_at'], ['requested_on', 'due_by']),
    back('check_ins', ['at']),
    back('safety_checks', ['at']),
    back('pdmp_checks', [], ['queried_on']),
    `UPDATE lab_panels SET collected_at = collected_at - make_interval(days => ${days}), created_at = created_at - make_interval(days => ${days}),
      collected_as_sent = (collected_as_sent::date - ${days})::text || substr(collected_as_sent, 11)`,
    `UPDATE cases SET therapy_start_assumed = false, extras = extras || jsonb_build_object('therapy_started_on', '${started}'::text, 'last_change_on', '${started}'::text,
      'pdmp_checked_on', ((extras->>'pdmp_checked_on')::date - ${days})::text)`,
  ];
  for (const text of ofPatients) await sql(`${text} WHERE patient_id = ANY($1)`, [own]);
  await sql(`${back('patients', [], ['location_attested_on'])} WHERE id = ANY($1)`, [own]);
  for (const table of ['provider_licenses', 'dea_registrations']) await sql(back(table, [], ['expires_on']));
  passed += days;
}

const figures = { requests: 0, fills: 0, written: 0, without: 0, early: 0 };
const refused: Partial<Record<RefillGateKey, number>> = {};
/** When each patient was first told of a gate's day, in days since the first fill. */
const named = new Map<string, number>();
const nameOf = ({ patientId }: Ordered, key: string, due: string | null): string =>
  `${patientId} ${key} ${due && addDays(due, passed)}`;

/** What the supply card shows today. */
async function looks(of: OnTreatment): Promise<PrescriptionSupply> {
  const { prescriptions } = (await of.patient.get('/api/supply')).body as SupplyResponse;
  const supply = prescriptions.find((one) => one.prescription_id === of.order.id)!;
  // An order that was replaced no longer asks for a refill.
  expect([of.product.id, prescriptions.length]).toEqual([of.product.id, 1]);
  for (const { key, due_on } of supply.gates) {
    const at = nameOf(of, key, due_on);
    if (due_on && !named.has(at)) named.set(at, passed);
  }
  return supply;
}

async function fill(of: OnTreatment): Promise<void> {
  const { quantity, days_supply: days, id } = of.order;
  const body = {
    filled_on: clinicToday(),
    quantity,
    days,
    source: of.product.in_clinic_only ? 'staff' : 'pharmacy',
  };
  said(await provider.post(`/api/trt/prescriptions/${id}/dispenses`, body), 201, of.product.id);
  figures.fills += 1;
  const {
    earliest_fill_on: earliest,
    run_out_on: end,
    ask_by,
    new_prescription_needed: renew,
  } = await looks(of);
  // With more than a week in hand a refill needs a reason: the patient asks on the first day without one.
  const inTime = [earliest!, addDays(end!, -WEEK_IN_HAND)].toSorted()[1]!;
  of.looksOn = passed + daysBetween(clinicToday(), renew ? (ask_by ?? addDays(end!, -WEEK_IN_HAND)) : inTime);
}

/** The license and the registration that ended, renewed and then verified by the clinic's administrator. */
async function renewLicense(): Promise<void> {
  const ends = daysAgo(-730);
  const [me] = (await orgAdmin.list('/api/admin/users', { filter: { q: 'provider@demo.test' } })).body
    .users as AdminUser[];
  for (const kind of ['licenses', 'dea-registrations'] as const) {
    const own = (await provider.get(`/api/provider/${kind}`)).body as Record<string, ProviderLicense[]>;
    for (const { state, type, number, expires_on: until } of own[kind.replace('-', '_')]!) {
      if (until >= clinicToday()) continue;
      const body = { state, ...(kind === 'licenses' && { type }), number, expires_on: ends };
      const { id } = said<{ id: string }>(await provider.post(`/api/provider/${kind}`, body), 201, kind);
      await sql(
        'UPDATE sessions SET auth_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)',
        ['orgadmin@demo.test'],
      );
      said(await orgAdmin.post(`/api/admin/users/${me!.id}/${kind}/${id}/verify`, {}), 200, kind);
    }
  }
}

/** All that the check of any month asks for, with nothing against treatment. */
const PANEL = {
  tt_ng_dl: 520,
  hct_percent: 45,
  psa_ng_ml: 0.9,
  estradiol_pg_ml: 25,
  cholesterol_mg_dl: 180,
  hdl_mg_dl: 50,
  ldl_mg_dl: 100,
  triglycerides_mg_dl: 110,
};
const OPENS: Partial<Record<RefillGateKey, (of: OnTreatment) => Promise<unknown>>> = {
  // The clinic asked today, so a draw of yesterday does not count.
  labs: (of) => addLab(of, 0, PANEL),
  check_in: async ({ patient }) =>
    said(
      await patient.post('/api/progress/check-in', { symptoms: { lack_of_energy: { present: false } } }),
      201,
      'check-in',
    ),
  pdmp: (of) => query(of, of.state),
  license: renewLicense,
};
/** The rules that refuse an approval while the gate is closed. */
const REFUSED_BY: Partial<Record<RefillGateKey, readonly string[]>> = {
  pdmp: ['pdmp_not_checked'],
  license: ['license_expired', 'dea_missing'],
};

/** What the other gates ask of the clinician takes a license, too. */
const licenseFirst = <T extends { key: RefillGateKey }>(gates: readonly T[]): T[] =>
  gates.toSorted((a, b) => Number(b.key === 'license') - Number(a.key === 'license'));

/** Refused by name until what the gate asks is done. */
async function passGates(of: OnTreatment, request: { id: string; version: number }) {
  let { version } = request;
  for (const { key, met, due_on } of licenseFirst((await looks(of)).gates)) {
    if (met) continue;
    const shown = named.get(nameOf(of, key, due_on))!;
    expect([of.product.id, key, passed - shown >= NAMED_AHEAD_DAYS]).toEqual([of.product.id, key, true]);
    refused[key] = (refused[key] ?? 0) + 1;
    const rules = REFUSED_BY[key];
    const decision = rules ? 'approve' : key === 'labs' ? 'needs_labs' : 'review';
    const answer = await provider.post(`/api/trt/refill-requests/${request.id}`, {
      version,
      decision,
      reason: key,
    });
    if (rules) {
      const { blocked_by: blocked } = said<{ blocked_by: string[] }>(answer, 409, key);
      expect([key, blocked.some((rule) => rules.includes(rule))]).toEqual([key, true]);
    } else ({ version } = said<{ version: number }>(answer, 200, key));
    await OPENS[key]!(of);
    // Results put the request back into the queue.
    const { body: queue } = await provider.list('/api/trt/refill-requests', {
      filter: { patient_id: of.patientId },
      range: [0, 99],
    });
    ({ version } = (queue as RefillRequestListResponse).refill_requests.find(({ id }) => id === request.id)!);
    const after = (await looks(of)).gates.find((gate) => gate.key === key);
    if (!after?.met)
      throw new Error(
        `${of.product.id} ${key} day ${passed}: ${JSON.stringify([after, (await of.patient.get('/api/trt/dashboard')).body['next_lab_suggestion']])}`,
      );
  }
  return version;
}

/** A new order like the one that has no refill left. */
async function write(of: OnTreatment): Promise<void> {
  const { drug, dose, frequency, route, quantity, refills, days_supply, vial } = of.order;
  const fields = { drug, dose, frequency, route, quantity, refills, days_supply, ...(vial && { vial }) };
  const made = await provider.post(`/api/trt/cases/${of.caseId}/prescriptions`, fields);
  of.order = said<Prescription>(made, 201, of.product.id);
  await sign(of, []);
  figures.written += 1;
}

/** What the clinic gives no patient asks for: it looks at what is missing and fills the order itself. */
async function theClinicFills(of: OnTreatment, supply: PrescriptionSupply): Promise<void> {
  const asked = await of.patient.post('/api/refill-requests', {
    prescription_id: of.order.id,
    safety_check: check(of),
  });
  expect([asked.status, asked.body['error']]).toEqual([409, 'given_in_clinic']);
  said(await of.patient.post('/api/safety-checks', check(of)), 201, 'where');
  for (const { key, met } of licenseFirst(supply.gates)) if (!met) await OPENS[key]!(of);
  if (supply.new_prescription_needed) await write(of);
  await fill(of);
}

async function aDay(of: OnTreatment): Promise<void> {
  if (passed < of.looksOn) return;
  const supply = await looks(of);
  if (supply.days_left! <= 0) figures.without += 1;
  if (of.product.in_clinic_only) return theClinicFills(of, supply);
  const made = await of.patient.post('/api/refill-requests', {
    prescription_id: of.order.id,
    safety_check: check(of),
  });
  const request = said<{ id: string; version: number; owner: string; due_by: string }>(
    made,
    201,
    of.product.id,
  );
  expect([request.owner, request.due_by]).toEqual([expect.stringMatching(/\w/), expect.any(String)]);
  figures.requests += 1;
  const version = await passGates(of, request);
  const renew = supply.new_prescription_needed;
  if (!renew && clinicToday() < supply.earliest_fill_on!) figures.early += 1;
  const decision = renew
    ? { decision: 'refuse', reason: 'A new prescription follows' }
    : { decision: 'approve' };
  const decided = await provider.post(`/api/trt/refill-requests/${request.id}`, { version, ...decision });
  said(decided, 200, of.product.id);
  if (renew) await write(of);
  await fill(of);
}

describe('a year of refills over HTTP, with each product', () => {
  it('has no request without an owner, no early fill, no one without medicine, and no gate that was not named', async () => {
    const began = performance.now();
    for (const one of cohort) await fill(one);
    await daysPass(1);
    for (const one of cohort) await looks(one);
    while (passed < DAYS) {
      await daysPass(Math.min(...cohort.map(({ looksOn }) => looksOn)) - passed);
      for (const one of cohort) await aDay(one);
    }
    const waiting = (await provider.list('/api/trt/refill-requests', {})).body as RefillRequestListResponse;
    expect(waiting.refill_requests.every(({ owner }) => owner.length > 0)).toBe(true);
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(
      `${passed} days of ${cohort.length} products over HTTP in ${seconds} s: ${JSON.stringify({ ...figures, refused })}\n`,
    );
    const grown = addedPerPatient(sizes, await tableSizes(portal.database), cohort.length);
    process.stdout.write(`a patient and year, intake and set-up included\n${grown}\n`);
    expect([figures.without, figures.early]).toEqual([0, 0]);
    for (const gate of ['labs', 'check_in', 'pdmp', 'license'] as const)
      expect(refused[gate]).toBeGreaterThan(0);
  }, 900_000);
});
