import type {
  CurveDraw,
  CurveFreeTestosterone,
  DatedValue,
  WithheldFreeTestosterone,
} from '#common/api/care-chart.js';
import { daysBetween, freeTestosterone } from '#common/clinical/index.js';
import type { ClinicalCase, Measured } from '#common/clinical/case.js';

interface FreeT {
  free_t: CurveFreeTestosterone | null;
  free_t_withheld: WithheldFreeTestosterone | null;
}

/** Calculated from the newest total and SHBG; withheld while the model rejects that total. */
export function freeT(known: ClinicalCase, draws: readonly CurveDraw[]): FreeT {
  const { facts, newest } = known;
  const [total, shbg, albumin] = [
    newest.get('tt_ng_dl'),
    newest.get('shbg_nmol_l'),
    newest.get('albumin_g_dl'),
  ];
  if (!total || !shbg || !(total.value > 0) || !(shbg.value > 0))
    return { free_t: null, free_t_withheld: null };
  // From "over 1,500" follows no free testosterone.
  if (total.limit || shbg.limit) return { free_t: null, free_t_withheld: null };
  const dated = ({ value, date, collected_at }: Measured): DatedValue => ({
    value,
    collected_at,
    age_days: daysBetween(date, facts.today),
  });
  const from = { total: dated(total), shbg: dated(shbg) };
  const z = rejectedBy(draws, total);
  if (z !== null) return { free_t: null, free_t_withheld: { reason: 'draw_rejected', z, ...from } };
  const result = freeTestosterone({
    tt_ng_dl: total.value,
    shbg_nmol_l: shbg.value,
    albumin_g_dl: albumin && albumin.value > 0 && !albumin.limit ? albumin.value : null,
  });
  return {
    free_t: {
      pg_ml: result.free_pg_ml,
      percent: result.free_percent,
      shbg_age_days: from.shbg.age_days,
      albumin_assumed: result.albumin_assumed,
      ...from,
      draw_hour: drawHour(known, total),
    },
    free_t_withheld: null,
  };
}

/** What is wrong with the hour of a total on treatment. */
function drawHour(
  { treatmentTotal, timingValid }: ClinicalCase,
  { collected_at: at }: Measured,
): CurveFreeTestosterone['draw_hour'] {
  if (treatmentTotal?.collected_at !== at || timingValid) return null;
  return timingValid === null ? 'unknown' : 'outside_window';
}

/** How far off the model found this total; null if it accepts it or cannot judge it. */
function rejectedBy(draws: readonly CurveDraw[], { collected_at, value }: Measured): number | null {
  const draw = draws.find((one) => one.collected_at === collected_at && one.value === value);
  return draw && !draw.used ? draw.z : null;
}
