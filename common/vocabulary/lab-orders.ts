import type { StatusWord } from './index.js';

export const LAB_ORDER_STATUSES = ['ordered', 'drawn', 'partial', 'final', 'canceled'] as const;
export type LabOrderStatus = (typeof LAB_ORDER_STATUSES)[number];
export const LAB_ORDER_STATUS: Record<LabOrderStatus, StatusWord> = {
  ordered: { label: 'ordered', tone: 'info' },
  drawn: { label: 'drawn', tone: 'info' },
  partial: { label: 'some results in', tone: 'warning' },
  final: { label: 'results in', tone: 'success' },
  canceled: { label: 'canceled', tone: 'neutral' },
};
/** Something of it is still expected. */
export const OPEN_LAB_ORDERS = ['ordered', 'drawn', 'partial'] as const satisfies readonly LabOrderStatus[];
export const isOpenLabOrder = (status: LabOrderStatus): boolean =>
  (OPEN_LAB_ORDERS as readonly string[]).includes(status);
