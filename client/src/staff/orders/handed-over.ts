import type { Prescription } from '#common/api/index.js';

/** Replaced or canceled, but the pharmacy had it: what it handed over all the same can be recorded. */
export const wasHandedOver = (rx: Pick<Prescription, 'ended_reason' | 'status' | 'sent_at'>): boolean =>
  (rx.ended_reason === 'replaced' && rx.status === 'filled') ||
  (rx.status === 'canceled' && rx.sent_at !== null);
