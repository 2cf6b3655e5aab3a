import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inForce, ordered, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let treated: Ordered;
beforeAll(async () => {
  portal = await startTreatedPortal();
  treated = await inForce(portal);
  await treated.patient.post('/api/messages', { subject: 'Hello', body: 'When is my visit?' });
});
afterAll(() => portal.close());

/** What the newest row of this act says of whom it was about. */
async function toldOf(action: string): Promise<string[]> {
  const [row] = await portal.database.asSuperuser<{ patient_ids: string[] | null }>(
    'SELECT patient_ids FROM audit_events WHERE action = $1 ORDER BY seq DESC LIMIT 1',
    [action],
  );
  return row?.patient_ids ?? [];
}

const NAMED = [
  ['/api/labs', 'lab.search', { collected_from: '2020-01-01' }],
  ['/api/trt/prescriptions/all', 'prescription.search', { q: 'cypionate' }],
  ['/api/trt/refill-requests', 'refill.search', {}],
  ['/api/trt/lab-reports', 'lab_report.search', {}],
  ['/api/trt/lab-orders', 'lab_order.search', {}],
  ['/api/provider/messages', 'message.search', { waiting: true }],
  ['/api/provider/appointments', 'appointment.search', {}],
] as const;
const SEARCHED = [
  ['/api/trt/cases', 'case.search'],
  ['/api/provider/patients', 'patient.search'],
  ['/api/trt/provider/pending-plans', 'plan.search'],
] as const;
const BEHIND = [1000, 1001] as const;

describe('a list that answers without a row', () => {
  it.each(NAMED)('%s: names the patient it was filtered to', async (path, action, more) => {
    const { provider, patientId } = treated;
    for (const range of [BEHIND, [0, 0] as const]) {
      const filter = { patient_id: patientId, ...more };
      const { status } = await provider.list(path, { filter, range: [...range] });
      expect([path, status]).toEqual([path, 200]);
      expect(await toldOf(action)).toEqual([patientId]);
    }
  });

  it.each(SEARCHED)('%s: behind its end it names whom its number counts', async (path, action) => {
    const { provider, patientId } = action === 'plan.search' ? await ordered(portal) : treated;
    const [row] = await portal.database.asSuperuser<{ mrn: string }>(
      'SELECT mrn FROM patients WHERE id = $1',
      [patientId],
    );
    const { body } = await provider.list(path, { filter: { q: row!.mrn }, range: [...BEHIND] });
    expect([body.total, await toldOf(action)]).toEqual([1, [patientId]]);
  });

  it('names no patient of another clinic', async () => {
    const north = await portal.signIn('north@demo.test');
    const { body } = await north.list('/api/labs', { filter: { patient_id: treated.patientId } });
    expect([body.total, await toldOf('lab.search')]).toEqual([0, []]);
  });
});
