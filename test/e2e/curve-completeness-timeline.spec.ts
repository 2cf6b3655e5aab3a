import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ClinicCompletenessResponse,
  CompletenessResponse,
  CurveResponse,
  Lab,
  PatientTimelineResponse,
  TimelineResponse,
} from '../../common/api/index.js';
import { MEASURES } from '../../common/clinical/index.js';
import {
  addLab,
  clinicToday,
  daysAgo,
  detail,
  inForce,
  morning,
  planned,
  submitted,
  type Ordered,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let treated: Ordered;
let recent: Ordered;
beforeAll(async () => {
  portal = await startTreatedPortal();
  treated = await onTreatmentFor(100);
  recent = await onTreatmentFor(10);
});
afterAll(() => portal.close());

/** A patient whose plan was approved, and first dose taken, some days ago. */
async function onTreatmentFor(days: number): Promise<Ordered> {
  const made = await inForce(portal);
  await portal.database.asSuperuser(
    `UPDATE cases SET therapy_start_assumed = false, extras = extras || jsonb_build_object('therapy_started_on', $2::text, 'last_change_on', $2::text)
      WHERE id = $1`,
    [made.caseId, daysAgo(days)],
  );
  const back = [made.patientId, days];
  // In the clinic's days: counted in UTC hours, a winter evening is the next day of summer.
  const moved = (column: string): string =>
    `${column} = (${column} AT TIME ZONE 'America/New_York' - make_interval(days => $2)) AT TIME ZONE 'America/New_York'`;
  for (const text of [
    `UPDATE plans SET ${moved('approved_at')} WHERE patient_id = $1`,
    `UPDATE lab_panels SET ${moved('collected_at')}, ${moved('created_at')},
      collected_as_sent = (collected_as_sent::date - $2)::text || substr(collected_as_sent, 11) WHERE patient_id = $1`,
  ])
    await portal.database.asSuperuser(text, back);
  return made;
}
const draw = (days: number, value: number, since_last_dose_h?: number) =>
  treated.provider.post('/api/labs', {
    patient_id: treated.patientId,
    collected_at: morning(days),
    results: { tt_ng_dl: value },
    ...(since_last_dose_h !== undefined && { since_last_dose_h }),
  });
const curve = (query = '', person: Person = treated.provider, id = treated.caseId) =>
  person.get(`/api/trt/cases/${id}/curve${query}`);
const completeness = async (): Promise<CompletenessResponse> =>
  (await treated.provider.get(`/api/trt/cases/${treated.caseId}/completeness`)).body as CompletenessResponse;

describe('the curve of a case', () => {
  it("is the population's until a draw has its hours after the dose", async () => {
    const empty = (await curve()).body as CurveResponse;
    expect(empty).toMatchObject({
      formulation: 'testosterone_cypionate_im',
      basis: 'plan',
      fitted: false,
      clearance_factor: 1,
      draws: [],
      proposed: null,
      free_t: null,
      free_t_withheld: null,
    });
    expect((await draw(44, 500)).status).toBe(201);
    const without = (await curve()).body as CurveResponse;
    expect(without).toMatchObject({
      fitted: false,
      draws: [{ value: 500, hours_after_dose: null, z: null, used: false }],
      // It changes which draw is next, and leaves the curve as it was.
      current: { ...empty.current, next_draw: without.current.next_draw },
    });
    expect(without.limits.join(' ')).toMatch(/not a measurement.*Not fitted/);
  });

  it('follows draws with hours, except an impossible one, and shows the proposed dose', async () => {
    await draw(30, 350, 84);
    await draw(9, 3000, 84);
    const { dose } = treated.plan;
    const { status, body } = await curve(`?dose=${dose * 1.5}`);
    const { fitted, clearance_factor, draws, current, proposed } = body as CurveResponse;
    expect([status, fitted]).toEqual([200, true]);
    expect(clearance_factor).toBeGreaterThan(1);
    expect(draws.map(({ value, used }) => [value, used])).toEqual([
      [500, false],
      [350, true],
      [3000, false],
    ]);
    expect(draws[2]!.z).toBeGreaterThan(2.5);
    expect(current.points[0]).toEqual({
      day: 0,
      low: expect.any(Number),
      mid: current.trough![1],
      high: expect.any(Number),
    });
    expect(current.points.at(-1)!.day).toBe(42);
    for (const level of ['average', 'peak', 'middle', 'trough'] as const) {
      const [low, middle, high] = proposed![level]!;
      expect([low < middle, middle < high, middle > current[level]![1]]).toEqual([true, true, true]);
    }
  });

  it('takes the hours from the patient’s log if the draw has none', async () => {
    const at = Date.parse(morning(16));
    const taken_at = new Date(at - 80 * 3_600_000).toISOString();
    expect((await treated.patient.post('/api/doses', { taken_at, dose: 80, unit: 'mg' })).status).toBe(201);
    await draw(16, 420);
    const { draws } = (await curve()).body as CurveResponse;
    const logged = { hours_after_dose: 80, hours_from_log: true };
    expect(draws.find(({ value }) => value === 420)).toMatchObject({ ...logged, used: true });
    expect(draws.find(({ value }) => value === 350)).not.toHaveProperty('hours_from_log');
    // A second dose shortly before makes it no level of the plan; taken back, it counts again.
    const again = new Date(at - 90 * 3_600_000).toISOString();
    const extra = (await treated.patient.post('/api/doses', { taken_at: again, dose: 80, unit: 'mg' })).body;
    const drawn = async () =>
      ((await curve()).body as CurveResponse).draws.find(({ value }) => value === 420);
    expect(await drawn()).toMatchObject({ ...logged, z: null, used: false, not_used: 'irregular_doses' });
    await treated.patient.request('DELETE', `/api/doses/${extra.id}`);
    expect(await drawn()).toMatchObject({ used: true });
    for (const [person, path] of [
      [treated.provider, `/api/trt/cases/${treated.caseId}/timeline`],
      [treated.patient, '/api/trt/timeline'],
    ] as const) {
      const { testosterone } = (await person.get(path)).body as PatientTimelineResponse;
      expect(testosterone.find(({ value }) => value === 420)).toMatchObject(logged);
    }
  });

  it("shows the population's curve for another product", async () => {
    const query = '?formulation=testosterone_gel_1_62&dose=40.5&frequency=once%20daily';
    const { current, proposed, limits } = (await curve(query)).body as CurveResponse;
    expect([current.average_only, proposed!.average_only]).toEqual([false, true]);
    expect(limits.join()).toMatch(/No peak is claimed/);
    expect(proposed!.average[1]).toBeGreaterThan(300);
    expect(limits.join(' ')).toMatch(/different one.*average patient/);
    expect([current.fitted, proposed!.fitted]).toEqual([true, false]);
    const [low, mid, high] = proposed!.average;
    expect(proposed!.points.map(({ day: _day, ...level }) => level)).toEqual([
      { low, mid, high },
      { low, mid, high },
    ]);
  });

  it('claims no level but the average of a gel, which starts with its own usual dose', async () => {
    const { proposed } = (await curve('?formulation=testosterone_gel_1_62')).body as CurveResponse;
    expect(proposed).toMatchObject({
      dose: 40.5,
      frequency: 'once daily',
      peak: null,
      middle: null,
      trough: null,
      peak_over_1000: null,
    });
  });

  it('is one at steady state: of a new dose weeks after the change, of the plan in effect once they are over', async () => {
    const { current, proposed, limits } = (await curve(`?dose=${treated.plan.dose * 1.5}`))
      .body as CurveResponse;
    expect([current.steady_from, current.steady_after_weeks]).toEqual([null, proposed!.steady_after_weeks]);
    expect(proposed!.steady_after_weeks).toBeGreaterThanOrEqual(4);
    expect(limits.join(' ')).toMatch(/steady state, not today’s.*single lab result also scatters/);
    const { current: own } = (await curve('', recent.provider, recent.caseId)).body as CurveResponse;
    expect([own.steady_after_weeks, own.steady_from]).toEqual([6, daysAgo(10 - 42)]);
  });

  it('expects the next lab result in a wider range than the true level', async () => {
    const { middle, in_target, measured } = ((await curve()).body as CurveResponse).current;
    const [low, , high] = measured.range;
    expect([low < middle![0], high > middle![2]]).toEqual([true, true]);
    expect(measured.in_target).not.toBe(in_target);
  });

  it('has the limits, the judged level and the next draw of each plan', async () => {
    const query = '?formulation=testosterone_gel_1_62&dose=40.5&frequency=once%20daily';
    const { current, proposed } = (await curve(query)).body as CurveResponse;
    const { next_lab_suggestion: due } = await detail(treated);
    expect(current).toMatchObject({
      dose: treated.plan.dose,
      judged_on: 'middle',
      action_limits: { low: 350, high: 600 },
      next_draw: { due_on: due!.due_on, draw_timing: due!.draw_timing },
    });
    expect(proposed).toMatchObject({
      formulation: 'testosterone_gel_1_62',
      judged_on: 'average',
      action_limits: { low: 350, high: 750 },
      next_draw: { due_on: daysAgo(-28), draw_timing: expect.stringContaining('gel') },
    });
  });

  it('says that a plan waits for review, and counts its draws from today', async () => {
    const waiting = await planned(portal);
    const { basis, fitted, current } = (await curve('', waiting.provider, waiting.caseId))
      .body as CurveResponse;
    expect([basis, fitted, current.fitted]).toEqual(['pending_plan', false, false]);
    expect(current.target).toEqual({
      low: waiting.plan.target_range_low,
      high: waiting.plan.target_range_high,
    });
    expect(current.next_draw!.due_on > clinicToday()).toBe(true);
  });

  it('calculates free testosterone with both values, and not with an SHBG of 0', async () => {
    await addLab(treated, 5, { shbg_nmol_l: 35 });
    const free = async () => ((await curve()).body as CurveResponse).free_t;
    const { free_t, free_t_withheld } = (await curve()).body as CurveResponse;
    expect(free_t).toBeNull();
    expect(free_t_withheld).toMatchObject({
      reason: 'draw_rejected',
      total: { value: 3000, age_days: 9 },
      shbg: { value: 35, age_days: 5 },
    });
    expect(free_t_withheld!.z).toBeGreaterThan(2.5);
    await draw(7, 400, 84);
    expect(await free()).toMatchObject({
      shbg_age_days: 5,
      albumin_assumed: true,
      total: { value: 400, age_days: 7 },
      draw_hour: null,
    });
    expect((await free())!.pg_ml).toBeGreaterThan(0);
    await draw(6, 410, 20);
    expect(await free()).toMatchObject({ total: { value: 410 }, draw_hour: 'outside_window' });
    await portal.database.asSuperuser(
      `UPDATE lab_results SET value = 0 WHERE analyte = 'shbg_nmol_l' AND panel_id IN (SELECT id FROM lab_panels WHERE patient_id = $1)`,
      [treated.patientId],
    );
    expect(await free()).toBeNull();
  });

  it.each<[string, string]>([
    ['?dose=0', 'dose'],
    ['?dose=-80', 'dose'],
    ['?dose=a%20lot', 'dose'],
    ['?dose=1e9', 'dose'],
    ['?dose=4000', 'dose'],
    ['?dose=80&dose=90', 'dose'],
    ['?frequency=hourly', 'frequency'],
    ['?frequency=three%20times%20daily', 'frequency'],
    ['?formulation=aspirin', 'formulation'],
    ['?formulation=non_testosterone_option', 'formulation'],
    ['?kg=85', 'kg'],
  ])('rejects %s', async (query, field) => {
    const { status, body } = await curve(query);
    expect(status).toBe(422);
    expect(Object.keys(body.fields as object)).toContain(field);
  });

  it('needs a plan, and a clinician of the clinic', async () => {
    const waiting = await submitted(portal);
    expect((await curve('', treated.provider, waiting.caseId)).body.error).toBe('invalid_state');
    const north = await portal.signIn('north@demo.test');
    for (const part of ['curve', 'timeline', 'completeness']) {
      const path = `/api/trt/cases/${treated.caseId}/${part}`;
      expect([(await north.get(path)).status, (await treated.patient.get(path)).status]).toEqual([404, 403]);
    }
  });
});

describe('the timeline', () => {
  it('has everything on one axis', async () => {
    await treated.patient.post('/api/progress/check-in', {
      symptoms: { lack_of_energy: { present: true, severity: 4 } },
    });
    await treated.patient.post('/api/safety-checks', {
      location_state: 'NY',
      changes: {},
      side_effects: [
        { key: 'acne', severity: 'mild' },
        { key: 'mood', severity: 'none' },
      ],
    });
    const pressure = async (bp_systolic: number, bp_on: string) => {
      const { version } = (await treated.provider.get(`/api/trt/cases/${treated.caseId}/detail`)).body.case;
      const extras = { bp_systolic, bp_diastolic: 80, bp_on };
      return treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    };
    expect((await pressure(150, daysAgo(50))).status).toBe(200);
    expect((await pressure(128, daysAgo(20))).status).toBe(200);
    const { status, body } = await treated.provider.get(`/api/trt/cases/${treated.caseId}/timeline`);
    const timeline = body as TimelineResponse;
    expect([status, timeline.therapy_started_on]).toEqual([200, daysAgo(100)]);
    expect(timeline.plans).toMatchObject([{ dose: treated.plan.dose, to: null }]);
    expect(timeline.testosterone.map(({ value }) => value)).toEqual([
      245, 260, 500, 350, 420, 3000, 400, 410,
    ]);
    expect(timeline.testosterone[3]!.hours_after_dose).toBe(84);
    const { simulated } = timeline;
    expect([simulated.length, simulated[0]!.on]).toEqual([Math.ceil(100 / 7), daysAgo(100)]);
    for (const { low, mid, high } of simulated) expect([low <= mid, mid <= high]).toEqual([true, true]);
    // Fitted: the level of the last weeks is the one of the curve.
    const { current } = (await curve()).body as CurveResponse;
    expect(Math.abs(simulated.at(-2)!.mid / current.average[1] - 1)).toBeLessThan(0.1);
    expect(timeline.hematocrit.map(({ value }) => value)).toEqual([44]);
    expect(timeline.blood_pressure).toEqual([
      { on: daysAgo(50), systolic: 150, diastolic: 80, reported: false },
      { on: daysAgo(20), systolic: 128, diastolic: 80, reported: false },
    ]);
    expect(timeline.scores).toMatchObject([{ adam_count: 1 }]);
    expect(timeline.side_effects).toMatchObject([{ key: 'acne', severity: 'mild', since: null }]);
    expect(timeline.doses).toHaveLength(1);
    expect(timeline.today).toBe(clinicToday());
  });
});

describe('GET /api/trt/timeline', () => {
  const STAFF_ONLY = ['alerts', 'case_id', 'removed_doses', 'simulated'];
  const own = async (person: Person) => {
    const { status, body } = await person.get('/api/trt/timeline');
    expect(status).toBe(200);
    return body as PatientTimelineResponse;
  };

  it("gives the patient the same lists as the case's timeline, without staff-only entries", async () => {
    const staff = (await treated.provider.get(`/api/trt/cases/${treated.caseId}/timeline`)).body;
    const shared = Object.fromEntries(Object.entries(staff).filter(([key]) => !STAFF_ONLY.includes(key)));
    const timeline = await own(treated.patient);
    expect(timeline).toEqual(shared);
    expect(timeline.testosterone.length).toBeGreaterThan(0);
    expect(Object.keys(timeline).toSorted()).toEqual([
      'blood_pressure',
      'dispenses',
      'doses',
      'hematocrit',
      'missed_doses',
      'plans',
      'psa',
      'scores',
      'side_effects',
      'target',
      'testosterone',
      'therapy_started_on',
      'today',
      'visits',
    ]);
  });

  it('shows each patient only their own', async () => {
    const other = await submitted(portal);
    const timeline = await own(other.patient);
    expect([timeline.plans, timeline.doses, timeline.scores, timeline.side_effects]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(timeline.target).toBeNull();
  });

  it('gives empty lists before there is a case', async () => {
    const { today, therapy_started_on, target, ...lists } = await own(await portal.signUp());
    expect([today, therapy_started_on, target]).toEqual([clinicToday(), null, null]);
    expect(Object.values(lists)).toEqual(Object.values(lists).map(() => []));
  });

  it('is for patients only, and each read is in the audit', async () => {
    expect((await treated.provider.get('/api/trt/timeline')).status).toBe(403);
    const before = await readings();
    await own(treated.patient);
    expect(await readings()).toBe(before + 1);
  });

  const readings = async (): Promise<number> => {
    const rows = await portal.database.asSuperuser<{ seq: string }>(
      `SELECT seq FROM audit_events WHERE action = 'timeline.read' AND patient_id = $1`,
      [treated.patientId],
    );
    return rows.length;
  };
});

describe('completeness', () => {
  it('of a case says what is done, and what is due by when', async () => {
    const before = await completeness();
    expect(Object.keys(before.measures)).toEqual(MEASURES.map(({ id }) => id));
    expect(before.measures).toMatchObject({
      P1_two_morning_low_t: 'done',
      P2_lh: 'overdue',
      P3_hct_before: 'done',
      P10_pdmp_first: 'done',
      M1_first_level: 'done',
      M2_hct_3_months: 'not_due',
      M4_psa_first_year: 'not_due',
      M6_bp_after_start: 'done',
      M8_symptoms_3_to_6_months: 'done',
    });
    expect(before.summary).toBe(
      `${before.done} of ${before.done + before.overdue}, ${before.overdue} overdue`,
    );
    expect(before.details[0]).toMatchObject({ status: 'overdue' });
    expect(before.details.find(({ id }) => id === 'M2_hct_3_months')).toMatchObject({
      critical: true,
      due_on: daysAgo(100 - 135),
      done_on: null,
    });
    await addLab(treated, 10, { hct_percent: 56 });
    const after = await completeness();
    const rests = (id: string) => after.details.find((one) => one.id === id)!.evidence_ref;
    const { labs } = (await treated.provider.list('/api/labs', { filter: { patient_id: treated.patientId } }))
      .body as { labs: Lab[] };
    const thick = labs.find(({ results }) => results['hct_percent']?.value === 56)!;
    expect(rests('M2_hct_3_months')).toEqual({ kind: 'lab', id: thick.lab_id, on: daysAgo(10) });
    expect(rests('M10_hct_over_54_acted_14_d')).toEqual(rests('M2_hct_3_months'));
    expect(rests('M9_abnormal_reviewed_7_d')).toEqual(rests('M2_hct_3_months'));
    expect(rests('P8_symptoms')).toEqual({ kind: 'intake', id: null, on: expect.any(String) });
    expect(rests('P10_pdmp_first')).toEqual({ kind: 'pdmp_check', id: null, on: null });
    expect(rests('M8_symptoms_3_to_6_months')).toMatchObject({ kind: 'check_in', id: null });
    expect(rests('P2_lh')).toBeNull();
    for (const { evidence_ref: found } of after.details)
      if (found?.kind === 'lab') expect(labs.map(({ lab_id: id }) => id)).toContain(found.id);
    expect(after.measures).toMatchObject({ M2_hct_3_months: 'done', M10_hct_over_54_acted_14_d: 'done' });
    expect(after.measures.M9_abnormal_reviewed_7_d).toBe('due');
  });

  it('of the clinic is the sum of its own cases only', async () => {
    const own = await portal.signIn('orgadmin@demo.test');
    const { status, body } = await own.get('/api/admin/completeness');
    const clinic = body as ClinicCompletenessResponse;
    expect([status, clinic.patients]).toEqual([200, clinic.cases.length]);
    expect(clinic.cases.map(({ case_id }) => case_id)).toContain(treated.caseId);
    for (const { id } of MEASURES) {
      const { of, met, percent } = clinic.measures[id]!;
      expect(of - met).toBe(clinic.cases.filter((row) => row.overdue_measures.includes(id)).length);
      expect(percent === null).toBe(of < 10);
    }
    expect(clinic.critical).toBe(clinic.cases.filter((row) => row.critical_overdue.length).length);
    expect(clinic.complete).toBe(clinic.cases.filter((row) => !row.overdue).length);
    expect(clinic.quarters).toHaveLength(4);
    expect(clinic.quarters[0]!.patients).toBeGreaterThan(0);
    const [row] = clinic.cases.filter(({ case_id }) => case_id === treated.caseId);
    expect(row!.done).toBe((await completeness()).done);
    const counted = { met: 0, overdue: 0 };
    for (const { case_id } of clinic.cases) {
      const { done, overdue } = (await treated.provider.get(`/api/trt/cases/${case_id}/completeness`))
        .body as CompletenessResponse;
      counted.met += done;
      counted.overdue += overdue;
    }
    const measures = Object.values(clinic.measures);
    const total = (of: (one: (typeof measures)[number]) => number) =>
      measures.reduce((sum, one) => sum + of(one), 0);
    expect(counted).toEqual({ met: total(({ met }) => met), overdue: total(({ of, met }) => of - met) });

    const everywhere = await portal.signIn('admin@demo.test');
    const all = (await everywhere.get('/api/admin/completeness')).body as ClinicCompletenessResponse;
    expect(all.patients).toBeGreaterThan(clinic.patients);
    const orgId = own.me!.claims.org_id!;
    const narrowed = (await everywhere.get(`/api/admin/completeness?org_id=${orgId}`))
      .body as ClinicCompletenessResponse;
    expect(narrowed.patients).toBe(clinic.patients);
    const [north] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM organisations WHERE id <> $1 LIMIT 1`,
      [orgId],
    );
    expect((await own.get(`/api/admin/completeness?org_id=${north!.id}`)).status).toBe(403);
    expect((await treated.provider.get('/api/admin/completeness')).status).toBe(403);
  });

  it('of a clinic that keeps its records to providers lists no patient to an administrator who is none', async () => {
    const [own, everywhere, provider] = [
      await portal.signIn('orgadmin@demo.test'),
      await portal.signIn('admin@demo.test'),
      await portal.signIn('multi@demo.test'),
    ];
    const read = async (person: Person) =>
      (await person.get('/api/admin/completeness')).body as ClinicCompletenessResponse;
    const orgId = own.me!.claims.org_id!;
    const keep = (kept: boolean) =>
      portal.database.asSuperuser(
        `UPDATE organisations SET policies = policies || jsonb_build_object('clinical_acts_need_provider', $2::boolean) WHERE id = $1`,
        [orgId, kept],
      );
    const before = await read(own);
    expect(before.cases_withheld).toBe(0);
    const elsewhere = (await read(everywhere)).patients - before.patients;
    await keep(true);
    try {
      const clinic = await read(own);
      expect(clinic.cases).toEqual([]);
      expect([clinic.cases_withheld, clinic.patients]).toEqual([before.patients, before.patients]);
      expect(clinic.measures).toEqual(before.measures);
      const all = await read(everywhere);
      expect([all.cases.length, all.cases_withheld]).toEqual([elsewhere, before.patients]);
      expect((await read(provider)).cases).toHaveLength(before.patients);
    } finally {
      await keep(false);
    }
  });
});
