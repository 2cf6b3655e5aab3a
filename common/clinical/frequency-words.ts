/** How often an order says a dose is taken, in words beyond those of the catalog. */
import { weeklyDose } from './formulations.js';
import { parseDoseMg, parseFrequency } from './order-words.js';

const NUMBERS: Readonly<Record<string, number>> = {
  once: 1,
  one: 1,
  twice: 2,
  two: 2,
  three: 3,
  thrice: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  second: 2,
  other: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
};
const N = String.raw`(\d+(?:\.\d+)?|${Object.keys(NUMBERS).join('|')})(?:st|nd|rd|th)?`;
const WEEKDAY = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?`;
/** Shorter than any month: the larger weekly dose. */
const WEEKS_PER_MONTH = 4;

const PER_WEEK = { hour: 168, day: 7, week: 1, month: 1 / WEEKS_PER_MONTH } as const;
const UNITS: readonly (readonly [RegExp, keyof typeof PER_WEEK])[] = [
  [/^(h|hr|hrs|hour|hours|hourly)$/, 'hour'],
  [/^(d|day|days|daily|night|nights|morning|mornings|evening|evenings)$/, 'day'],
  [/^(w|wk|wks|week|weeks|weekly)$/, 'week'],
  [/^(mo|month|months|monthly)$/, 'month'],
];
const UNIT = String.raw`(h|hrs?|hours?|hourly|d|days?|daily|nights?|mornings?|evenings?|w|wks?|weeks?|weekly|mo|months?|monthly)`;

const perWeek = (unit: string): number => PER_WEEK[UNITS.find(([words]) => words.test(unit))?.[1] ?? 'day'];
const numberOf = (text: string): number => NUMBERS[text] ?? Number(text);

const FIXED: readonly (readonly [RegExp, number])[] = [
  [
    /^(qd|od|qhs|hs|qam|qpm|nightly|daily|dayly|at bedtime|mornings|evenings|diario|diariamente|cada dia)$/,
    7,
  ],
  [/^(bid|bd|1-0-1|morning and (evening|night))$/, 14],
  [/^(tid|tds|1-1-1|with (each|every) meal|with meals)$/, 21],
  [/^(qid|qds|1-1-1-1)$/, 28],
  [/^(qod|every other day|alternate days)$/, 3.5],
  [/^(hourly|qh)$/, 168],
  [/^(weekly|qw|qwk|semanal|cada semana)$/, 1],
  [/^(monthly|mensual|cada mes)$/, PER_WEEK.month],
];

/** "every 3 days", "q8h": the interval. */
const EVERY = new RegExp(`^(?:once )?(?:every|each|q|cada) ?(?:${N} ?)?${UNIT}$`);
/** "3 times a week", "2x/day", "once per day". */
const TIMES = new RegExp(`^${N} ?(?:x|times?)? ?(?:a|per|each|every|/|in a)? ?${UNIT}$`);
/** A separator is read in one way only: of two, a long list would double the time with each day. */
const WEEKDAYS = new RegExp(`^(?:(?:every|each|on) )*${WEEKDAY}(?:[ ,/&]+(?:and )?${WEEKDAY})*$`);

/**
 * How many doses a week a frequency's text means, or null if it cannot be read. A month counts as four weeks, so that the
 * weekly dose is never judged too low.
 */
export function dosesPerWeek(text: string): number | null {
  const words = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=\b\p{L})\.(?=\p{L}|$|\s)/gu, '')
    .replace(/(?<![.!])[.!]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const fixed = FIXED.find(([pattern]) => pattern.test(words));
  if (fixed) return fixed[1];
  const every = EVERY.exec(words);
  if (every) return finite(perWeek(every[2]!) / numberOf(every[1] ?? '1'));
  const times = TIMES.exec(words);
  if (times) return finite(perWeek(times[2]!) * numberOf(times[1]!));
  return WEEKDAYS.test(words) ? new Set(words.match(/\b(mon|tue|wed|thu|fri|sat|sun)/g)).size : null;
}

const finite = (value: number): number | null => (Number.isFinite(value) && value > 0 ? value : null);

/** Weekly mg of a dose ('80 mg' or mg) at a frequency's text, or null if either cannot be read. Source: product arithmetic. */
export function weeklyMg(dose: number | string, frequency: string): number | null {
  const mg = parseDoseMg(dose);
  if (mg === null) return null;
  const known = parseFrequency(frequency);
  if (known) return weeklyDose(mg, known);
  const often = dosesPerWeek(frequency);
  return often === null ? null : mg * often;
}

/** Whether a frequency's text can be read. */
export const isReadableFrequency = (text: string): boolean =>
  parseFrequency(text) !== null || dosesPerWeek(text) !== null;
