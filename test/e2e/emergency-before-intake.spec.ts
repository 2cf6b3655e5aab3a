import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CaseRow, StaffMessagesResponse } from '../../common/api/index.js';
import { answers, closeEmergency, detail, openEmergencies, save, type Treated } from '../support/care.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let provider: Person;
let patient: Person;
beforeAll(async () => {
  portal = await startPortal('demo');
  provider = await portal.signIn('provider@demo.test');
});
afterAll(() => portal.close());
beforeEach(async () => {
  patient = await portal.signUp();
});

const WORDS = 'I am going to kill myself tonight';
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const rowsOf = async (): Promise<CaseRow[]> =>
  (await provider.list('/api/trt/cases', { filter: { q: patient.email } })).body.items as CaseRow[];
async function told(): Promise<Treated> {
  const [row] = await rowsOf();
  if (!row) throw new Error('no case for an emergency');
  return { patient, provider, caseId: row.id, patientId: row.patient_id };
}
const write = (body: string) => patient.post('/api/messages', { subject: 'Hello', body });
const draft = () => save(patient, { other_symptoms: WORDS });
const submit = (change: object = {}) =>
  save(patient, answers(patient.email, { ...change }), { submit: true });

describe('an emergency before the intake is submitted', () => {
  it.each<[string, () => Promise<{ ok: boolean }>, string]>([
    ['a message', () => write(WORDS), 'emergency_self_harm critical message'],
    [
      'a question to the assistant',
      () => patient.post('/api/trt/assistant/chat', { message: WORDS }),
      'emergency_self_harm critical assistant',
    ],
    [
      'the reason for an appointment',
      () => patient.post('/api/appointments', { kind: 'phone', reason: WORDS, preferred: [inHours(30)] }),
      'emergency_self_harm critical appointment',
    ],
    [
      'a check-in',
      () =>
        patient.post('/api/progress/check-in', {
          symptoms: { sadness_mood: { present: true, severity: 10 } },
        }),
      'emergency_low_mood critical check_in',
    ],
    ['a draft of the intake', draft, 'emergency_self_harm critical intake'],
  ])('in %s opens the case with its alert, which is there after the submission', async (_, send, alert) => {
    expect((await send()).ok).toBe(true);
    const treated = await told();
    expect(await openEmergencies(treated)).toEqual([alert]);
    const { status } = await save(patient, { full_name: 'Sam Early', phone: '(212) 555-0188' });
    const { contact } = await detail(treated);
    expect([status, contact.unsent_name, contact.phone]).toEqual([200, 'Sam Early', '(212) 555-0188']);
    expect((await submit(alert.endsWith('intake') ? { other_symptoms: WORDS } : {})).status).toBe(200);
    expect(await rowsOf()).toHaveLength(1);
    expect(await openEmergencies(treated)).toEqual([alert]);
    expect((await detail(treated)).rules.map(({ rule_key }) => rule_key)).toContain('low_t_unconfirmed');
  });

  it('stands first in the order of work, and is closed by a record of contact', async () => {
    await write(WORDS);
    const treated = await told();
    const { body } = await provider.list('/api/trt/cases', { sort: ['urgency', 'ASC'], range: [0, 99] });
    const items = body.items as CaseRow[];
    const ahead = items.slice(0, items.findIndex(({ id }) => id === treated.caseId) + 1);
    expect(ahead.length).toBeGreaterThan(0);
    expect(ahead.every(({ critical_alerts }) => critical_alerts > 0)).toBe(true);
    await closeEmergency(treated, 'emergency_self_harm');
    expect(await openEmergencies(treated)).toEqual([]);
    await write(WORDS);
    expect(await openEmergencies(treated)).toEqual(['emergency_self_harm critical message']);
  });

  it('is marked on the case, and on its thread until it is answered', async () => {
    await write(WORDS);
    const treated = await told();
    expect((await detail(treated)).case.awaits_intake).toBe(true);
    await patient.post('/api/messages', { subject: 'Parking', body: 'Where can I park?' });
    const marks = async () => {
      const { body } = await provider.list('/api/provider/messages', {
        filter: { patient_id: treated.patientId },
      });
      const { threads } = body as StaffMessagesResponse;
      return threads.map(({ subject, emergency }) => `${subject} ${emergency}`).toSorted();
    };
    expect(await marks()).toEqual(['Hello true', 'Parking false']);
    expect((await patient.get('/api/messages')).body.threads[0]).not.toHaveProperty('emergency');
    await closeEmergency(treated, 'emergency_self_harm');
    expect(await marks()).toEqual(['Hello false', 'Parking false']);
    await submit();
    expect((await detail(treated)).case.awaits_intake).toBe(false);
  });

  it('gives nothing to decide or to judge until then', async () => {
    await write(WORDS);
    const treated = await told();
    const { case: known, rules, next_lab_suggestion, intake_summary } = await detail(treated);
    expect([known.status, rules, next_lab_suggestion, intake_summary]).toEqual(['open', [], null, null]);
    const at = `/api/trt/cases/${treated.caseId}`;
    const plan = {
      formulation: 'testosterone_cypionate_im',
      dose: 80,
      frequency: 'once weekly',
      route: 'intramuscular',
      override_reason: 'Looks fine to me so far',
    };
    expect((await provider.post(`${at}/plans`, plan)).body.error).toBe('invalid_state');
    expect((await provider.patch(at, { version: known.version, extras: { ipss_total: 3 } })).body.error).toBe(
      'invalid_state',
    );
    expect((await patient.post('/api/trt/patient/generate-baseline-plan', {})).status).toBe(409);
    const dashboard = (await patient.get('/api/trt/dashboard')).body;
    expect([dashboard.intake_completed, dashboard.next_lab_suggestion, dashboard.no_plan]).toEqual([
      false,
      null,
      null,
    ]);
    const profile = await provider.get(`/api/provider/patients/${treated.patientId}`);
    expect([profile.body.case_id, profile.body.rules]).toEqual([treated.caseId, []]);
    await submit();
    expect((await provider.post(`${at}/plans`, plan)).body.error).not.toBe('invalid_state');
  });

  it('is audited as told, without its words; what is harmless opens nothing', async () => {
    await write('When will my intake be read?');
    await save(patient, { other_symptoms: 'a bit tired' });
    expect(await rowsOf()).toEqual([]);
    await write(WORDS);
    const treated = await told();
    const rows = await portal.database.asSuperuser<{ action: string; detail: object | null }>(
      `SELECT action, detail FROM audit_events WHERE patient_id = $1 AND action IN ('case.open', 'message.send') ORDER BY seq DESC LIMIT 2`,
      [treated.patientId],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'case.open', detail: { awaits_intake: true } }),
        expect.objectContaining({
          action: 'message.send',
          detail: expect.objectContaining({ emergency: 'self_harm', alerted: true }),
        }),
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain('kill');
  });

  it('is not seen by another clinic', async () => {
    await write(WORDS);
    const treated = await told();
    const north = await portal.signIn('north@demo.test');
    expect((await north.get(`/api/trt/cases/${treated.caseId}/detail`)).status).toBe(404);
  });
});
