import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inForce, openEmergencies, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let treated: Ordered;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  treated = await inForce(portal);
});

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const appointment = (reason: string) =>
  treated.patient.post('/api/appointments', { kind: 'phone', reason, preferred: [inHours(30)] });
const cancel = async (reason: string) => {
  const { body } = await appointment('Talk about my results');
  return treated.patient.post(`/api/appointments/${body.id}/cancel`, { reason });
};
const dose = (note: string) =>
  treated.patient.post('/api/doses', { taken_at: inHours(-1), dose: 80, unit: 'mg', note });
const refill = (reason: string, side_effects: object[] = []) =>
  treated.patient.post('/api/refill-requests', {
    prescription_id: treated.order.id,
    reason,
    safety_check: { location_state: 'NY', changes: {}, side_effects },
  });
const alerts = () => openEmergencies(treated);
const audited = async (action: string) => {
  const [row] = await portal.database.asSuperuser<{ detail: object | null }>(
    'SELECT detail FROM audit_events WHERE patient_id = $1 AND action = $2 ORDER BY seq DESC LIMIT 1',
    [treated.patientId, action],
  );
  return row!.detail;
};

type Send = typeof dose;
describe('an emergency in what a patient writes in a request', () => {
  it.each<[string, Send, number, string, string, string, string]>([
    [
      'the reason for an appointment',
      appointment,
      201,
      'i want to kill myself tonight',
      'self_harm',
      'appointment',
      'appointment.request',
    ],
    [
      'the reason for a cancellation',
      cancel,
      200,
      'having a stroke cant move my left side',
      'stroke',
      'appointment',
      'appointment.cancel',
    ],
    [
      'the note on a dose',
      dose,
      201,
      'took it all, crushing chest pain now',
      'heart_or_breathing',
      'dose',
      'dose.log',
    ],
    [
      'the reason for a refill request',
      refill,
      201,
      'crushing chest pain since my last shot',
      'heart_or_breathing',
      'refill',
      'refill.request',
    ],
  ])('is detected in %s', async (_, send, status, words, kind, place, action) => {
    const saved = await send(words);
    expect([saved.status, saved.body.emergency]).toEqual([
      status,
      { kind, title: 'Get help now', text: expect.stringContaining('911'), call: expect.any(Array) },
    ]);
    expect(await alerts()).toEqual([`emergency_${kind} critical ${place}`]);
    const row = await audited(action);
    expect(row).toMatchObject({ emergency: kind, alerted: true });
    expect(JSON.stringify(row)).not.toContain(words);
  });

  it.each<[string, Send, string]>([
    ['the reason for an appointment', appointment, 'Talk about my results'],
    ['the reason for a cancellation', cancel, 'I have to work that day'],
    ['the note on a dose', dose, 'A little sore, no chest pain'],
    ['the reason for a refill request', refill, 'I travel next week'],
  ])('is not detected in %s if harmless', async (_, send, words) => {
    const saved = await send(words);
    expect([saved.ok, saved.body.emergency]).toEqual([true, null]);
    expect(await alerts()).toEqual([]);
  });

  it('in a refill request is the gravest of its reason and its safety check', async () => {
    const saved = await refill('I want to die', [{ key: 'chest_pain', severity: 'severe' }]);
    expect(saved.body.emergency.kind).toBe('self_harm');
    expect(await alerts()).toEqual([
      'emergency_heart_or_breathing critical safety_check',
      'emergency_self_harm critical refill',
    ]);
  });
});
