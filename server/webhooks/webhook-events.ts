import type { WebhookEvent } from '#common/api/webhooks.js';
import type { Act } from '../audit/audit.service.js';

const EVENT_OF: Readonly<Record<string, WebhookEvent>> = {
  'intake.submit': 'intake.submitted',
  'plan.approve': 'plan.approved',
  'prescription.approve': 'prescription.approved',
  'prescription.hold': 'prescription.on_hold',
  'prescription.release': 'prescription.released',
  'prescription.filled': 'prescription.filled',
  'prescription.dispense': 'prescription.filled',
  'lab.create': 'lab.received',
  'lab.import': 'lab.received',
  'lab.review': 'lab.reviewed',
  'refill.request': 'refill.requested',
};

/** What programs are told of an act; null: nothing. */
export function eventOf({ action, detail }: Pick<Act, 'action' | 'detail'>): WebhookEvent | null {
  if (action === 'appointment.update') return detail['status'] === 'scheduled' ? 'appointment.booked' : null;
  return EVENT_OF[action] ?? null;
}
