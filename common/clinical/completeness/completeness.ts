import { assertInput, type CompletenessInput } from './input.js';
import { MEASURES, type Finding, type MeasureStatus } from './measures.js';

export interface JudgedMeasure extends Finding {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly critical: boolean;
  readonly evidence: readonly (keyof CompletenessInput)[];
}
export interface Completeness {
  readonly measures: Readonly<Record<string, MeasureStatus>>;
  readonly done: number;
  readonly overdue: number;
  readonly due: number;
  /** Whole percent of done + overdue; null while both are zero. Never shown without the counts. */
  readonly score: number | null;
  /** Ids, in measure order. */
  readonly critical_overdue: string[];
  /** The same measures with their dates. */
  readonly details: readonly JudgedMeasure[];
}

/** Whole percent, halves rounded to even, so that both sides of a comparison round alike. */
function wholePercent(part: number, all: number): number {
  const exact = (100 * part) / all;
  const floor = Math.floor(exact);
  if (exact - floor !== 0.5) return Math.round(exact);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * How complete one patient's monitoring is: 21 measures, ten before the start and eleven after it. Days are counted from
 * the start of treatment (day 0) and are known: none lies after `today` (`asOf` takes back what came later). Throws RangeError on an age outside 0-130, an unknown
 * form and days that are not finite. Source: of each measure, in its row.
 */
export function completeness(input: CompletenessInput): Completeness {
  assertInput(input);
  const details = MEASURES.map(({ judge, ...measure }) => ({ ...measure, ...judge(input) }));
  const count = (status: MeasureStatus): number => details.filter((one) => one.status === status).length;
  const [done, overdue] = [count('done'), count('overdue')];
  return {
    measures: Object.fromEntries(details.map(({ id, status }) => [id, status])),
    done,
    overdue,
    due: count('due'),
    score: done + overdue ? wholePercent(done, done + overdue) : null,
    critical_overdue: details
      .filter(({ critical, status }) => critical && status === 'overdue')
      .map(({ id }) => id),
    details,
  };
}
