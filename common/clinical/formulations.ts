/** The formulation catalog. Doses are mg of product per administration unless a name says otherwise. */

export const FORMULATION_IDS = [
  'testosterone_cypionate_im',
  'testosterone_enanthate_sc_auto',
  'testosterone_gel_1_62',
  'testosterone_gel_1',
  'testosterone_enanthate_im',
  'testosterone_patch',
  'testosterone_undecanoate_oral_jatenzo',
  'testosterone_undecanoate_oral_kyzatrex',
  'testosterone_undecanoate_oral_tlando',
  'testosterone_nasal',
  'testosterone_undecanoate_im',
  'testosterone_pellet',
  'non_testosterone_option',
] as const;
export type FormulationId = (typeof FORMULATION_IDS)[number];

export const ROUTES = ['intramuscular', 'subcutaneous', 'topical', 'oral', 'nasal'] as const;
export type Route = (typeof ROUTES)[number];

/** Days between two doses, by the frequency's API value. */
export const INTERVAL_DAYS = {
  'once weekly': 7,
  'every 14 days': 14,
  'twice weekly': 3.5,
  'once daily': 1,
  'twice daily': 0.5,
  'three times daily': 1 / 3,
  'every 10 weeks': 70,
  'every 4 months': 120,
} as const;
export type Frequency = keyof typeof INTERVAL_DAYS;
export const FREQUENCIES = Object.keys(INTERVAL_DAYS) as Frequency[];

/** How well a figure is supported: verified, general knowledge, product default, specification. */
export const EVIDENCE_MARKS = {
  V: 'checked against published text',
  K: 'general knowledge, not checked',
  P: 'product default inside guideline limits',
  seed: 'specification',
} as const;

/** How the automatic titration may change a dose. Limits are mg per administration, or per week for injections. */
export type DoseRange =
  | { readonly kind: 'weekly'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'step'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'ladder'; readonly steps: readonly number[] }
  /** No automatic change: one labeled dose, or the clinician's choice between min and max. */
  | { readonly kind: 'fixed'; readonly min: number; readonly max: number }
  | { readonly kind: 'none' };

/** Given in the clinic: nothing of it is at home. */
export const isGivenInClinic = (formulation: string): boolean =>
  isFormulationId(formulation) && FORMULATIONS[formulation].in_clinic_only;

/** Hours after the last dose when a draw is valid. */
export type DrawWindow =
  /** Around the middle of the dosing interval, plus or minus a fifth. */
  | { readonly kind: 'mid_interval' }
  | { readonly kind: 'hours'; readonly ranges: readonly (readonly [number, number])[] }
  /** No hours are defined for the product; the clinician decides. */
  | { readonly kind: 'none' };

/** How the product is counted. */
export type SupplyForm =
  | { readonly kind: 'vial'; readonly mg_per_ml: number; readonly vials_ml: readonly number[] }
  | { readonly kind: 'count'; readonly unit: string; readonly strengths_mg: readonly number[] }
  | {
      readonly kind: 'metered';
      readonly unit: string;
      readonly mg_per_actuation: number;
      readonly actuations: number;
      readonly grams: number | null;
    }
  | { readonly kind: 'gram'; readonly mg_per_g: number; readonly packet_mg: number }
  | { readonly kind: 'none' };

/** ng/dL; a level on a limit is inside, unless the label acts from `high` on. */
export interface ActionBand {
  readonly low: number;
  readonly high: number;
  readonly acts_at_high?: true;
}
export const isAboveBand = ({ high, acts_at_high: at }: ActionBand, level: number): boolean =>
  at ? level >= high : level > high;

export interface Formulation {
  readonly id: FormulationId;
  /** Display name. */
  readonly name: string;
  /** Excipient or oil that matters for allergies. */
  readonly vehicle: string | null;
  readonly strength: string | null;
  /** First = the default. */
  readonly routes: readonly [Route, ...Route[]];
  /** First = the default. */
  readonly frequencies: readonly [Frequency, ...Frequency[]];
  /** The baseline plan only suggests the first products of the catalog. */
  readonly auto_suggest: boolean;
  /** Given in the clinic, never sent to the patient. */
  readonly in_clinic_only: boolean;
  readonly starting_dose: number | null;
  readonly dose: DoseRange;
  /** Above this `rx_dose_over_max` fires; mg per `per_days` days. */
  readonly hard_max: { readonly mg: number; readonly per_days: number } | null;
  readonly draw_window: DrawWindow;
  /** ng/dL; the titration acts outside it. Null = it never changes the dose automatically. */
  readonly action_band: ActionBand | null;
  /** Days from a dose change to a valid draw. */
  readonly steady_state_days: number | null;
  /** Days to the next draw after a change. */
  readonly next_lab_days: number | null;
  readonly draw_timing: string;
  readonly supply: SupplyForm;
  readonly evidence: string;
}

