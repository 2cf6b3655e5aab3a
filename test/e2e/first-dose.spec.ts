import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, dateIn } from '../../common/clinical/index.js';
import { clinicToday, daysAgo, detail, inForce, planned, type Treated } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { draw, fired, onTreatment } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const tell = (patient: Person, taken_on: unknown) => patient.post('/api/first-dose', { taken_on });
const question = async (patient: Person) => (await patient.get('/api/first-dose')).body as object;
/** As if the plan had been approved some days ago. */
const approvedOn = (treated: Treated, day: string) =>
  portal.database.asSuperuser(
    `UPDATE cases SET extras = extras || jsonb_build_object('therapy_started_on', $2::text, 'last_change_on', $2::text) WHERE id = $1`,
    [treated.caseId, day],
  );

describe('the first dose', () => {
  it('is assumed 7 days after the approval until the patient reports it; the schedule follows', async () => {
    const treated = await inForce(portal);
    const today = clinicToday();
    expect(await question(treated.patient)).toEqual({
      asked: true,
      not_before: today,
      therapy_start: { on: addDays(today, 7), assumed: true },
    });
    const before = await detail(treated);
    expect(before.therapy_start).toEqual({ on: addDays(today, 7), assumed: true });
    expect(before.case.extras).toMatchObject({ therapy_started_on: today, last_change_on: today });

    await approvedOn(treated, daysAgo(12));
    const assumed = (await detail(treated)).next_lab_suggestion!;
    const told = await tell(treated.patient, daysAgo(10));
    expect([told.status, told.body]).toEqual([201, { therapy_start: { on: daysAgo(10), assumed: false } }]);
    const after = await detail(treated);
    expect(after.therapy_start).toEqual({ on: daysAgo(10), assumed: false });
    expect(after.case.extras).toMatchObject({ therapy_started_on: daysAgo(10), last_change_on: daysAgo(10) });
    // Assumed to have begun 5 days ago, actually 10 days ago.
    expect(after.next_lab_suggestion!.suggested_in_days).toBe(assumed.suggested_in_days - 5);
    expect(await question(treated.patient)).toMatchObject({ asked: false, not_before: null });
    expect(
      await portal.database.asSuperuser(
        `SELECT actor_role, detail FROM audit_events WHERE action = 'case.first_dose' AND target_id = $1`,
        [treated.caseId],
      ),
    ).toEqual([{ actor_role: 'patient', detail: { taken_on: daysAgo(10) } }]);
  });

  it('is reported once, and corrected by staff as a dated fact', async () => {
    const treated = await inForce(portal);
    await approvedOn(treated, daysAgo(5));
    expect((await tell(treated.patient, daysAgo(3))).status).toBe(201);
    expect((await tell(treated.patient, daysAgo(2))).body.error).toBe('invalid_state');
    const { version } = (await detail(treated)).case;
    const extras = { therapy_started_on: daysAgo(4) };
    const reason = 'The patient corrected the day by phone';
    expect(
      (await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras, reason })).status,
    ).toBe(200);
    expect((await detail(treated)).therapy_start).toEqual({ on: daysAgo(4), assumed: false });
  });

  it('is not asked for once a clinician has entered the start', async () => {
    const treated = await inForce(portal);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { therapy_started_on: daysAgo(1), last_change_on: daysAgo(1) },
    });
    expect(await question(treated.patient)).toMatchObject({
      asked: false,
      therapy_start: { on: daysAgo(1), assumed: false },
    });
    expect((await tell(treated.patient, clinicToday())).status).toBe(409);
  });

  it('stays when other facts are saved, and ends with the treatment', async () => {
    const treated = await inForce(portal);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras: { ipss_total: 4 } });
    expect((await detail(treated)).therapy_start).toMatchObject({ assumed: true });
    const ended = await treated.provider.post(`/api/trt/cases/${treated.caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: clinicToday(),
      follow_up_labs: true,
    });
    expect([ended.status, ended.body.therapy_start]).toEqual([200, null]);
    expect(await question(treated.patient)).toEqual({ asked: false, not_before: null, therapy_start: null });
    expect((await tell(treated.patient, clinicToday())).status).toBe(409);
  });

  it('cannot be in the future or before the approval, and must be a day', async () => {
    const treated = await inForce(portal);
    const days = [addDays(clinicToday(), 2), daysAgo(3), '2026-02-30', '', null, 5, undefined];
    for (const day of days) {
      const response = await tell(treated.patient, day);
      expect([day, response.status, Object.keys(response.body.fields ?? {})]).toEqual([
        day,
        422,
        ['taken_on'],
      ]);
    }
    expect((await detail(treated)).therapy_start).toMatchObject({ assumed: true });
  });

  it('needs an approved plan, and a patient', async () => {
    const treated = await planned(portal);
    expect((await tell(treated.patient, clinicToday())).body.error).toBe('invalid_state');
    expect((await tell(treated.provider, clinicToday())).status).toBe(403);
    expect((await treated.provider.get('/api/first-dose')).status).toBe(403);
    expect((await tell(portal.anonymous(), clinicToday())).status).toBe(401);
  });
});

describe('the dates that doses are counted from', () => {
  it('are changed for a typed reason only, and never set in the future', async () => {
    const treated = await inForce(portal);
    const enter = async (extras: object, more: object = {}) => {
      const { version } = (await detail(treated)).case;
      return treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras, ...more });
    };
    const known = { therapy_started_on: daysAgo(60), last_change_on: daysAgo(20) };
    expect((await enter(known)).status).toBe(200);
    expect((await enter(known)).status).toBe(200);
    for (const change of [
      { last_change_on: daysAgo(50) },
      { last_change_on: null },
      { therapy_started_on: daysAgo(400) },
    ])
      for (const reason of [undefined, 'ok', 'noted'])
        expect([reason, Object.keys((await enter(change, { reason })).body['fields'] as object)]).toEqual([
          reason,
          ['reason'],
        ]);
    const reason = 'The pharmacy confirmed the first fill of the new dose';
    expect((await enter({ last_change_on: daysAgo(30) }, { reason })).status).toBe(200);
    for (const name of ['therapy_started_on', 'last_change_on']) {
      const refused = await enter({ [name]: daysAgo(-1) }, { reason });
      expect([refused.status, Object.keys(refused.body['fields'] as object)]).toEqual([
        422,
        [`extras.${name}`],
      ]);
    }
    const [row] = await portal.database.asSuperuser<{ detail: Record<string, unknown> }>(
      `SELECT detail FROM audit_events WHERE action = 'case.update' AND target_id = $1 AND detail ? 'reason_enc' ORDER BY seq DESC LIMIT 1`,
      [treated.caseId],
    );
    expect(Object.keys(row!.detail)).toEqual(expect.arrayContaining(['reason_enc', 'last_change_on_enc']));
  });

  it('hide nothing that is overdue: a later start is refused by a draw on treatment, or told as an alert', async () => {
    const treated = await onTreatment(portal, { day: 150 });
    const enter = async (on: string) => {
      const { version } = (await detail(treated)).case;
      const extras = { therapy_started_on: on, last_change_on: on };
      const reason = 'The patient says that he began later than we wrote';
      return treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras, reason });
    };
    const keys = async () => (await detail(treated)).alerts.map((alert) => alert.rule_key);
    expect(await keys()).toContain('labs_overdue_30');
    expect((await enter(daysAgo(3))).status).toBe(200);
    expect(await keys()).toEqual(expect.arrayContaining(['treatment_date_moved']));

    await draw(treated, [90, { tt_ng_dl: 500 }, 80]);
    const refused = await enter(daysAgo(2));
    expect([refused.status, Object.keys(refused.body['fields'] as object)]).toEqual([
      422,
      ['extras.therapy_started_on'],
    ]);
    expect((await enter(daysAgo(120))).status).toBe(200);
  });

  it('take no level above the target away unsaid', async () => {
    const treated = await onTreatment(portal, { day: 120, draws: [[2, { tt_ng_dl: 700 }, 84]] });
    const before = await fired(treated);
    expect(before).toContain('t_above_target');
    const { version } = (await detail(treated)).case;
    const moved = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { last_change_on: daysAgo(4) },
      reason: 'The pharmacy says that the new vial came later',
    });
    expect(moved.status).toBe(200);
    const { alerts } = await detail(treated);
    expect(alerts.find((alert) => alert.rule_key === 'treatment_date_moved')?.message).toContain(
      'Testosterone above target',
    );
  });
});

describe('where the patient lives a day behind the clinic', () => {
  /** Approved today in the clinic, when it is yesterday where the patient lives, at any hour. */
  async function behind() {
    const treated = await inForce(portal);
    const set = (text: string, zone: string) => portal.database.asSuperuser(text, [treated.patientId, zone]);
    await set(
      'UPDATE organisations SET timezone = $2 WHERE id = (SELECT org_id FROM patients WHERE id = $1)',
      'Pacific/Kiritimati',
    );
    await set('UPDATE patients SET timezone = $2 WHERE id = $1', 'Pacific/Honolulu');
    const day = dateIn(new Date(), 'Pacific/Honolulu');
    await approvedOn(treated, addDays(day, 1));
    return { treated, day };
  }

  it('the first dose of that day can be told', async () => {
    const { treated, day } = await behind();
    expect(await question(treated.patient)).toMatchObject({ asked: true, not_before: day });
    expect((await tell(treated.patient, addDays(day, -1))).status).toBe(422);
    const told = await tell(treated.patient, day);
    expect([told.status, told.body]).toEqual([201, { therapy_start: { on: day, assumed: false } }]);
  });

  it('and so does a dose of the log', async () => {
    const { treated, day } = await behind();
    const dose = { taken_at: new Date().toISOString(), dose: 80, unit: 'mg' };
    expect((await treated.patient.post('/api/doses', dose)).status).toBe(201);
    expect(await question(treated.patient)).toMatchObject({ therapy_start: { on: day, assumed: false } });
  });
});
