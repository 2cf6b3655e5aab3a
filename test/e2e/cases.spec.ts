import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseRow, Plan, Prescription } from '../../common/api/index.js';
import { effectsOf, urgencyOf } from '../../common/clinical/index.js';
import {
  addLab,
  answers,
  approvePlan,
  daysAgo,
  detail,
  generate,
  save,
  submitted,
  planned,
  inForce,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

/** A fact sent without a date is dated on the day of entry. */
const A_DATE = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

describe('clinical facts', () => {
  it.each<[object, string]>([
    [{ ipss_total: 36 }, 'extras.ipss_total'],
    [{ ipss_total: 1.5 }, 'extras.ipss_total'],
    [{ cv_event_on: '2026-02-30' }, 'extras.cv_event_on'],
    [{ hf_controlled: 'yes' }, 'extras.hf_controlled'],
    [{ bp_systolic: 69 }, 'extras.bp_systolic'],
  ])('reject %p by name', async (extras, field) => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const response = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('keep what the other provider saved: a stale version changes nothing', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const path = `/api/trt/cases/${treated.caseId}`;
    expect((await treated.provider.patch(path, { version, extras: { ipss_total: 3 } })).status).toBe(200);
    const stale = await treated.provider.patch(path, { version, extras: { ipss_total: 9 } });
    expect([stale.status, stale.body.error, stale.body.current.extras]).toEqual([
      409,
      'version_conflict',
      { ipss_total: 3, ipss_total_on: A_DATE },
    ]);
    const cleared = await treated.provider.patch(path, {
      version: version + 1,
      extras: { ipss_total: null },
    });
    expect(cleared.body.case.extras).toEqual({});
  });

  it.each<[object, string]>([
    [{ pdmp_checked_on: '2999-01-01' }, 'extras.pdmp_checked_on'],
    [{ constructor: 1 }, 'extras.constructor'],
  ])('reject %p', async (extras, field) => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const response = await treated.provider.raw(
      `/api/trt/cases/${treated.caseId}`,
      JSON.stringify({ version, extras }),
      {},
      'PATCH',
    );
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('never contain a text that cannot be stored', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    for (const diagnosis of ['a\0b', 'a\ud800b']) {
      const response = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
        version,
        diagnosis,
      });
      expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, ['diagnosis']]);
    }
  });

  it('accept the version from If-Match as well', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const path = `/api/trt/cases/${treated.caseId}`;
    expect(
      (await treated.provider.patch(path, { diagnosis: 'E29.1' }, { 'if-match': `"${version}"` })).status,
    ).toBe(200);
    expect(
      (await treated.provider.patch(path, { diagnosis: 'x' }, { 'if-match': `"${version}"` })).status,
    ).toBe(409);
  });

  it('do not close a case that is being treated', async () => {
    const treated = await planned(portal);
    await approvePlan(treated, treated.plan);
    const { version } = (await detail(treated)).case;
    const response = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      status: 'closed',
    });
    expect([response.status, response.body.error]).toEqual([409, 'invalid_state']);
  });

  it('keep what is not sent', async () => {
    const treated = await submitted(portal);
    const path = `/api/trt/cases/${treated.caseId}`;
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(path, { version, extras: { ipss_total: 3, urology_cleared: true } });
    const second = await treated.provider.patch(path, { version: version + 1, extras: { bp_systolic: 128 } });
    expect(second.body.case.extras).toEqual({
      ipss_total: 3,
      ipss_total_on: A_DATE,
      urology_cleared: true,
      urology_cleared_on: A_DATE,
      bp_systolic: 128,
      bp_on: A_DATE,
    });
  });

  it('survive a new submission of the intake', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { urology_cleared: true },
    });
    await save(treated.patient, { ...answers(treated.patient.email), occupation: 'new' }, { submit: true });
    expect((await detail(treated)).case.extras).toEqual({
      urology_cleared: true,
      urology_cleared_on: A_DATE,
    });
  });
});

describe('the alerts of a row', () => {
  it('are counted while open, including the critical ones', async () => {
    const treated = await submitted(portal);
    const counts = async () => {
      const { body } = await treated.provider.list('/api/trt/cases', {
        filter: { q: treated.patient.email },
      });
      return (body.items as CaseRow[]).map((row) => [row.open_alerts, row.critical_alerts]);
    };
    const expected = async () => {
      const { alerts } = await detail(treated);
      return [alerts.length, alerts.filter((alert) => alert.severity === 'critical').length];
    };
    const before = await expected();
    expect(await counts()).toEqual([before]);
    await addLab(treated, 5, { hct_percent: 55 });
    const [open, critical] = await expected();
    expect(critical).toBe(before[1]! + 1);
    expect(open).toBeGreaterThan(critical!);
    expect(await counts()).toEqual([[open, critical]]);
    await addLab(treated, 1, { hct_percent: 45 });
    expect((await counts())[0]![1]).toBe(before[1]);
  });
});

