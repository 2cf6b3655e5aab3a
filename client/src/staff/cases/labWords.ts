import type { FiredRule, Lab, LabResult } from '#common/api/index.js';
import { ANALYTE_BY_KEY } from '#common/clinical/labs.js';
import { formatNumber } from '../../shared/ui/number.js';
import { CRITICAL_TEXT, REVIEW_TEXT as words } from './text/en.js';

export const analyteName = (key: string): string => ANALYTE_BY_KEY.get(key)?.name ?? key;

const withUnit = (value: number, unit: string): string => `${formatNumber(value)} ${unit}`;

/** "Hematocrit 56.2 %, above the critical limit of 54 %", or that the laboratory marked it */
export function criticalInWords({
  analyte,
  value,
  comparator,
  unit,
  limit,
}: Lab['critical'][number]): string {
  const what = `${analyteName(analyte)} ${comparator ?? ''}${withUnit(value, unit)}`;
  if (limit === null) return CRITICAL_TEXT.marked(what);
  const isAbove = value > limit || (value === limit && comparator?.startsWith('>'));
  const passed = isAbove ? CRITICAL_TEXT.above : CRITICAL_TEXT.below;
  return passed(what, withUnit(limit, unit));
}

export function rangeInWords({ reference_low: low, reference_high: high }: LabResult): string {
  if (low !== null && high !== null) return words.between(formatNumber(low), formatNumber(high));
  if (high !== null) return words.upTo(formatNumber(high));
  return low === null ? words.noRange : words.from(formatNumber(low));
}

/** The fired rules that read one of these analytes. */
export const rulesReading = (rules: readonly FiredRule[], analytes: readonly string[]): FiredRule[] =>
  rules.filter(({ inputs }) =>
    inputs.some(({ name }) => analytes.some((key) => name === key || name.startsWith(`${key}_`))),
  );

/** The newest value of each analyte before this draw; panels in any order. */
export function valuesBefore(
  lab: Lab,
  panels: readonly Lab[],
): Map<string, { result: LabResult; at: string }> {
  const before = new Map<string, { result: LabResult; at: string }>();
  for (const { id, collected_at: at, results, status } of panels) {
    if (id === lab.id || status === 'voided' || !at || !lab.collected_at) continue;
    if (Date.parse(at) >= Date.parse(lab.collected_at)) continue;
    for (const [key, result] of Object.entries(results)) {
      const known = before.get(key);
      if (!known || Date.parse(known.at) < Date.parse(at)) before.set(key, { result, at });
    }
  }
  return before;
}
