import { readOrderNumber } from '#common/order-number.js';
import type { Segment } from '../lab-spool/hl7.js';

/** A result with the laboratory's comments on it. */
export interface Noted {
  obx: Segment;
  notes: string[];
}
/** An order of the message: OBR with its results, its specimens and the comments on all of them. */
export interface Order {
  obr: Segment;
  /** Numbers of our orders: OBR-2, and ORC-2 before it. Both are read: each names a patient. */
  numbers: string[];
  /** What looks like one of our numbers and is none: its check digit is wrong. */
  misread: string[];
  spms: Segment[];
  results: Noted[];
  notes: string[];
}

const TWELVE_DIGITS = /^\d{12}$/;

function numbersIn(texts: readonly string[]): Pick<Order, 'numbers' | 'misread'> {
  const numbers = new Set(texts.flatMap((text) => readOrderNumber(text) ?? []));
  const misread = texts.filter(
    (text) => TWELVE_DIGITS.test(text.replace(/[\s-]/g, '')) && !readOrderNumber(text),
  );
  return { numbers: [...numbers], misread };
}

/** Everything that could be a result is in one of the orders, or in `loose`: before the first order. */
export function ordersIn(segments: readonly Segment[]): {
  orders: Order[];
  loose: Noted[];
  notes: string[];
} {
  const orders: Order[] = [];
  const loose: Noted[] = [];
  const notes: string[] = [];
  let last: string[] = notes;
  let placers: string[] = [];
  for (const segment of segments) {
    const order = orders.at(-1);
    if (segment.name === 'ORC') placers.push(segment.value(2));
    else if (segment.name === 'OBR') {
      const named = numbersIn([segment.value(2), ...placers]);
      orders.push({ obr: segment, ...named, spms: [], results: [], notes: [] });
      placers = [];
      last = orders.at(-1)!.notes;
    } else if (segment.name === 'SPM' && order) order.spms.push(segment);
    else if (segment.name === 'OBX') {
      const noted: Noted = { obx: segment, notes: [] };
      (order?.results ?? loose).push(noted);
      last = noted.notes;
    } else if (segment.name === 'NTE') last.push(...segment.values(3).filter(Boolean));
  }
  return { orders, loose, notes };
}
