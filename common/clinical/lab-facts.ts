/** What the panels say beyond single analytes. */
import type { Draw, Measured, Panel } from './case.js';
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

/** The newest value of each analyte, and the date of the newest draw after the start. */
export function newestOf(panels: readonly Panel[], after: (draw: { date: string }) => boolean) {
  const newest = new Map<AnalyteKey, Measured>();
  const drawnSinceStart = new Map<AnalyteKey, string>();
  for (const { results, ...panel } of panels)
    for (const [key, value] of Object.entries(results)) {
      if (!isAnalyteKey(key) || typeof value !== 'number' || !Number.isFinite(value)) continue;
      if (!newest.has(key)) newest.set(key, { ...panel, value });
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
  const { results, ...drawn } = panel;
  const own = results.tt_ng_dl;
  const used = typeof own === 'number' && own > 0 ? { ...drawn, value: own } : total;
  const shbg = results.shbg_nmol_l;
  if (!used || typeof shbg !== 'number') return null;
  const calculated = freeTestosterone({
    tt_ng_dl: used.value,
    shbg_nmol_l: shbg,
    albumin_g_dl: (results.albumin_g_dl ?? 0) > 0 ? (results.albumin_g_dl ?? null) : null,
  });
  return {
    pg_ml: calculated.free_pg_ml,
    albumin_assumed: calculated.albumin_assumed,
    total: used,
    shbg: { ...drawn, value: shbg },
  };
}
