import type { SupplyResponse } from '../../common/api/index.js';
import { daysAgo, inForce, type Ordered } from './care.js';
import type { Person } from './person.js';
import type { TestPortal } from './portal.js';

/** What a patient answers who has nothing new to tell. */
export const CHECK = { location_state: 'NY', changes: {}, side_effects: [] };

/** An order that was approved some days ago. */
export async function approvedAgo(portal: TestPortal, days: number): Promise<Ordered> {
  const treated = await inForce(portal);
  // At noon: the same hour of another season may be of another day.
  await portal.database.asSuperuser('UPDATE prescriptions SET approved_at = $2 WHERE id = $1', [
    treated.order.id,
    `${daysAgo(days)}T12:00:00-05:00`,
  ]);
  return treated;
}

export const dispense = ({ provider, order }: Ordered, filled_on: string, more: object = {}) =>
  provider.post(`/api/trt/prescriptions/${order.id}/dispenses`, {
    filled_on,
    quantity: order.quantity,
    days: order.days_supply,
    source: 'pharmacy',
    ...more,
  });

export async function supplyOf({ patient, order }: Ordered) {
  const { prescriptions } = (await patient.get('/api/supply')).body as SupplyResponse;
  return prescriptions.find((one) => one.prescription_id === order.id)!;
}

export const ask = ({ patient, order }: Ordered, more: object = {}) =>
  patient.post('/api/refill-requests', { prescription_id: order.id, safety_check: CHECK, ...more });

export const decide = (
  provider: Person,
  { id, version }: { id: string; version: number },
  decision: string,
  more: object = {},
) => provider.post(`/api/trt/refill-requests/${id}`, { version, decision, ...more });

/** The recorded acts about a patient whose name is like this, with the role they were done in. */
export async function actsOf(portal: TestPortal, { patientId }: Ordered, like: string): Promise<string[]> {
  const rows = await portal.database.asSuperuser<{ action: string; actor_role: string }>(
    'SELECT action, actor_role FROM audit_events WHERE patient_id = $1 AND action LIKE $2 ORDER BY seq',
    [patientId, like],
  );
  return rows.map(({ action, actor_role }) => `${action} ${actor_role}`);
}
