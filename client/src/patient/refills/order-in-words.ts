import type { PrescriptionSupply } from '#common/api/index.js';
import { formatDate } from '../../shared/ui/format.js';
import { wasFilled } from './supply-now.js';
import { REFILLS_TEXT as text } from './text/en.js';

/** The drug; two orders of the same one are told apart by dose, day and what became of them. */
export function orderInWords(order: PrescriptionSupply, orders: readonly PrescriptionSupply[]): string {
  const { drug, dose, issued_on: issued, last_fill_on: filled } = order;
  if (orders.filter((one) => one.drug === drug).length < 2) return drug;
  const status = filled ? text.filledOn(formatDate(filled)) : wasFilled(order) ? null : text.notFilled;
  return [drug, dose, issued && text.issuedOn(formatDate(issued)), status].filter(Boolean).join(', ');
}