const MID_INTERVAL_TIMING = 'Midway between injections (weekly: day 3–4), morning';
const GEL_TIMING = "Morning, before that day's gel (20–26 h after last application), not from the gel arm";
const INJECTION_FREQUENCIES = ['once weekly', 'every 14 days', 'twice weekly'] as const;
/** Only a draw before the day's dose decides; one 2 to 8 hours after it means drawing again. */
const GEL_WINDOW: DrawWindow = {
  kind: 'hours',
  ranges: [[20, 26]],
};

export const FORMULATIONS: { readonly [Id in FormulationId]: Formulation } = {
  testosterone_cypionate_im: {
    id: 'testosterone_cypionate_im',
    name: 'Testosterone cypionate injection',
    vehicle: 'cottonseed oil, benzyl benzoate, benzyl alcohol',
    strength: '200 mg/mL',
    routes: ['intramuscular', 'subcutaneous'],
    frequencies: INJECTION_FREQUENCIES,
    auto_suggest: true,
    in_clinic_only: false,
    starting_dose: 80,
    dose: { kind: 'weekly', min: 40, max: 150, step: 20 },
    hard_max: { mg: 200, per_days: 7 },
    draw_window: { kind: 'mid_interval' },
    action_band: { low: 350, high: 600 },
    steady_state_days: 35,
    next_lab_days: 42,
    draw_timing: MID_INTERVAL_TIMING,
    supply: { kind: 'vial', mg_per_ml: 200, vials_ml: [1, 10] },
    evidence: 'label 50–400 mg every 2–4 weeks, half-life about 8 days V; start split and cap P',
  },
  testosterone_enanthate_sc_auto: {
    id: 'testosterone_enanthate_sc_auto',
    name: 'Testosterone enanthate auto-injector (Xyosted)',
    vehicle: 'sesame oil',
    strength: '50, 75 or 100 mg in 0.5 mL',
    routes: ['subcutaneous'],
    frequencies: ['once weekly'],
    auto_suggest: true,
    in_clinic_only: false,
    starting_dose: 75,
    dose: { kind: 'step', min: 50, max: 100, step: 25 },
    hard_max: { mg: 100, per_days: 7 },
    draw_window: { kind: 'hours', ranges: [[144, 180]] },
    action_band: { low: 350, high: 650, acts_at_high: true },
    steady_state_days: 42,
    next_lab_days: 42,
    draw_timing: '7 days after the last dose, before the next injection',
    supply: { kind: 'count', unit: 'auto-injectors', strengths_mg: [50, 75, 100] },
    evidence: 'label V (650 or more: decrease; below 350: increase; six weeks)',
  },
  testosterone_gel_1_62: {
    id: 'testosterone_gel_1_62',
    name: 'Testosterone gel 1.62%',
    vehicle: null,
    strength: '20.25 mg per pump actuation',
    routes: ['topical'],
    frequencies: ['once daily'],
    auto_suggest: true,
    in_clinic_only: false,
    starting_dose: 40.5,
    dose: { kind: 'step', min: 20.25, max: 81, step: 20.25 },
    hard_max: { mg: 81, per_days: 1 },
    draw_window: GEL_WINDOW,
    action_band: { low: 350, high: 750 },
    steady_state_days: 14,
    next_lab_days: 28,
    draw_timing: GEL_TIMING,
    supply: { kind: 'metered', unit: 'pump bottles', mg_per_actuation: 20.25, actuations: 60, grams: 75 },
    evidence: 'label V (days 14 and 28; pre-dose draw); window after application K',
  },
  testosterone_gel_1: {
    id: 'testosterone_gel_1',
    name: 'Testosterone gel 1%',
    vehicle: null,
    strength: '50 mg in 5 g',
    routes: ['topical'],
    frequencies: ['once daily'],
    auto_suggest: true,
    in_clinic_only: false,
    starting_dose: 50,
    dose: { kind: 'step', min: 50, max: 100, step: 25 },
    hard_max: { mg: 100, per_days: 1 },
    draw_window: GEL_WINDOW,
    action_band: { low: 350, high: 750 },
    steady_state_days: 14,
    next_lab_days: 28,
    draw_timing: GEL_TIMING,
    supply: { kind: 'gram', mg_per_g: 10, packet_mg: 25 },
    evidence: 'label V; band P',
  },
  testosterone_enanthate_im: {
    id: 'testosterone_enanthate_im',
    name: 'Testosterone enanthate injection',
    vehicle: 'sesame oil, chlorobutanol',
    strength: '200 mg/mL',
    routes: ['intramuscular'],
    frequencies: INJECTION_FREQUENCIES,
    auto_suggest: false,
    in_clinic_only: false,
    starting_dose: 80,
    dose: { kind: 'weekly', min: 40, max: 150, step: 20 },
    hard_max: { mg: 200, per_days: 7 },
    draw_window: { kind: 'mid_interval' },
    action_band: { low: 350, high: 600 },
    steady_state_days: 28,
    next_lab_days: 42,
    draw_timing: MID_INTERVAL_TIMING,
    supply: { kind: 'vial', mg_per_ml: 200, vials_ml: [1, 5] },
    evidence: 'vehicle V; label 50–400 mg every 2–4 weeks K; cap P',
  },
  testosterone_patch: {
    id: 'testosterone_patch',
    name: 'Testosterone patch',
    vehicle: null,
    strength: '2 or 4 mg per day',
    routes: ['topical'],
    frequencies: ['once daily'],
    auto_suggest: false,
    in_clinic_only: false,
    starting_dose: 4,
    dose: { kind: 'step', min: 2, max: 6, step: 2 },
    hard_max: { mg: 6, per_days: 1 },
    draw_window: { kind: 'hours', ranges: [[3, 12]] },
    action_band: { low: 400, high: 930 },
    steady_state_days: 14,
    next_lab_days: 14,
    draw_timing: 'Morning, 3–12 h after putting on the patch the evening before',
    supply: { kind: 'count', unit: 'patches', strengths_mg: [2, 4] },
    evidence: 'label V; check supply K',
  },
  testosterone_undecanoate_oral_jatenzo: {
    id: 'testosterone_undecanoate_oral_jatenzo',
    name: 'Testosterone undecanoate capsules (Jatenzo)',
    vehicle: 'castor oil derivative',
    strength: '158, 198 or 237 mg',
    routes: ['oral'],
    frequencies: ['twice daily'],
    auto_suggest: false,
    in_clinic_only: false,
    starting_dose: 237,
    dose: { kind: 'ladder', steps: [158, 198, 237, 316, 396] },
    hard_max: { mg: 792, per_days: 1 },
    draw_window: { kind: 'hours', ranges: [[5, 7]] },
    action_band: { low: 425, high: 970 },
    steady_state_days: 7,
    next_lab_days: 14,
    draw_timing: '5–7 h after the morning dose, taken with food',
    supply: { kind: 'count', unit: 'capsules', strengths_mg: [158, 198, 237] },
    evidence: 'start and maximum V; band K',
  },
  testosterone_undecanoate_oral_kyzatrex: {
    id: 'testosterone_undecanoate_oral_kyzatrex',
    name: 'Testosterone undecanoate capsules (Kyzatrex)',
    vehicle: 'castor oil derivative',
    strength: '100, 150 or 200 mg',
    routes: ['oral'],
    frequencies: ['twice daily', 'once daily'],
    auto_suggest: false,
    in_clinic_only: false,
    starting_dose: 200,
    dose: { kind: 'step', min: 100, max: 400, step: 100 },
    hard_max: { mg: 800, per_days: 1 },
    draw_window: { kind: 'hours', ranges: [[3, 5]] },
    action_band: { low: 460, high: 971 },
    steady_state_days: 7,
    next_lab_days: 14,
    draw_timing: '3–5 h after the morning dose, taken with food',
    supply: { kind: 'count', unit: 'capsules', strengths_mg: [100, 150, 200] },
    evidence: 'timing and range V; band K',
  },
  testosterone_undecanoate_oral_tlando: {
    id: 'testosterone_undecanoate_oral_tlando',
    name: 'Testosterone undecanoate capsules (Tlando)',
    vehicle: 'castor oil derivative',
    strength: '112.5 mg',
    routes: ['oral'],
    frequencies: ['twice daily'],
    auto_suggest: false,
    in_clinic_only: false,
    starting_dose: 225,
    dose: { kind: 'fixed', min: 225, max: 225 },
    hard_max: { mg: 450, per_days: 1 },
    draw_window: { kind: 'hours', ranges: [[8, 9]] },
    action_band: { low: 300, high: 1080 },
    steady_state_days: 21,
    next_lab_days: 28,
    draw_timing: '8–9 h after the morning dose, taken with food',
    supply: { kind: 'count', unit: 'capsules', strengths_mg: [112.5] },
    evidence: 'dose V; band K',
  },
  testosterone_nasal: {
    id: 'testosterone_nasal',
    name: 'Testosterone nasal gel (Natesto)',
    vehicle: 'castor oil',
    strength: '5.5 mg per actuation',
    routes: ['nasal'],
    frequencies: ['three times daily'],
    auto_suggest: false,
    in_clinic_only: false,
    starting_dose: 11,
    dose: { kind: 'fixed', min: 11, max: 11 },
    hard_max: { mg: 33, per_days: 1 },
    draw_window: { kind: 'none' },
    action_band: { low: 300, high: 1050 },
    steady_state_days: 28,
    next_lab_days: 30,
    draw_timing: 'After at least one month of treatment; ask your clinician for the hour',
    supply: { kind: 'metered', unit: 'dispensers', mg_per_actuation: 5.5, actuations: 60, grams: null },
    evidence: 'dose V; band K',
  },
  testosterone_undecanoate_im: {
    id: 'testosterone_undecanoate_im',
    name: 'Testosterone undecanoate injection (Aveed)',
    vehicle: 'castor oil',
    strength: '750 mg in 3 mL',
    routes: ['intramuscular'],
    frequencies: ['every 10 weeks'],
    auto_suggest: false,
    in_clinic_only: true,
    starting_dose: 750,
    dose: { kind: 'fixed', min: 750, max: 750 },
    hard_max: { mg: 750, per_days: 70 },
    draw_window: { kind: 'none' },
    action_band: null,
    steady_state_days: 98,
    next_lab_days: 70,
    draw_timing: 'Just before the next injection',
    supply: { kind: 'count', unit: 'vials', strengths_mg: [750] },
    evidence: 'label V; given under its REMS with 30 minutes of observation; trough P',
  },
  testosterone_pellet: {
    id: 'testosterone_pellet',
    name: 'Testosterone pellets (Testopel)',
    vehicle: null,
    strength: '75 mg pellets',
    routes: ['subcutaneous'],
    frequencies: ['every 4 months'],
    auto_suggest: false,
    in_clinic_only: true,
    starting_dose: 450,
    dose: { kind: 'fixed', min: 150, max: 900 },
    hard_max: { mg: 900, per_days: 120 },
    draw_window: { kind: 'none' },
    action_band: null,
    steady_state_days: 60,
    next_lab_days: 90,
    draw_timing: 'At the end of the interval, before the next insertion',
    supply: { kind: 'count', unit: 'pellets', strengths_mg: [75] },
    evidence: 'dose V (secondary); band P',
  },
  non_testosterone_option: {
    id: 'non_testosterone_option',
    name: 'Non-testosterone option (clinician only)',
    vehicle: null,
    strength: null,
    routes: ['oral', 'subcutaneous', 'intramuscular'],
    frequencies: ['once daily', 'once weekly', 'twice weekly'],
    auto_suggest: false,
    in_clinic_only: false,
    starting_dose: null,
    dose: { kind: 'none' },
    hard_max: null,
    draw_window: { kind: 'none' },
    action_band: null,
    steady_state_days: null,
    next_lab_days: null,
    draw_timing: 'As your clinician says',
    supply: { kind: 'none' },
    evidence: 'off-label, no automatic dose K',
  },
};

