import {
  INTERVAL_DAYS,
  drawWindowHours,
  isFormulationId,
  isFrequency,
} from '../../../../common/clinical/formulations.js';
import type { CurveDraw, CurveLevels, CurveResponse } from '../../../../common/api/index.js';

type Point = CurveLevels['points'][number];
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

/** Draws by days since the dose; draws without a time since dose are left out. */
export const placed = (draws: readonly CurveDraw[]): PlacedDraw[] =>
  draws.flatMap(({ hours_after_dose: hours, value, used }) =>
    hours === null ? [] : [{ day: hours / 24, value, used }],
  );

export const PEAK_LIMIT = 1_000;
const NEAR_LIMIT = 800;
const STEP = 100;

/** The top of the scale: fits everything, and includes the peak limit if it is near. */
export function topOf({ current, proposed, draws }: CurveResponse, targetHigh: number): number {
  const values = [
    ...current.points.map(({ high }) => high),
    ...(proposed?.points ?? []).map(({ high }) => high),
    ...draws.map(({ value }) => value),
    targetHigh,
  ];
  const most = Math.max(...values);
  return Math.ceil((most > NEAR_LIMIT ? Math.max(most, PEAK_LIMIT) : most) / STEP) * STEP + STEP / 2;
}

/** The days of the chart on which a draw counts, from one dose to the next; none where the product has no rule. */
export function drawWindows(
  { formulation, frequency }: Pick<CurveResponse, 'formulation' | 'frequency'>,
  lastDay: number,
): readonly (readonly [from: number, to: number])[] {
  if (!isFormulationId(formulation) || !isFrequency(frequency)) return [];
  const interval = INTERVAL_DAYS[frequency];
  const windows = drawWindowHours(formulation, frequency);
  // Several a day would shade everything.
  if (!windows || interval < 3) return [];
  return Array.from({ length: Math.ceil(lastDay / interval) }, (_, n) => n * interval).flatMap((dose) =>
    windows.flatMap(([from, to]) => {
      const [start, end] = [dose + from / 24, Math.min(dose + to / 24, lastDay)];
      return start < end ? [[start, end] as const] : [];
    }),
  );
}
