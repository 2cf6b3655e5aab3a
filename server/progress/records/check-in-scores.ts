import { IIEF5_ITEMS, SCALE, iief5, type Scale } from '#common/scores/index.js';
import type { IntakeData } from '#common/intake/index.js';
import type { KeptScale } from './progress.repository.js';
import { TEXT } from '../text/en.js';

/** The total as it counts: of a patient who was not active it says nothing. */
export const countedIief5 = (answers: IntakeData, total: number | null): number | null =>
  iief5Activity(answers) ? null : total;

/** Whether the five answers say that no intercourse was attempted; null without a total. */
export const iief5Activity = (answers: IntakeData): boolean | null =>
  iief5(IIEF5_ITEMS.map((item) => answers[item]))?.not_active ?? null;

/** The faults of a list of answers by place; a blank one is no fault, and gives no total. */
export function scaleFaults(scale: Scale, items: readonly unknown[], from = 0): Record<string, string> {
  const { count, low, high } = SCALE[scale];
  if (items.length !== count - from) return { [scale]: TEXT.sendAnswers(count - from) };
  const isAnswer = (item: unknown): boolean =>
    item === null || (typeof item === 'number' && Number.isInteger(item) && item >= low && item <= high);
  return Object.fromEntries(
    items.flatMap((item, n) =>
      isAnswer(item) ? [] : [[`${scale}.${n + from}`, TEXT.chooseNumber(low, high)]],
    ),
  );
}

/** The answers and their total. Callers have checked them. */
export const keptScale = (scale: Scale, items: readonly unknown[]): KeptScale => ({
  items: items.map((item) => (typeof item === 'number' ? item : null)),
  total: SCALE[scale].total(items),
});
