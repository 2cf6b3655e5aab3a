import type { CurveLevels, CurveResponse } from '#common/api/index.js';
import { INTERVAL_DAYS, isFrequency } from '#common/clinical/formulations.js';
import { formatDate } from '../../shared/ui/format.js';
import { formatNumber } from '../../shared/ui/number.js';
import { hasTarget, windowHours } from './curve-series.js';
import { CURVE_TEXT as words } from './text/en.js';

/** What the first curve is: a plan that waits for review is not current. */
export const currentName = ({ basis }: Pick<CurveResponse, 'basis'>): string => words.basis[basis];

export type LevelName = keyof typeof words.levels;

/** Where only the average is claimed, no other level is shown. */
export function levelSaid(levels: Pick<CurveLevels, LevelName>, level: LevelName): string {
  const range = levels[level];
  return range ? words.range(range) : words.noClaim;
}

/** From when on the levels count: none of them is today's right after a change. */
export function steadySaid(
  { steady_after_weeks: weeks, steady_from: on, frequency }: CurveLevels,
  inEffect: boolean,
): string {
  if (inEffect && !on) return words.steadyReached;
  const said = inEffect && on ? words.steadyFrom(formatDate(on), weeks) : words.steadyAfter(weeks);
  // What is taken daily settles within days: the weeks are those of natural production.
  const daily = isFrequency(frequency) && INTERVAL_DAYS[frequency] <= 1;
  return daily && weeks > 1 ? `${said} ${words.ownProduction}` : said;
}

export const targetSaid = (levels: Pick<CurveLevels, 'formulation' | 'target'>): string =>
  hasTarget(levels) ? words.targetRange(levels.target.low, levels.target.high) : words.noTarget;

/** The next lab result scatters more than the true level: a range, and its share in the target. */
export const measuredSaid = (levels: CurveLevels): string => {
  const { range, in_target: share } = levels.measured;
  return share === null || !hasTarget(levels)
    ? words.range(range)
    : words.measured(words.range(range), words.percent(share));
};

/** "Middle in 450 to 600: 63%": a share means nothing without its level. */
export const inTarget = (levels: CurveLevels): string =>
  levels.in_target === null || !hasTarget(levels)
    ? words.noClaim
    : words.inRange(
        words.levels[levels.judged_on],
        formatNumber(levels.target.low),
        formatNumber(levels.target.high),
        words.percent(levels.in_target),
      );

export const actionSaid = ({ action_limits: limits }: Pick<CurveLevels, 'action_limits'>): string =>
  limits ? `${words.actLow(limits.low)}, ${words.actHigh(limits).toLowerCase()}` : words.noAction;

export function windowSaid(levels: Pick<CurveLevels, 'formulation' | 'frequency'>): string {
  const windows = windowHours(levels);
  return windows ? words.hoursAfter(windows.map(([from, to]) => words.span(from, to))) : words.noWindow;
}

/** When a draw is due; a plan that is not in effect has no past to count from. */
export function drawDue({ next_draw: next }: Pick<CurveLevels, 'next_draw'>, inEffect: boolean): string {
  if (!next) return words.noDraw;
  return inEffect ? formatDate(next.due_on) : words.ifBegun(formatDate(next.due_on));
}

function planInWords(name: string, levels: CurveLevels, inEffect: boolean): string {
  const { judged_on: level } = levels;
  return words.inWords(
    name,
    words.levels[level],
    levelSaid(levels, level),
    steadySaid(levels, inEffect),
    actionSaid(levels),
  );
}

/** The chart as text. */
export function curveInWords(curve: CurveResponse): string {
  const { current, proposed } = curve;
  return words.chart(
    [
      fitSaid(curve),
      hasTarget(current) ? `${words.target(current.target.low, current.target.high)}.` : `${words.noTarget}.`,
      planInWords(currentName(curve), current, curve.basis === 'plan'),
      ...(proposed ? [planInWords(words.proposed, proposed, false)] : []),
      `${words.limit}.`,
    ].join(' '),
  );
}

export function fitSaid({ fitted, draws, clearance_factor, proposed }: CurveResponse): string {
  if (!fitted) return words.notFitted;
  const used = draws.filter((draw) => draw.used).length;
  return [
    words.fitted(used),
    words.clearance(clearance_factor),
    proposed && !proposed.fitted && words.proposedNotFitted,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The calculated free testosterone with what it was calculated from; why there is none where its total was rejected. */
export function freeSaid({
  free_t: free,
  free_t_withheld: withheld,
}: Pick<CurveResponse, 'free_t' | 'free_t_withheld'>): string | null {
  const from = free ?? withheld;
  if (!from) return null;
  const { total, shbg } = from;
  const source = (withheld ? words.withheldFrom : words.freeFrom)(
    words.dated(`${formatNumber(total.value)} ng/dL`, formatDate(total.collected_at), total.age_days),
    words.dated(`${formatNumber(shbg.value)} nmol/L`, formatDate(shbg.collected_at), shbg.age_days),
  );
  if (withheld) return `${words.freeWithheld(words.z(withheld.z))} ${source}`;
  return (
    free &&
    [
      words.free(free.pg_ml, free.percent),
      source,
      // An answer that an earlier version gave does not say it.
      free.draw_hour && words.freeHour[free.draw_hour],
      free.albumin_assumed && words.albumin,
    ]
      .filter(Boolean)
      .join(' ')
  );
}
