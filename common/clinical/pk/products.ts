/** The simulator's parameters for each product. Times in days, clearance as apparent CL/F in dL/day at 85 kg. */
import type { FormulationId } from '../formulations.js';

export type JudgedLevel = 'average' | 'middle' | 'trough';

export interface PkProduct {
  /** The fraction of the dose that is testosterone. */
  readonly fraction: number;
  readonly clearance: number;
  readonly rise_half_life: number;
  readonly decline_half_life: number;
  /** The share of endogenous production that remains during treatment. */
  readonly own_share: number;
  /** The decline is fitted too if two draws at different phases show it. */
  readonly injection: boolean;
  /** Only the average is reliable: nothing is claimed about the shape between two doses. */
  readonly average_only: boolean;
  /** The level that is judged against the target: the one a draw of this product measures. */
  readonly judged_on: JudgedLevel;
  readonly source: string;
}

/** The generic name of the oral capsules: their catalog entries share one model. */
export const ORAL_UNDECANOATE = 'testosterone_undecanoate_oral';
export type PkFormulation = Exclude<FormulationId, 'non_testosterone_option'> | typeof ORAL_UNDECANOATE;

const CALIBRATED = 'calibrated to the averages of the label (K); the shape of the day is not validated';
const [OWN_LOW, OWN_SKIN, OWN_NASAL] = [0.1, 0.6, 0.7];

const injection = (
  fraction: number,
  rise: number,
  decline: number,
  source: string,
  judgedOn: JudgedLevel = 'middle',
): PkProduct => ({
  fraction,
  clearance: 14_444,
  rise_half_life: rise,
  decline_half_life: decline,
  own_share: OWN_LOW,
  injection: true,
  average_only: false,
  judged_on: judgedOn,
  source,
});

const daily = (
  clearance: number,
  rise: number,
  decline: number,
  ownShare: number,
  fraction = 1,
): PkProduct => ({
  fraction,
  clearance,
  rise_half_life: rise,
  decline_half_life: decline,
  own_share: ownShare,
  injection: false,
  average_only: true,
  judged_on: 'average',
  source: CALIBRATED,
});

/** For products taken daily the half-lives are given in hours. */
const hours = (count: number): number => count / 24;
const ORAL = daily(764_706, hours(1.5), hours(3), OWN_LOW, 0.632);

export const PK_PRODUCTS: { readonly [Id in PkFormulation]: PkProduct } = {
  testosterone_cypionate_im: injection(
    0.699,
    0.7,
    8,
    'label: half-life 8 days; Bi 2018 (doi 10.1002/psp4.12287): 3.8 days, so the decline is fitted',
  ),
  testosterone_enanthate_im: injection(
    0.72,
    0.5,
    4.5,
    'SmPC: half-life 4.5 days; nadirs of Bhasin 2001 (doi 10.1152/ajpendo.2001.281.6.E1172)',
  ),
  testosterone_enanthate_sc_auto: injection(
    0.72,
    0.25,
    10,
    'Vogiatzi 2023 (PMC10174206): decline about 11 days',
    'trough',
  ),
  testosterone_undecanoate_im: injection(0.632, 2.5, 34, 'Pastuszak 2021 (doi 10.1002/jcph.1939)', 'trough'),
  testosterone_gel_1_62: daily(108_333, hours(2), hours(14), OWN_SKIN),
  testosterone_gel_1: daily(130_000, hours(2), hours(14), OWN_SKIN),
  testosterone_patch: daily(13_000, hours(3), hours(6), OWN_SKIN),
  [ORAL_UNDECANOATE]: ORAL,
  testosterone_undecanoate_oral_jatenzo: ORAL,
  testosterone_undecanoate_oral_kyzatrex: ORAL,
  testosterone_undecanoate_oral_tlando: ORAL,
  testosterone_nasal: daily(118_182, hours(0.25), hours(1.2), OWN_NASAL),
  testosterone_pellet: {
    ...daily(13_000, 2, 65, OWN_LOW),
    source: 'general knowledge (K): near zero-order release, average only',
  },
};

/** Whether the simulator has a model of this product. */
export const hasPkModel = (id: unknown): id is PkFormulation =>
  typeof id === 'string' && Object.hasOwn(PK_PRODUCTS, id);
