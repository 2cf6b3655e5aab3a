import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays } from '../../common/clinical/index.js';
import { clinicToday, detail, inForce, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const emergencies = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).alerts
    .map(({ rule_key }) => rule_key ?? '')
    .filter((key) => key.startsWith('emergency_'))
    .sort();

describe('an emergency in a call that is refused', () => {
  it.each<[string, string, object, string]>([
    [
      'a message that is too long',
      '/api/messages',
      { subject: 'Help', body: `I have crushing chest pain. ${'x '.repeat(2500)}` },
      'emergency_heart_or_breathing',
    ],
    [
      'a message without text',
      '/api/messages',
      { subject: 'I want to kill myself', body: '' },
      'emergency_self_harm',
    ],
    [
      'a dose in the future',
      '/api/doses',
      {
        taken_at: `${addDays(clinicToday(), 3)}T08:00:00Z`,
        dose: 80,
        unit: 'mg',
        note: 'crushing chest pain after this shot',
      },
      'emergency_heart_or_breathing',
    ],
    [
      'a refill of no order',
      '/api/refill-requests',
      {
        prescription_id: '00000000-0000-4000-8000-000000000000',
        safety_check: {
          location_state: 'NY',
          changes: {},
          side_effects: [{ key: 'chest_pain', severity: 'severe' }],
        },
      },
      'emergency_heart_or_breathing',
    ],
  ])('reaches the care team: %s', async (_name, path, body, alert) => {
    const treated = await inForce(portal);
    const refused = await treated.patient.post(path, body);
    expect([400, 404, 409, 422]).toContain(refused.status);
    expect(await emergencies(treated)).toContain(alert);
  });

  it('is none where nothing tells of one', async () => {
    const treated = await inForce(portal);
    expect((await treated.patient.post('/api/messages', { subject: 'A question', body: '' })).status).toBe(
      422,
    );
    expect(await emergencies(treated)).toEqual([]);
  });

  it('is not read into the digits of an id', async () => {
    const treated = await inForce(portal);
    const refused = await treated.patient.post('/api/refill-requests', {
      prescription_id: '495583c8-aba2-475e-b911-9f5884a48666',
      safety_check: { location_state: 'ZZ', changes: {}, side_effects: [] },
    });
    expect(refused.status).toBe(404);
    expect(await emergencies(treated)).toEqual([]);
  });
});
