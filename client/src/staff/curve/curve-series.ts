import {
  INTERVAL_DAYS,
  drawWindowHours,
  isFormulationId,
  isFrequency,
  isGivenInClinic,
} from '#common/clinical/formulations.js';
import type { CurveDraw, CurveLevels, CurveResponse } from '#common/api/index.js';

export type Point = CurveLevels['points'][number];
type Regimen = Pick<CurveLevels, 'formulation' | 'frequency'>;
/** A draw that can be placed on the chart. */
export interface PlacedDraw {
  day: number;
  value: number;
  used: boolean;
}

/** The middle of a curve at a day between two of its points. */
export function midAt(points: readonly Point[], day: number): number | null {
  const after = points.findIndex((point) => point.day >= day);
  if (after < 0) return null;
  const [to, from] = [points[after]!, points[Math.max(0, after - 1)]!];
  const span = to.day - from.day;
  return span > 0 ? from.mid + ((to.mid - from.mid) * (day - from.day)) / span : to.mid;
}

const lastOf = (points: readonly Point[]): number => points.at(-1)?.day ?? 0;

/** The last day of the axis: the end of the longer curve. */
export const lastDayOf = ({ current, proposed }: Pick<CurveResponse, 'current' | 'proposed'>): number =>
  Math.max(lastOf(current.points), lastOf(proposed?.points ?? []));

/** A curve over the whole axis: at steady state it repeats. */
export function repeated(points: readonly Point[], lastDay: number): Point[] {
  const span = lastOf(points);
  if (!(span > 0)) return [...points];
  return Array.from({ length: Math.ceil(lastDay / span - 1e-9) }, (_, n) =>
    (n === 0 ? points : points.slice(1)).map((point) => ({ ...point, day: point.day + n * span })),
  )
    .flat()
    .filter(({ day }) => day <= lastDay + 1e-9);
}

/** Every day on which one of the curves has a point, so that none is drawn from another one's. */
export const daysOf = (...curves: readonly (readonly Point[])[]): number[] =>
  [...new Set(curves.flatMap((points) => points.map(({ day }) => day)))].toSorted((a, b) => a - b);

/** Draws by days since the dose; draws without a time since dose are left out. */
export const placed = (draws: readonly CurveDraw[]): PlacedDraw[] =>
  draws.flatMap(({ hours_after_dose: hours, value, used }) =>
    hours === null ? [] : [{ day: hours / 24, value, used }],
  );

export const PEAK_LIMIT = 1_000;
const STEP = 100;

/** The target is one for a draw of other products: of those given in the clinic no document names a range. */
export const hasTarget = ({ formulation }: Pick<CurveLevels, 'formulation'>): boolean =>
  !isGivenInClinic(formulation);

const limitsOf = (levels: CurveLevels | null): number[] =>
  levels
    ? [
        ...(hasTarget(levels) ? [levels.target.high] : []),
        ...(levels.action_limits ? [levels.action_limits.high] : []),
      ]
    : [];

/** The top of the scale: fits every curve, draw, target and limit. */
export function topOf({ current, proposed, draws }: CurveResponse): number {
  const most = Math.max(
    ...[...current.points, ...(proposed?.points ?? [])].map(({ high }) => high),
    ...draws.map(({ value }) => value),
    ...limitsOf(current),
    ...limitsOf(proposed),
    PEAK_LIMIT,
  );
  return Math.ceil(most / STEP) * STEP + STEP / 2;
}

/** The action limits to draw: the proposed product's too, where they differ. */
export function actionLimits({ current, proposed }: Pick<CurveResponse, 'current' | 'proposed'>) {
  const [own, other] = [current.action_limits, proposed?.action_limits ?? null];
  const differ = other && (own?.low !== other.low || own.high !== other.high);
  return [
    ...(own ? [{ of: 'current' as const, ...own }] : []),
    ...(differ ? [{ of: 'proposed' as const, ...other }] : []),
  ];
}

/** The hours after a dose at which a draw counts; null where the product has no rule. */
export const windowHours = ({ formulation, frequency }: Regimen) =>
  isFormulationId(formulation) && isFrequency(frequency) ? drawWindowHours(formulation, frequency) : null;

/** The days of the chart on which a draw counts, from one dose to the next; none where the product has no rule. */
export function drawWindows(
  regimen: Regimen,
  lastDay: number,
): readonly (readonly [from: number, to: number])[] {
  const windows = windowHours(regimen);
  const interval = isFrequency(regimen.frequency) ? INTERVAL_DAYS[regimen.frequency] : 0;
  // Several a day would shade everything.
  if (!windows || interval < 3) return [];
  return Array.from({ length: Math.ceil(lastDay / interval) }, (_, n) => n * interval).flatMap((dose) =>
    windows.flatMap(([from, to]) => {
      const [start, end] = [dose + from / 24, Math.min(dose + to / 24, lastDay)];
      return start < end ? [[start, end] as const] : [];
    }),
  );
}

/** The windows to shade: the proposed plan's too, where it is drawn at other hours. */
export function shadedWindows(curve: Pick<CurveResponse, 'current' | 'proposed'>) {
  const last = lastDayOf(curve);
  const { current, proposed } = curve;
  const same =
    proposed &&
    current.frequency === proposed.frequency &&
    String(windowHours(current)) === String(windowHours(proposed));
  return {
    current: drawWindows(current, last),
    proposed: proposed && !same ? drawWindows(proposed, last) : [],
  };
}
