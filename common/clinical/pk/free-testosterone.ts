/** Free testosterone by the mass-action formula of Vermeulen (1999). Never shown as the laboratory's own result. */
const ALBUMIN_ASSUMED_G_DL = 4.3;
/** Association constants in L/mol, molar mass of albumin in g/mol, ng/dL in one nmol/L. */
const K_ALBUMIN = 3.6e4;
const K_SHBG = 1e9;
const ALBUMIN_MOLAR_MASS = 69_000;
const NG_DL_PER_NMOL_L = 28.842;

export interface FreeTestosteroneInput {
  readonly tt_ng_dl: number;
  readonly shbg_nmol_l: number;
  /** Absent: 4.3 g/dL is assumed. */
  readonly albumin_g_dl?: number | null;
}

export interface FreeTestosterone {
  readonly free_pg_ml: number;
  readonly free_percent: number;
  readonly bioavailable_ng_dl: number;
  readonly albumin_assumed: boolean;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * Calculated free and bioavailable testosterone: total in ng/dL, SHBG in nmol/L, albumin in g/dL give pg/mL, percent and
 * ng/dL. Throws RangeError on values that are not positive numbers, including an SHBG of 0.
 * Source: Vermeulen 1999 (doi 10.1210/jcem.84.10.6079).
 */
export function freeTestosterone(input: FreeTestosteroneInput): FreeTestosterone {
  const { tt_ng_dl: total, shbg_nmol_l: shbg } = input;
  const albumin = input.albumin_g_dl ?? ALBUMIN_ASSUMED_G_DL;
  if (![total, shbg, albumin].every((value) => Number.isFinite(value) && value > 0))
    throw new RangeError('Free testosterone needs positive values');
  const t = (total / NG_DL_PER_NMOL_L) * 1e-9;
  const s = shbg * 1e-9;
  const n = 1 + (K_ALBUMIN * (albumin * 10)) / ALBUMIN_MOLAR_MASS;
  const b = n + K_SHBG * (s - t);
  const free = (-b + Math.sqrt(b * b + 4 * n * K_SHBG * t)) / (2 * n * K_SHBG);
  return {
    free_pg_ml: round(free * NG_DL_PER_NMOL_L * 1e10),
    free_percent: round((free / t) * 100),
    bioavailable_ng_dl: round(free * n * NG_DL_PER_NMOL_L * 1e9),
    albumin_assumed: input.albumin_g_dl === undefined || input.albumin_g_dl === null,
  };
}