describe('the worklist by urgency', () => {
  const rows = async ({ provider }: Treated): Promise<CaseRow[]> =>
    (
      (await provider.list('/api/trt/cases', { sort: ['urgency', 'ASC'], range: [0, 99] })).body as {
        items: CaseRow[];
      }
    ).items;

  /** An alert that no rule raised was reported, and is for today. */
  const soon = (key: string | null) => urgencyOf(key ?? '', effectsOf(key ?? '').length > 0);

  it('lists the longest wait first, an open case among the overdue reviews, and patients with nothing pending last', async () => {
    const waiting = await submitted(portal);
    const list = await rows(waiting);
    // The worst finding first, then what is for today, then who is still taking the medicine, then the oldest finding; then a pending plan.
    const order = list.map(({ top_alert, status, on_treatment, plan_waits, waiting_since, created_at }) => {
      const finding = status !== 'closed' && top_alert && ['critical', 'warning'].indexOf(top_alert.severity);
      if (typeof finding === 'number' && finding >= 0)
        return `${finding} ${3 - soon(top_alert!.rule_key)} ${on_treatment ? 0 : 1} ${top_alert!.created_at}`;
      return status !== 'closed' && plan_waits
        ? `2 ${waiting_since ?? created_at}`
        : `3 ${waiting_since ?? '9'}`;
    });
    expect(order).toEqual([...order].sort());
    expect(order[0]).toMatch(/^0 \d 0/);
    const waits = list.find((row) => row.top_alert)!.top_alert!;
    expect(waits.evidence).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]),
    );
    const place = (found: (row: CaseRow) => boolean) => list.findIndex(found);
    expect(place((row) => row.id === waiting.caseId)).toBeLessThan(
      list.findLastIndex((row) => row.status === 'monitoring' && !row.overdue),
    );
    for (const { status, waiting_since, created_at, next_review_at } of list) {
      if (status === 'closed') expect(waiting_since).toBeNull();
      if (status === 'open') expect(waiting_since).toBe(created_at);
      if (status === 'monitoring') expect(waiting_since?.slice(0, 10)).toBe(next_review_at ?? undefined);
    }
  });

  it('puts an emergency of any patient before all other alerts, also in a closed case', async () => {
    const untreated = await submitted(portal);
    const closed = await inForce(portal);
    const ending = { reason_code: 'patient_choice', effective_date: daysAgo(0), follow_up_labs: false };
    await closed.provider.post(`/api/trt/cases/${closed.caseId}/discontinue`, ending);
    for (const { patient } of [untreated, closed])
      await patient.post('/api/messages', { subject: 'Help', body: 'I want to kill myself tonight' });
    const list = await rows(untreated);
    const emergencies = list.filter((row) => row.top_alert?.rule_key?.startsWith('emergency_'));
    expect(emergencies.map(({ id }) => id)).toEqual(
      expect.arrayContaining([untreated.caseId, closed.caseId]),
    );
    expect(list.slice(0, emergencies.length)).toEqual(emergencies);
    const found = await untreated.provider.list('/api/trt/cases', { filter: { emergency: true } });
    expect((found.body as { items: CaseRow[] }).items).toHaveLength(emergencies.length);
  });

  it('counts the wait of a reopened case from then on', async () => {
    const treated = await planned(portal);
    await approvePlan(treated, treated.plan);
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: daysAgo(0),
      follow_up_labs: false,
    });
    const of = async () => (await rows(treated)).find((row) => row.id === treated.caseId)!;
    expect([(await of()).status, (await of()).waiting_since]).toEqual(['closed', null]);
    const again = answers(treated.patient.email, { occupation: 'Baker' });
    expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
    const { status, waiting_since, created_at } = await of();
    expect([status, waiting_since! > created_at]).toEqual(['open', true]);
  });
});

