import type { InboxResponse } from '#common/api/index.js';
import { INBOX_COUNTED_TO } from '#common/vocabulary/index.js';

export const countText = (count: number): string =>
  count >= INBOX_COUNTED_TO ? `${INBOX_COUNTED_TO - 1}+` : String(count);

export const INBOX_TEXT = {
  title: 'Waiting for you',
  none: 'Nothing is waiting.',
  badge: (count: number) => `${countText(count)} waiting`,
  parts: {
    emergencies: 'Emergencies to answer',
    critical_calls: 'Critical results to call',
    critical_lab_messages: 'Critical results not matched to a patient',
    labs: 'Labs to review',
    plans: 'Plans to review',
    prescriptions: 'Prescriptions to decide',
    refills: 'Refill requests to decide',
    lab_orders: 'Lab orders not drawn in time',
    lab_messages: 'Laboratory results to match',
    lab_reports: 'Lab reports to enter',
    messages: 'Messages to answer',
    appointments: 'Appointment requests',
    held_records: 'Held records to release',
    record_openings: 'Records of yours opened or given away by others',
  } satisfies Record<keyof InboxResponse, string>,
};
