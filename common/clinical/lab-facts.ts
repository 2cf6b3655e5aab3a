/** What the panels say beyond single analytes. */
import type { Draw, LabLimit, Measured, Panel } from './case.js';
import type { LabPanel } from './facts.js';
import { judgedValue } from './lab-units.js';
import { isAnalyteKey } from './labs.js';
import type { AnalyteKey } from './labs.js';
import { freeTestosterone } from './pk/index.js';

/** Free testosterone before treatment, calculated from the newest SHBG. */
export interface CalculatedFreeT {
  readonly pg_ml: number;
  readonly total: Measured;
  readonly shbg: Measured;
  readonly albumin_assumed: boolean;
}

/** The results of a panel as rules judge them, without limits that decide nothing; and what was a limit. */
export function judgedResults({ results, limits = {} }: LabPanel): Pick<Panel, 'results' | 'limits'> {
  const judged: { [Key in AnalyteKey]?: number | null } = {};
  const given: { [Key in AnalyteKey]?: LabLimit } = {};
  for (const [key, value] of Object.entries(results)) {
    const comparator = isAnalyteKey(key) ? limits[key] : undefined;
    if (!isAnalyteKey(key)) continue;
    const known = typeof value === 'number' ? judgedValue(key, value, comparator) : value;
    if (known !== null) judged[key] = known;
    if (comparator && typeof value === 'number') given[key] = { comparator, value };
  }
  return { results: judged, limits: given };
}

/** Tests whose newest result is a limit that decides nothing. */
export function undecidedOf(panels: readonly Panel[]): Map<AnalyteKey, Measured> {
  const seen = new Set<AnalyteKey>();
  const undecided = new Map<AnalyteKey, Measured>();
  for (const { results, limits, ...panel } of panels)
    for (const key of [...Object.keys(results), ...Object.keys(limits)].filter(isAnalyteKey)) {
      const limit = limits[key];
      if (!seen.has(key) && limit && results[key] === undefined)
        undecided.set(key, { ...panel, value: limit.value, limit });
      seen.add(key);
    }
  return undecided;
}

/** The newest value of each analyte, and the date of the newest draw after the start. */
export function newestOf(panels: readonly Panel[], after: (draw: { date: string }) => boolean) {
  const newest = new Map<AnalyteKey, Measured>();
  const drawnSinceStart = new Map<AnalyteKey, string>();
  for (const { results, limits, ...panel } of panels)
    for (const [key, value] of Object.entries(results)) {
      if (!isAnalyteKey(key) || typeof value !== 'number' || !Number.isFinite(value)) continue;
      const limit = limits[key];
      if (!newest.has(key)) newest.set(key, { ...panel, value, ...(limit && { limit }) });
      if (after(panel) && !drawnSinceStart.has(key)) drawnSinceStart.set(key, panel.date);
    }
  return { newest, drawnSinceStart };
}

/** From the newest SHBG before treatment: with the total of the same panel, or the newest valid total. */
export function freeTOf(
  panels: readonly Panel[],
  total: Draw | undefined,
  startedOn: string | null,
): CalculatedFreeT | null {
  const panel = panels.find(
    ({ results, date }) => (results.shbg_nmol_l ?? 0) > 0 && (startedOn === null || date <= startedOn),
  );
  if (!panel) return null;
  const { results, limits, ...drawn } = panel;
  const own = results.tt_ng_dl;
  const used =
    typeof own === 'number' && own > 0
      ? { ...drawn, value: own, ...(limits.tt_ng_dl && { limit: limits.tt_ng_dl }) }
      : total;
  const shbg = results.shbg_nmol_l;
  // From "below 50" follows no free testosterone.
  if (!used || used.limit || limits.shbg_nmol_l || typeof shbg !== 'number') return null;
  const calculated = freeTestosterone({
    tt_ng_dl: used.value,
    shbg_nmol_l: shbg,
    albumin_g_dl:
      (results.albumin_g_dl ?? 0) > 0 && !limits.albumin_g_dl ? (results.albumin_g_dl ?? null) : null,
  });
  return {
    pg_ml: calculated.free_pg_ml,
    albumin_assumed: calculated.albumin_assumed,
    total: used,
    shbg: { ...drawn, value: shbg },
  };
}
