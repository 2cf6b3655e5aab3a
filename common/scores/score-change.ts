export interface ScoreChangeInput {
  readonly first: number | null;
  readonly last: number | null;
  /** Which direction is better: up for IIEF-5 and qADAM, down for AMS, PHQ-2 and ADAM. */
  readonly better: 'higher' | 'lower';
  /** Minimal clinically important difference, in points; absent or null: none is known. */
  readonly mcid?: number | null;
}
export interface ScoreChange {
  /** Last minus first, in points. */
  readonly change: number;
  readonly direction: 'better' | 'worse' | 'same';
  /** Null if no MCID is known. */
  readonly meaningful: boolean | null;
}

/**
 * How a score changed, in points. Null if one of the two is missing. Throws RangeError on values that are not finite
 * and on an MCID that is not above 0. Source of an MCID: with its score (IIEF-5: 4 points, product default).
 */
export function scoreChange({ first, last, better, mcid = null }: ScoreChangeInput): ScoreChange | null {
  if (mcid !== null && !(mcid > 0 && Number.isFinite(mcid))) throw new RangeError('An MCID is above 0');
  if (first === null || first === undefined || last === null || last === undefined) return null;
  if (!Number.isFinite(first) || !Number.isFinite(last)) throw new RangeError('Scores are finite numbers');
  const change = last - first;
  const gain = better === 'higher' ? change : -change;
  return {
    change,
    direction: gain === 0 ? 'same' : gain > 0 ? 'better' : 'worse',
    meaningful: mcid === null ? null : Math.abs(change) >= mcid,
  };
}
