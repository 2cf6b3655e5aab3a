import { isLater } from '../../labs/moment.js';
import { isInstant } from '../../platform/time/instant.js';
import { notUnderstood, type Outcome } from './outcome.js';
import type { Part } from './part.js';

export interface ReadOn {
  now: number;
  /** In the patient's calendar. */
  today: string;
}

const DATE = /^\d{4}(-\d{2}(-\d{2}(T.+)?)?)?$/;
/** When something was measured, began, or was written down. */
const DATED = [
  'effectiveDateTime',
  'effectiveInstant',
  'onsetDateTime',
  'recordedDate',
  'authoredOn',
  'authored',
  'dateAsserted',
  'issued',
];
const PERIODS = ['effectivePeriod', 'onsetPeriod'];

const isWrong = (text: string, { now, today }: ReadOn): boolean => {
  if (!DATE.test(text) || Number.isNaN(Date.parse(text))) return true;
  const day = text.slice(0, 10);
  return isInstant(text) ? isLater(Date.parse(text), now) : day > today.slice(0, day.length);
};

/** A date that has not come yet, or is none. */
export function dateFault(resource: Part, on: ReadOn): Outcome | null {
  const said = [
    ...DATED.map((key) => [key, resource.text(key)] as const),
    ...PERIODS.map((key) => [`${key}.start`, resource.at(key).text('start')] as const),
  ];
  const wrong = said.find(([, text]) => text !== '' && isWrong(text, on));
  return wrong ? notUnderstood(wrong[0], wrong[1], 'time') : null;
}
