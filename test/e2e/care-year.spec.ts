import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  PrescriptionSupply,
  RefillRequestListResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import { addDays, daysBetween } from '../../common/clinical/index.js';
import { addLab, clinicToday, inForce, type Ordered } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const PATIENTS = 6;
const STEP_DAYS = 6;
/** Five refills of 28 days. */
const STEPS = 26;
const NAMED_AHEAD_DAYS = 21;
const CHECK = { location_state: 'NY', changes: {}, side_effects: [] };

let portal: TestPortal;
let cohort: Ordered[];
beforeAll(async () => {
  portal = await startPortal('demo');
  cohort = [];
  for (let n = 0; n < PATIENTS; n++) cohort.push(await inForce(portal));
}, 60_000);
afterAll(() => portal.close());

/** Days that have passed since the first fill. */
let passed = 0;

/** The clock goes on: everything on record moves into the past. What a clinic renews each time (PDMP, state) stays. */
async function daysPass(days: number): Promise<void> {
  const started = addDays(clinicToday(), -passed - days);
  const own = cohort.map(({ patientId }) => patientId);
  const back = (table: string, times: readonly string[], dates: readonly string[] = []) =>
    `UPDATE ${table} SET ${[
      ...times.map((column) => `${column} = ${column} - make_interval(days => ${days})`),
      ...dates.map((column) => `${column} = ${column} - ${days}`),
    ].join(', ')} WHERE patient_id = ANY($1)`;
  for (const text of [
    back('plans', ['approved_at', 'created_at'], ['next_review_on']),
    back('prescriptions', ['approved_at', 'sent_at', 'filled_at', 'created_at']),
    back('dispenses', ['created_at'], ['filled_on']),
    back('refill_requests', ['created_at'], ['requested_on', 'due_by']),
    back('check_ins', ['at']),
    back('safety_checks', ['at']),
    `UPDATE lab_panels SET collected_at = collected_at - make_interval(days => ${days}), created_at = created_at - make_interval(days => ${days}),
      collected_as_sent = (collected_as_sent::date - ${days})::text || substr(collected_as_sent, 11) WHERE patient_id = ANY($1)`,
    `UPDATE cases SET therapy_start_assumed = false, extras = extras || jsonb_build_object('therapy_started_on', '${started}'::text, 'last_change_on', '${started}'::text)
      WHERE patient_id = ANY($1)`,
  ])
    await portal.database.asSuperuser(text, [own]);
  passed += days;
}

const supplyOf = async ({ patient, order }: Ordered): Promise<PrescriptionSupply> => {
  const { prescriptions } = (await patient.get('/api/supply')).body as SupplyResponse;
  return prescriptions.find((one) => one.prescription_id === order.id)!;
};
const fill = async ({ provider, order }: Ordered): Promise<void> => {
  const { quantity, days_supply: days } = order;
  const body = { filled_on: clinicToday(), quantity, days, source: 'pharmacy' };
  const { status, text } = await provider.post(`/api/trt/prescriptions/${order.id}/dispenses`, body);
  expect([status, status === 201 ? '' : text]).toEqual([201, '']);
};

const figures = { requests: 0, fills: 0, refused: 0, without: 0, early: 0 };
/** When each patient was first told of a gate's day, in days since the first fill. */
const named = new Map<string, number>();

/** What the supply card names today. */
function readGates({ patientId }: Ordered, { gates }: PrescriptionSupply): void {
  for (const { key, due_on } of gates) {
    const at = `${patientId} ${key} ${due_on && addDays(due_on, passed)}`;
    if (due_on && !named.has(at)) named.set(at, passed);
  }
}

/** Refused until the patient has done what the gate asks. */
async function passGates(of: Ordered, request: { id: string; version: number }, supply: PrescriptionSupply) {
  let { version } = request;
  for (const { key, met, due_on } of supply.gates) {
    if (met) continue;
    const shown = named.get(`${of.patientId} ${key} ${due_on && addDays(due_on, passed)}`)!;
    const bit = daysBetween(clinicToday(), due_on!) + passed;
    expect([key, bit - shown >= NAMED_AHEAD_DAYS]).toEqual([key, true]);
    const decision = key === 'labs' ? 'needs_labs' : 'needs_visit';
    const answer = await of.provider.post(`/api/trt/refill-requests/${request.id}`, {
      version,
      decision,
      reason: key,
    });
    expect([answer.status, answer.body.answer]).toEqual([200, key]);
    ({ version } = answer.body as { version: number });
    figures.refused += 1;
    if (key === 'labs')
      await addLab(of, 1, { tt_ng_dl: 520, hct_percent: 45, psa_ng_ml: 0.9, estradiol_pg_ml: 25 });
    if (key === 'check_in')
      await of.patient.post('/api/progress/check-in', { symptoms: { lack_of_energy: { present: false } } });
  }
  return version;
}

async function aDay(of: Ordered): Promise<void> {
  const supply = await supplyOf(of);
  readGates(of, supply);
  if (supply.days_left !== null && supply.days_left < 0) figures.without += 1;
  // With more than a week in hand a request needs a reason: the patient waits for the next look.
  const soon = supply.days_left !== null && supply.days_left <= STEP_DAYS;
  if (!soon || supply.state === 'enough' || supply.new_prescription_needed) return;
  const made = await of.patient.post('/api/refill-requests', {
    prescription_id: of.order.id,
    safety_check: CHECK,
  });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  expect([made.body.owner, made.body.due_by]).toEqual([expect.stringMatching(/\w/), expect.any(String)]);
  figures.requests += 1;
  const version = await passGates(of, made.body as { id: string; version: number }, supply);
  if (clinicToday() < (supply.earliest_fill_on ?? '')) figures.early += 1;
  const approved = await of.provider.post(`/api/trt/refill-requests/${made.body.id}`, {
    version,
    decision: 'approve',
  });
  expect([approved.status, approved.status === 200 ? '' : approved.text]).toEqual([200, '']);
  await fill(of);
  figures.fills += 1;
}

describe('half a year of refills over HTTP', () => {
  it('has no request without an owner, no early fill, no one without medicine, and no gate that was not named', async () => {
    for (const one of cohort) await fill(one);
    for (let step = 0; step < STEPS; step++) {
      await daysPass(STEP_DAYS);
      for (const one of cohort) await aDay(one);
    }
    const waiting = (await cohort[0]!.provider.list('/api/trt/refill-requests', {}))
      .body as RefillRequestListResponse;
    expect(waiting.refill_requests.every(({ owner }) => owner.length > 0)).toBe(true);
    process.stdout.write(`${passed} days of ${PATIENTS} patients over HTTP: ${JSON.stringify(figures)}\n`);
    expect([figures.without, figures.early]).toEqual([0, 0]);
    expect(figures.fills).toBeGreaterThanOrEqual(PATIENTS * 4);
    expect(figures.refused).toBeGreaterThan(0);
    const end = await supplyOf(cohort[0]!);
    expect(end.legal_last_fill_on >= clinicToday()).toBe(true);
  }, 120_000);
});
