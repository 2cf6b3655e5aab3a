/** The facts that only a clinician can enter. */

/**
 * Facts only a clinician can enter. Dates are 'YYYY-MM-DD'. Absent = the safe default of the rule that reads it.
 * `<name>_on` says when a fact was found; `bp_on` belongs to both pressures.
 */
export interface CaseExtras {
  /** On therapy = this is set (and therapy has not ended). */
  readonly therapy_started_on?: string | null;
  /** Last change of product, dose or frequency. */
  readonly last_change_on?: string | null;
  readonly symptoms_improved?: boolean | null;
  readonly symptoms_improved_on?: string | null;
  readonly breast_symptoms?: boolean | null;
  readonly breast_symptoms_on?: string | null;
  /** International Prostate Symptom Score, 0-35. */
  readonly ipss_total?: number | null;
  readonly ipss_total_on?: string | null;
  readonly prostate_high_risk?: boolean | null;
  readonly prostate_high_risk_on?: string | null;
  readonly urology_cleared?: boolean | null;
  readonly urology_cleared_on?: string | null;
  /** Date of the heart attack or stroke. */
  readonly cv_event_on?: string | null;
  readonly hf_controlled?: boolean | null;
  readonly hf_controlled_on?: string | null;
  /** mmHg; take precedence over the intake's values. */
  readonly bp_systolic?: number | null;
  readonly bp_diastolic?: number | null;
  readonly bp_on?: string | null;
  /** Hours since the last dose for the latest testosterone draw, if the panel has none. */
  readonly since_h?: number | null;
  readonly since_h_on?: string | null;
  /** Sleep apnea documented as treated, or not severe: clears `osa_untreated`. */
  readonly osa_cleared_on?: string | null;
  /** A hematologist agreed to treatment: clears the rules on clots, clotting disorders and polycythemia. */
  readonly hematology_cleared_on?: string | null;
  /** Free testosterone is low although the total is not: clears `t_not_low`. */
  readonly free_t_low_confirmed_on?: string | null;
  readonly pdmp_checked_on?: string | null;
  readonly in_person_eval_on?: string | null;
}

/** One clinician-entered fact: its kind, bounds and field label. */
export interface ExtraDefinition {
  readonly name: keyof CaseExtras;
  readonly label: string;
  readonly type: 'date' | 'boolean' | 'number';
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** The date that belongs to this fact. */
  readonly on?: keyof CaseExtras;
}

const found = (name: keyof CaseExtras, label: string): ExtraDefinition => ({ name, label, type: 'date' });

export const CASE_EXTRAS: readonly ExtraDefinition[] = [
  { name: 'therapy_started_on', label: 'Therapy started on', type: 'date' },
  { name: 'last_change_on', label: 'Last dose change on', type: 'date' },
  { name: 'symptoms_improved', label: 'Symptoms improved', type: 'boolean', on: 'symptoms_improved_on' },
  found('symptoms_improved_on', 'Symptoms assessed on'),
  { name: 'breast_symptoms', label: 'Breast symptoms', type: 'boolean', on: 'breast_symptoms_on' },
  found('breast_symptoms_on', 'Breast symptoms assessed on'),
  {
    name: 'ipss_total',
    label: 'IPSS total',
    type: 'number',
    min: 0,
    max: 35,
    integer: true,
    on: 'ipss_total_on',
  },
  found('ipss_total_on', 'IPSS taken on'),
  {
    name: 'prostate_high_risk',
    label: 'Higher prostate cancer risk',
    type: 'boolean',
    on: 'prostate_high_risk_on',
  },
  found('prostate_high_risk_on', 'Prostate cancer risk assessed on'),
  { name: 'urology_cleared', label: 'Cleared by urology', type: 'boolean', on: 'urology_cleared_on' },
  found('urology_cleared_on', 'Urology clearance on'),
  { name: 'cv_event_on', label: 'Heart attack or stroke on', type: 'date' },
  { name: 'hf_controlled', label: 'Heart failure controlled', type: 'boolean', on: 'hf_controlled_on' },
  found('hf_controlled_on', 'Heart failure assessed on'),
  {
    name: 'bp_systolic',
    label: 'Systolic',
    type: 'number',
    unit: 'mmHg',
    min: 70,
    max: 250,
    integer: true,
    on: 'bp_on',
  },
  {
    name: 'bp_diastolic',
    label: 'Diastolic',
    type: 'number',
    unit: 'mmHg',
    min: 40,
    max: 150,
    integer: true,
    on: 'bp_on',
  },
  found('bp_on', 'Measured on'),
  {
    name: 'since_h',
    label: 'Hours since last dose',
    type: 'number',
    unit: 'h',
    min: 0,
    max: 4320,
    on: 'since_h_on',
  },
  found('since_h_on', 'Hours recorded on'),
  { name: 'osa_cleared_on', label: 'Sleep apnea cleared on', type: 'date' },
  { name: 'hematology_cleared_on', label: 'Hematology clearance on', type: 'date' },
  { name: 'free_t_low_confirmed_on', label: 'Low free testosterone confirmed on', type: 'date' },
  { name: 'pdmp_checked_on', label: 'PDMP checked on', type: 'date' },
  { name: 'in_person_eval_on', label: 'In-person evaluation on', type: 'date' },
];

/**
 * The changes with the date of each fact: a fact without a date is dated on the day of entry, and removing a fact
 * removes its date.
 */
export function datedExtras(changes: CaseExtras, stored: CaseExtras, today: string): CaseExtras {
  const dates: Record<string, string | null> = {};
  const after: CaseExtras = { ...stored, ...changes };
  for (const { name, on } of CASE_EXTRAS) {
    if (!on || changes[name] === undefined || changes[on] !== undefined) continue;
    const partners = CASE_EXTRAS.filter((definition) => definition.on === on);
    const gone = partners.every((one) => (after[one.name] ?? null) === null);
    if (changes[name] !== null || gone) dates[on] = gone ? null : today;
  }
  return { ...changes, ...dates };
}
