import type { LabOrderStatus } from '#common/vocabulary/lab-orders.js';
import { TransitionTable } from '../../platform/lifecycle/transition-table.js';

/** What staff do with an order; beyond that its status follows the results on file. */
export const LAB_ORDER_LIFECYCLE = new TransitionTable<LabOrderStatus>(
  'order',
  {
    ordered: ['drawn', 'canceled'],
    drawn: ['ordered', 'drawn', 'canceled'],
    partial: ['canceled'],
    final: [],
    canceled: [],
  },
  {
    drawn: ['drawn', 'marked as drawn'],
    partial: ['partly resulted', 'partly resulted'],
    final: ['complete: its results are in', 'completed'],
    ordered: ['ordered', 'marked as not drawn'],
  },
);

/** What an order says of itself: canceled stays canceled, whatever still comes in for it. */
export function statusOf(order: {
  canceled: boolean;
  drawn_on: string | null;
  analytes: readonly string[];
  results_in: readonly string[];
}): LabOrderStatus {
  if (order.canceled) return 'canceled';
  if (order.analytes.every((key) => order.results_in.includes(key))) return 'final';
  if (order.analytes.some((key) => order.results_in.includes(key))) return 'partial';
  return order.drawn_on ? 'drawn' : 'ordered';
}

/** A draw with its results. */
export interface CameIn {
  /** YYYY-MM-DD where the clinic is. */
  day: string;
  analytes: readonly string[];
}
interface Waiting {
  id: string;
  analytes: readonly string[];
  results_in: readonly string[];
  window_from: string;
  due_on: string;
  drawn_on: string | null;
}

/**
 * The one open order that a draw without an order number is clearly for: the day is in its window, and either all that is
 * missing of it is here, or nothing is here that it did not ask for. null: none, or more than one.
 */
export function fittingOrder<Order extends Waiting>(orders: readonly Order[], draw: CameIn): Order | null {
  const fitting = orders.filter((order) => {
    const missing = order.analytes.filter((key) => !order.results_in.includes(key));
    const inTime = order.drawn_on
      ? draw.day === order.drawn_on
      : draw.day >= order.window_from && draw.day <= order.due_on;
    const answers = missing.some((key) => draw.analytes.includes(key));
    const whole = missing.every((key) => draw.analytes.includes(key));
    const nothingElse = draw.analytes.every((key) => order.analytes.includes(key));
    return inTime && answers && (whole || nothingElse);
  });
  return fitting.length === 1 ? fitting[0]! : null;
}
