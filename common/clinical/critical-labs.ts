/** Results that require contacting the patient the same day, whatever the plan. One table for entry, import, review and rules. */
import { judgedValue, type Comparator } from './lab-units.js';
import { ANALYTE_BY_KEY, type AnalyteKey } from './labs.js';
import { HCT } from './limits.js';
import type { SourceId } from './rules/sources.js';

export interface CriticalLimit {
  readonly analyte: AnalyteKey;
  /** Critical below this. */
  readonly low?: number;
  /** Critical above this. */
  readonly high?: number;
  readonly unit: string;
  readonly source: SourceId;
}

export interface CriticalValue {
  readonly analyte: AnalyteKey;
  readonly value: number;
  /** The laboratory gave a limit: the value lies beyond it. */
  readonly comparator?: Comparator;
  readonly unit: string;
  /** The limit that was passed. */
  readonly limit: number;
}

const limit = (
  analyte: AnalyteKey,
  source: SourceId,
  limits: { readonly low?: number; readonly high?: number },
): CriticalLimit => ({ analyte, ...limits, unit: ANALYTE_BY_KEY.get(analyte)?.unit ?? '', source });

export const CRITICAL_LIMITS: readonly CriticalLimit[] = [
  limit('hct_percent', 'ES18', { low: 21, high: HCT.stop }),
  limit('hgb_g_dl', 'CRITICAL-LISTS', { low: 7, high: 20 }),
  limit('sodium_mmol_l', 'CRITICAL-LISTS', { low: 120, high: 160 }),
  limit('potassium_mmol_l', 'CRITICAL-LISTS', { low: 2.5, high: 6 }),
  limit('calcium_mg_dl', 'CRITICAL-LISTS', { low: 6.5, high: 13 }),
  limit('glucose_mg_dl', 'CRITICAL-LISTS', { low: 50, high: 400 }),
  limit('bun_mg_dl', 'CRITICAL-LISTS', { high: 100 }),
  limit('creatinine_mg_dl', 'KDIGO12', { high: 4 }),
  limit('alt_u_l', 'CRITICAL-LISTS', { high: 500 }),
  limit('ast_u_l', 'CRITICAL-LISTS', { high: 500 }),
];

const BY_ANALYTE: ReadonlyMap<string, CriticalLimit> = new Map(
  CRITICAL_LIMITS.map((entry) => [entry.analyte, entry]),
);

/** The values of one panel past a critical limit, in table order. Units are those of the analyte table. */
export function criticalValues(
  results: { readonly [Key in AnalyteKey]?: number | null },
  limits: { readonly [Key in AnalyteKey]?: Comparator | undefined } = {},
): CriticalValue[] {
  return CRITICAL_LIMITS.flatMap(({ analyte, unit }) => {
    const value = results[analyte];
    if (typeof value !== 'number') return [];
    const comparator = limits[analyte];
    const judged = judgedValue(analyte, value, comparator);
    const passed = judged === null ? null : passedLimit(analyte, judged);
    return passed === null
      ? []
      : [{ analyte, value, ...(comparator && { comparator }), unit, limit: passed }];
  });
}

function passedLimit(analyte: AnalyteKey, value: number): number | null {
  const entry = BY_ANALYTE.get(analyte);
  if (entry?.low !== undefined && value < entry.low) return entry.low;
  if (entry?.high !== undefined && value > entry.high) return entry.high;
  return null;
}
