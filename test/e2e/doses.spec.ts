import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DosesResponse, TimelineResponse } from '../../common/api/index.js';
import { detail, inForce, submitted, type Treated } from '../support/care.js';
import { bytesOf, pdfText } from '../support/files.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { GEL } from '../support/treatment.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let treated: Treated;
beforeAll(async () => {
  portal = await startTreatedPortal();
  treated = await inForce(portal);
});
afterAll(() => portal.close());

const HOUR = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();
const log = (more: object = {}, person = treated.patient) =>
  person.post('/api/doses', { taken_at: hoursAgo(1), dose: 80, unit: 'mg', ...more });
const own = async (): Promise<DosesResponse> =>
  (await treated.patient.get('/api/doses')).body as DosesResponse;

describe('the dose log', () => {
  it('keeps what was taken encrypted, newest first, and says what comes next', async () => {
    const first = await log({ taken_at: hoursAgo(12 * 24), site: 'left thigh' });
    expect([first.status, first.body.dose, first.body.site]).toEqual([201, 80, 'left thigh']);
    const late = await own();
    expect([late.next!.missed, late.next!.frequency]).toEqual([true, 'once weekly']);
    const second = await log({ taken_at: hoursAgo(50), site: 'right thigh', note: 'A little sore' });
    const { doses, hours_since_last, next, suggested_site } = await own();
    expect(doses.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
    expect(hours_since_last).toBeCloseTo(50, 0);
    expect(next).toMatchObject({
      due_at: new Date(Date.parse(second.body.taken_at as string) + 7 * 24 * HOUR).toISOString(),
      missed: false,
    });
    expect(suggested_site).toBe('left thigh');
    const rows = await portal.database.asSuperuser(
      'SELECT d::text AS row FROM doses d WHERE patient_id = $1',
      [treated.patientId],
    );
    expect(JSON.stringify(rows)).not.toMatch(/thigh|sore/);
  });

  it('deletes one once, and keeps a record that it was there', async () => {
    const { body } = await log({ taken_at: hoursAgo(30) });
    const remove = () => treated.patient.request('DELETE', `/api/doses/${body.id}`);
    const stranger = await portal.signIn('patient@demo.test');
    expect((await stranger.request('DELETE', `/api/doses/${body.id}`)).status).toBe(404);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await own()).doses.map(({ id }) => id)).not.toContain(body.id);
    const acts = async (): Promise<string[]> => {
      const rows = await portal.database.asSuperuser<{ action: string }>(
        `SELECT action FROM audit_events WHERE target_id = $1`,
        [body.id],
      );
      return rows.map(({ action }) => action).toSorted();
    };
    // A refusal is recorded after its answer.
    await until('three acts', async () => (await acts()).length === 3, 5_000);
    expect(await acts()).toEqual(['access.deny', 'dose.log', 'dose.remove']);
  });

  it('that raised an alert and was taken back says so, on the alert and in the log of staff', async () => {
    const mistaken = await inForce(portal);
    const saved = (
      await mistaken.patient.post('/api/doses', { taken_at: hoursAgo(2), dose: 400, unit: 'mg' })
    ).body;
    expect((await mistaken.patient.request('DELETE', `/api/doses/${saved.id}`)).status).toBe(204);
    const { alerts } = await detail(mistaken);
    const alert = alerts.find(({ rule_key }) => rule_key === 'dose_far_over_plan')!;
    expect(alert.message).toMatch(/ The entry was removed by the patient on \w+ \d+ at \d+:\d\d [AP]M\.$/);
    expect(alert.reports).toMatchObject([{ place: 'dose', removed_at: expect.any(String) }]);
    const path = `/api/trt/cases/${mistaken.caseId}/timeline`;
    const timeline = (await mistaken.provider.get(path)).body as TimelineResponse;
    expect(timeline.removed_doses).toMatchObject([
      { id: saved.id, dose: 400, removed_at: expect.any(String) },
    ]);
    expect(timeline.doses).toEqual([]);
    expect((await mistaken.patient.get('/api/trt/timeline')).body).not.toHaveProperty('removed_doses');
  });

  it.each<[string, string, object]>([
    ['tomorrow', 'taken_at', { taken_at: hoursAgo(-24) }],
    ['two years ago', 'taken_at', { taken_at: hoursAgo(2 * 366 * 24) }],
    ['at an invalid time', 'taken_at', { taken_at: '2026-02-30T08:00:00Z' }],
    ['without a time zone', 'taken_at', { taken_at: '2026-11-20T08:00:00' }],
    ['of nothing', 'dose', { dose: 0 }],
    ['given as text', 'dose', { dose: '80' }],
    ['far too large', 'dose', { dose: 80_000 }],
    ['in spoons', 'unit', { unit: 'spoons' }],
    ['in a unit of another product', 'unit', { dose: 2, unit: 'pumps' }],
    ['with a very long note', 'note', { note: 'x'.repeat(1001) }],
    ['with more', 'mood', { mood: 'good' }],
  ])('rejects a dose %s', async (_, field, wrong) => {
    const { status, body } = await log(wrong);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, [field]]);
  });

  it('of a pump gel is in mg or pumps, and too many of them are an overdose', async () => {
    const gel = await inForce(portal);
    await portal.database.asSuperuser(
      `UPDATE plans SET formulation = $2, dose = 40.5, frequency = 'once daily' WHERE case_id = $1`,
      [gel.caseId, GEL.formulation],
    );
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET formulation = $2, dose = '40.5 mg', frequency = 'once daily' WHERE case_id = $1`,
      [gel.caseId, GEL.formulation],
    );
    for (const unit of ['g', 'packets']) {
      const { status, body } = await log({ dose: 20, unit }, gel.patient);
      expect([status, body.fields]).toEqual([422, { unit: 'Choose a unit of your product: mg, pumps.' }]);
    }
    const pumps = await log({ dose: 20, unit: 'pumps' }, gel.patient);
    expect([pumps.status, pumps.body.emergency?.kind]).toEqual([201, 'too_much']);
  });

  it('counts no hours below zero where the clock of the phone is ahead', async () => {
    const early = await inForce(portal);
    await early.patient.post('/api/doses', { taken_at: hoursAgo(-0.07), dose: 80, unit: 'mg' });
    expect((await early.patient.get('/api/doses')).body.hours_since_last).toBe(0);
  });

  it('accepts one per time, and not 500 a day', async () => {
    const day = Date.now() - 100 * 24 * HOUR;
    // Noon in New York, in any season: all within one day there.
    const noon = new Date(day).setUTCHours(17, 0, 0, 0);
    const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString();
    expect((await log({ taken_at: at(0) })).status).toBe(201);
    expect((await log({ taken_at: at(0) })).body.error).toBe('invalid_state');
    for (let n = 1; n < 12; n += 1) expect((await log({ taken_at: at(n) })).status).toBe(201);
    const { status, body } = await log({ taken_at: at(12) });
    expect([status, Object.keys(body.fields as object)]).toEqual([422, ['taken_at']]);
  });

  it('is the patient’s own', async () => {
    expect((await treated.provider.get('/api/doses')).status).toBe(403);
    expect((await log({}, treated.provider)).status).toBe(403);
  });

  it('tells the care team of testosterone without an approved plan, and refuses what no one would read', async () => {
    const waiting = await submitted(portal);
    const sent = await log({}, waiting.patient);
    expect([sent.status, sent.body.emergency.title]).toEqual([201, 'You have no approved plan']);
    const alerts = (await detail(waiting)).alerts.map(({ rule_key: key, severity }) => `${key} ${severity}`);
    expect(alerts).toContain('dose_without_plan critical');

    const unknown = await portal.signUp();
    const refused = await log({}, unknown);
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
    const danger = await log({ note: 'crushing chest pain since I took it' }, unknown);
    expect([danger.status, danger.body.emergency.kind]).toEqual([201, 'heart_or_breathing']);
  });

  it('has no next dose while an emergency or an overdose is not answered', async () => {
    const other = await inForce(portal);
    const next = async () => {
      const { body } = await other.patient.get('/api/doses');
      const { emergency_open: open } = (await other.patient.get('/api/trt/dashboard')).body;
      return [body.emergency_open, open, body.next !== null];
    };
    await log({}, other.patient);
    expect(await next()).toEqual([false, false, true]);
    await log({ taken_at: hoursAgo(2), dose: 800 }, other.patient);
    expect(await next()).toEqual([true, true, false]);
  });

  it('is exported as a table and as a PDF, in local time, by the patient alone', async () => {
    const other = await inForce(portal);
    await portal.database.asSuperuser(`UPDATE patients SET timezone = 'Asia/Tokyo' WHERE id = $1`, [
      other.patientId,
    ]);
    const takenAt = hoursAgo(1);
    await log({ site: 'left thigh', note: '=1+1', taken_at: takenAt }, other.patient);
    const file = await other.patient.get('/files/doses.csv');
    const [header, row] = file.text.replace('\uFEFF', '').split('\n');
    expect([file.status, header]).toEqual([200, 'Taken,Time zone,Dose,Unit,Site,Note']);
    const local = new Date(Date.parse(takenAt) + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    expect(row).toBe(`${local},Asia/Tokyo,80,mg,left thigh,'=1+1`);
    const pdf = pdfText(bytesOf(await other.patient.get('/files/doses.pdf'))).replace(/\s+/g, ' ');
    const hour = new Date(takenAt).toLocaleString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Asia/Tokyo',
    });
    expect(pdf).toContain(`${hour} 80 mg, left thigh =1+1`);
    expect((await other.provider.get('/files/doses.pdf')).status).toBe(403);
    expect((await other.provider.get('/files/doses.csv')).status).toBe(403);
  });
});
