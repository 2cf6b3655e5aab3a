import type { LabFlag, LabResult, Plan, TimelineResponse } from '#common/api/index.js';
import { ANALYTE_BY_KEY } from '#common/clinical/labs.js';
import type { Band, DoseMark } from '../../shared/charts/trend.js';
import { formatDate, formatResult } from '../../shared/ui/format.js';
import { humanize } from '../../shared/ui/text/codes.js';
import { formatNumber } from '../../shared/ui/number.js';
import { targetOf } from '../kit/words.js';
import { LAB_TREND_TEXT as words } from './text/en.js';

export interface LabPoint extends LabResult {
  at: string;
}
/** One analyte over time, oldest first, with the band its values are compared with. */
export interface LabTrend {
  key: string;
  name: string;
  unit: string;
  points: LabPoint[];
  band: Band | null;
  bandText: string;
}

const FLAG: Record<LabFlag, string> = words.flags;

/** Testosterone is compared with the plan's target, everything else with the laboratory's range. */
export function labTrend(key: string, points: LabPoint[], plan: Plan | null): LabTrend {
  const { unit = '', reference_low = null, reference_high = null } = points.at(-1) ?? {};
  const target = key === 'tt_ng_dl' && plan !== null;
  const band: Band = target ? targetOf(plan) : { low: reference_low, high: reference_high };
  const known = band.low !== null || band.high !== null;
  return {
    key,
    name: humanize(ANALYTE_BY_KEY.get(key)?.name ?? key),
    unit,
    points,
    band: known ? band : null,
    bandText: known ? words.band(target, rangeText(band), unit) : words.noBand,
  };
}

function rangeText({ low, high }: Band): string {
  if (low !== null && high !== null) return `${formatNumber(low)} to ${formatNumber(high)}`;
  return high !== null ? `up to ${formatNumber(high)}` : `from ${formatNumber(low ?? 0)}`;
}

const withUnit = (value: number, unit: string): string => `${formatNumber(value)} ${unit}`;

/** Describes the chart: the newest value, how it moved, and the range of all values. */
export function trendInWords({ points, unit }: LabTrend): string {
  const last = points.at(-1);
  const before = points.at(-2);
  if (!last) return '';
  const newest = words.newest(`${formatResult(last)} ${unit}`, formatDate(last.at), FLAG[last.flag]);
  if (!before) return newest;
  const values = points.map((point) => point.value);
  return [
    newest,
    words.moved(Math.sign(last.value - before.value), withUnit(before.value, unit), formatDate(before.at)),
    words.spread(points.length, formatNumber(Math.min(...values)), withUnit(Math.max(...values), unit)),
  ].join(' ');
}

/** When a dose began, changed or ended, oldest first; the start of therapy may be before the first plan here. */
export function doseMarks({
  plans,
  therapy_started_on: started,
}: Pick<TimelineResponse, 'plans' | 'therapy_started_on'>): DoseMark[] {
  const doses = plans.toSorted((a, b) => a.from.localeCompare(b.from));
  const ends = doses.filter(({ to }, index) => to !== null && to !== doses[index + 1]?.from);
  const marks = [
    ...(started && doses.every(({ from }) => from !== started) ? [{ at: started, label: words.start }] : []),
    ...doses.map(({ from, dose }) => ({ at: from, label: words.dose(dose) })),
    ...ends.flatMap(({ to }) => (to === null ? [] : [{ at: to, label: words.stop }])),
  ];
  return marks.toSorted((a, b) => a.at.localeCompare(b.at));
}

export const marksInWords = (marks: readonly DoseMark[]): string =>
  marks.map(({ at, label }) => words.mark(label, formatDate(at))).join(' · ');