export const FORMULATION_LIST: readonly Formulation[] = FORMULATION_IDS.map((id) => FORMULATIONS[id]);

export const isFormulationId = (value: unknown): value is FormulationId =>
  typeof value === 'string' && Object.hasOwn(FORMULATIONS, value);

export const isFrequency = (value: unknown): value is Frequency =>
  typeof value === 'string' && Object.hasOwn(INTERVAL_DAYS, value);

export const isRoute = (value: unknown): value is Route => (ROUTES as readonly unknown[]).includes(value);

const ORAL_UNDECANOATE: ReadonlySet<FormulationId> = new Set<FormulationId>([
  'testosterone_undecanoate_oral_jatenzo',
  'testosterone_undecanoate_oral_kyzatrex',
  'testosterone_undecanoate_oral_tlando',
]);
export const isOralUndecanoate = (id: FormulationId): boolean => ORAL_UNDECANOATE.has(id);
export const isUndecanoate = (id: FormulationId): boolean =>
  isOralUndecanoate(id) || id === 'testosterone_undecanoate_im';
export const isEnanthate = (id: FormulationId): boolean =>
  id === 'testosterone_enanthate_im' || id === 'testosterone_enanthate_sc_auto';
const INJECTED: ReadonlySet<Route> = new Set<Route>(['intramuscular', 'subcutaneous']);
/** Given with a needle; pellets are implanted without a vehicle. */
export const isInjected = (id: FormulationId): boolean =>
  id !== 'testosterone_pellet' && FORMULATIONS[id].routes.some((route) => INJECTED.has(route));