describe('discontinuation', () => {
  const stop = ({ provider, caseId }: Treated, change: object = {}) =>
    provider.post(`/api/trt/cases/${caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: daysAgo(0),
      follow_up_labs: true,
      note: 'By phone',
      ...change,
    });

  it('ends plan and orders, keeps everything, and continues monitoring while labs are due', async () => {
    const treated = await inForce(portal);
    const response = await stop(treated);
    expect([response.status, response.body.case.status, response.body.plan]).toEqual([
      200,
      'monitoring',
      null,
    ]);
    expect((response.body.prescriptions as Prescription[]).map((p) => p.prescription_state)).toEqual([
      'past',
    ]);
    const plans = (await treated.provider.get(`/api/trt/provider/patient-plans/${treated.patientId}`)).body
      .plans as Plan[];
    expect(plans.map((p) => [p.plan_state, p.status])).toEqual([['previous', 'approved']]);
  });

  it.each([true, false])(
    'is not undone by requesting a plan again (follow-up labs: %p)',
    async (followUp) => {
      const treated = await inForce(portal);
      await stop(treated, { reason_code: 'safety_event', follow_up_labs: followUp });
      const { status, body } = await generate(treated.patient);
      expect([status, (body as unknown as { error: string }).error]).toEqual([409, 'invalid_state']);

      const again = answers(treated.patient.email, { occupation: 'Baker' });
      expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
      const restart = await generate(treated.patient);
      expect([restart.status, restart.body.outcome]).toEqual([201, 'draft_flagged']);
      expect(restart.body.reasons).toContain('restart_after_discontinuation');
      const { pending_plan } = await detail(treated);
      expect([pending_plan!.flagged, pending_plan!.flag_reason]).toEqual([
        true,
        expect.stringContaining('restart_after_discontinuation'),
      ]);
      const reason = { override_reason: 'Cleared by cardiology.' };
      const unnamed = await approvePlan(treated, pending_plan!, reason);
      expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([422, ['overrides']]);
      const approved = await approvePlan(treated, pending_plan!, {
        ...reason,
        overrides: ['restart_after_safety_stop'],
      });
      expect(approved.status).toBe(200);
      expect((await detail(treated)).next_lab_suggestion!.instruction).not.toContain('after stopping');
    },
  );

  it('is followed by a restart that was asked for with the same answers, once', async () => {
    const treated = await inForce(portal);
    await stop(treated);
    const again = () => save(treated.patient, answers(treated.patient.email), { submit: true });
    const first = await again();
    expect(first.status).toBe(200);
    const restart = await generate(treated.patient);
    expect([restart.status, restart.body.outcome]).toEqual([201, 'draft_flagged']);
    const second = await again();
    expect(second.body.intake_form.submitted_at).toBe(first.body.intake_form.submitted_at);
  });

  it('ends a case that only a new submission reopens', async () => {
    const treated = await inForce(portal);
    await stop(treated, { follow_up_labs: false });
    const { version } = (await detail(treated)).case;
    const path = `/api/trt/cases/${treated.caseId}`;
    const response = await treated.provider.patch(path, { version, status: 'open' });
    expect([response.status, response.body.error]).toEqual([409, 'invalid_state']);
  });

  it('is refused when the case has changed since', async () => {
    const treated = await inForce(portal);
    const { version } = (await detail(treated)).case;
    const path = `/api/trt/cases/${treated.caseId}/discontinue`;
    const body = { reason_code: 'other', effective_date: daysAgo(0), follow_up_labs: true };
    const stale = await treated.provider.post(path, body, { 'if-match': `"${version - 1}"` });
    expect([stale.status, stale.body.error, stale.body.current.version]).toEqual([
      409,
      'version_conflict',
      version,
    ]);
    expect((await detail(treated)).plan!.status).toBe('approved');
    expect((await stop(treated, { version })).status).toBe(200);
  });

  it('can be dated up to a year ago', async () => {
    const treated = await inForce(portal);
    const early = await stop(treated, { effective_date: daysAgo(364) });
    expect([early.status, early.body.fields.effective_date]).toEqual([
      422,
      expect.stringMatching(/^The treatment started on \w+ \d+, \d{4}\./),
    ]);
    const { version } = (await detail(treated)).case;
    const extras = { therapy_started_on: daysAgo(364), last_change_on: daysAgo(364) };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    expect((await stop(treated, { effective_date: daysAgo(364) })).status).toBe(200);
  });

  it('happens only once, even with two calls at the same time; afterwards the case is closed', async () => {
    const treated = await inForce(portal);
    const both = await Promise.all([stop(treated), stop(treated)]);
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409]);
    const refused = both.find((r) => r.status === 409)!.body;
    expect([refused.error, refused.message]).toEqual([
      'invalid_state',
      expect.stringContaining('already discontinued'),
    ]);
    const closed = await stop(treated, { follow_up_labs: false, effective_date: daysAgo(30) });
    expect([closed.status, closed.body.case.status]).toEqual([200, 'closed']);
    const ended = await portal.database.asSuperuser<{ on: string }>(
      'SELECT DISTINCT effective_on::text AS on FROM discontinuations WHERE case_id = $1',
      [treated.caseId],
    );
    expect(ended).toEqual([{ on: daysAgo(0) }]);
  });

  it('closes the case without follow-up, and a new submission reopens it', async () => {
    const treated = await inForce(portal);
    expect((await stop(treated, { follow_up_labs: false })).body.case.status).toBe('closed');
    expect((await stop(treated)).body.error).toBe('invalid_state');
  });

  it.each<[string, object]>([
    ['reason_code', { reason_code: 'bored' }],
    ['effective_date', { effective_date: '2999-01-01' }],
    ['effective_date', { effective_date: 'today' }],
    ['effective_date', { effective_date: daysAgo(368) }],
    ['effective_date', { effective_date: '0001-01-01' }],
    ['follow_up_labs', { follow_up_labs: 'yes' }],
  ])('rejects a bad %s', async (field, change) => {
    const treated = await inForce(portal);
    const response = await stop(treated, change);
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });
});
