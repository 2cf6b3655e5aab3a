import type { CheckIn, DosePeriod, LabFlag, ProgressSeries } from '#common/api/index.js';
import { MCID } from '#common/scores/questionnaires.js';
import { scoreChange } from '#common/scores/score-change.js';
import type { Comparator } from '#common/clinical/lab-units.js';
import { ANALYTES } from '#common/clinical/labs.js';
import type { Band, DoseMark, TrendPoint } from '../../shared/charts/trend.js';
import { formatDate, formatResult } from '../../shared/ui/format.js';
import { formatNumber } from '../../shared/ui/number.js';
import { dateIn } from '../../shared/ui/zones.js';
import { PROGRESS_TEXT as text } from './text/en.js';

export interface TrendEntry extends TrendPoint {
  flag?: LabFlag;
  /** The clinic corrected this value. */
  corrected?: boolean;
}
/** One measure over time, ready to draw, list or describe. */
export interface Trend {
  key: string;
  title: string;
  unit: string;
  points: readonly TrendEntry[];
  band: Band | null;
  /** The band in words. */
  bandText: string | null;
  /** Whether the band is the patient's own target rather than the laboratory's usual range. */
  isTarget: boolean;
  /** Where a change begins to matter, and whether it does. */
  mcid: { line: number; text: string } | null;
}

export const withUnit = (result: { value: number; comparator?: Comparator }, unit: string): string =>
  `${formatResult(result)}${unit === '%' ? '' : ' '}${unit}`;

function usualRange({ reference_low: low, reference_high: high, unit }: ProgressSeries): string | null {
  if (high !== null && (low === null || low === 0)) return text.upTo(formatNumber(high), unit);
  if (low !== null && high === null) return text.from(formatNumber(low), unit);
  return low === null || high === null ? null : text.range(formatNumber(low), formatNumber(high), unit);
}

/** @param zone determines which day a draw is on */
export function labTrend(series: ProgressSeries, zone: string): Trend {
  const { target_low: low, target_high: high, unit } = series;
  const isTarget = low !== null && high !== null;
  return {
    key: series.analyte,
    title: ANALYTES.find((one) => one.key === series.analyte)?.name ?? series.analyte,
    unit,
    points: series.points.map(({ collected_at, value, comparator, flag, corrected }) => ({
      at: dateIn(new Date(collected_at), zone),
      value,
      ...(comparator && { comparator }),
      flag,
      ...(corrected && { corrected }),
    })),
    band: isTarget ? { low, high } : { low: series.reference_low, high: series.reference_high },
    mcid: null,
    bandText: isTarget ? text.target(formatNumber(low), formatNumber(high), unit) : usualRange(series),
    isTarget,
  };
}

const FOLLOWED = [
  'adam_count',
  'adam_severity',
  'qadam_total',
  'iief_total',
  'ams_total',
  'phq2_total',
  'phq9_total',
  'weight',
] as const;

/** What a change since the first total means; null where no such number is known, or there is one total. */
function mcidOf(key: (typeof FOLLOWED)[number], points: readonly TrendEntry[]): Trend['mcid'] {
  const least = key === 'iief_total' ? MCID.iief5 : undefined;
  const [first, last] = [points[0], points.at(-1)];
  if (least === undefined || points.length < 2 || !first || !last) return null;
  const change = scoreChange({ first: first.value, last: last.value, better: 'higher', mcid: least });
  return (
    change && {
      line: first.value + least,
      text: text.mcid(least, change.change, change.meaningful === true),
    }
  );
}

/** Check-in answers over time; questions never answered are left out. */
export function checkInTrends(checkIns: readonly CheckIn[], zone: string): Trend[] {
  const oldestFirst = checkIns.toSorted((a, b) => a.at.localeCompare(b.at));
  return FOLLOWED.flatMap((key) => {
    const points = oldestFirst.flatMap((one) => {
      // Without an attempt the total says nothing: it is neither drawn nor compared.
      const value = key === 'iief_total' && one.iief_not_active ? null : one[key];
      return value === null || value === undefined ? [] : [{ at: dateIn(new Date(one.at), zone), value }];
    });
    const { title, unit } = text.series[key];
    return points.length === 0
      ? []
      : [
          {
            key,
            title,
            unit,
            points,
            band: null,
            bandText: null,
            isTarget: false,
            mcid: mcidOf(key, points),
          },
        ];
  });
}

export const doseMarks = (doses: readonly DosePeriod[]): DoseMark[] =>
  doses
    .map(({ from, dose }) => ({ at: from, label: text.dose(dose) }))
    .toSorted((a, b) => a.at.localeCompare(b.at));

function standing(trend: Trend, last: TrendEntry): string {
  if (last.flag === 'unclear') return text.summary.unclear;
  const { low, high } = trend.band ?? { low: null, high: null };
  if (trend.isTarget && low !== null && high !== null) {
    if (last.value < low) return text.summary.belowTarget;
    return last.value > high ? text.summary.aboveTarget : text.summary.inTarget;
  }
  return last.flag ? text.summary[last.flag] : text.summary.plain;
}

/** Describes the chart, for patients who cannot see it or are in a hurry. */
export function inWords(trend: Trend): string {
  const last = trend.points.at(-1);
  if (!last) return '';
  const value = withUnit(last, trend.unit) + (last.corrected ? text.summary.corrected : '');
  const date = formatDate(last.at);
  if (trend.points.length === 1) return text.summary.one(value, date);
  const [lowest, highest] = [
    trend.points.toSorted((a, b) => a.value - b.value)[0]!,
    trend.points.toSorted((a, b) => b.value - a.value)[0]!,
  ];
  return (
    text.summary.last(value, date) +
    standing(trend, last) +
    text.summary.span(trend.points.length, formatResult(lowest), withUnit(highest, trend.unit))
  );
}