/** Gel can be transferred to another person's skin; a patch keeps the drug under its film. */
export const isGel = (id: FormulationId): boolean =>
  id === 'testosterone_gel_1_62' || id === 'testosterone_gel_1';

/** The route a plan uses: its own, or the product's default. */
export const routeOf = (id: FormulationId, route?: Route | null): Route =>
  route ?? FORMULATIONS[id].routes[0];

/** mg in a week: dose x 7 / interval. */
export const weeklyDose = (dose: number, frequency: Frequency): number =>
  (dose * 7) / INTERVAL_DAYS[frequency];

/** The maximum weekly dose of a product in mg; null if the catalog has none. */
export function weeklyMaximum(id: FormulationId): number | null {
  const { hard_max: most } = FORMULATIONS[id];
  return most && (most.mg * 7) / most.per_days;
}

/** Automatic limits of one administration in mg, or null where nothing is automatic. */
export function doseLimits(id: FormulationId, frequency: Frequency): { min: number; max: number } | null {
  const { dose } = FORMULATIONS[id];
  if (dose.kind === 'none') return null;
  if (dose.kind === 'ladder') return { min: Math.min(...dose.steps), max: Math.max(...dose.steps) };
  const perDose = dose.kind === 'weekly' ? INTERVAL_DAYS[frequency] / 7 : 1;
  return { min: dose.min * perDose, max: dose.max * perDose };
}

/** Hours after the last dose when a draw is valid, whole hours, inclusive (C10); null = no rule. */
export function drawWindowHours(
  id: FormulationId,
  frequency: Frequency,
): readonly (readonly [number, number])[] | null {
  const window = FORMULATIONS[id].draw_window;
  if (window.kind === 'none') return null;
  if (window.kind === 'hours') return window.ranges;
  const middle = INTERVAL_DAYS[frequency] * 12;
  return [[Math.round(middle * 0.8), Math.round(middle * 1.2)]];
}

/** The unit of a product's quantity: 'mL', 'g', 'capsules'; empty if the catalog counts nothing. */
export function quantityUnit(id: FormulationId): string {
  const { supply } = FORMULATIONS[id];
  if (supply.kind === 'vial') return 'mL';
  if (supply.kind === 'gram') return 'g';
  return supply.kind === 'none' ? '' : supply.unit;
}

/** The dose and frequency a product usually starts with. */
export function usualStart(id: FormulationId): { dose: number; frequency: Frequency } {
  const { starting_dose: dose, frequencies } = FORMULATIONS[id];
  return { dose: dose ?? 0, frequency: frequencies[0] };
}
