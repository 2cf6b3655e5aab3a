import type { IntakeData } from '../intake/index.js';
import type { FormulationId, Frequency, Route } from './formulations.js';
import type { AnalyteKey } from './labs.js';

/** How often safety labs follow the first year: quarterly is the default, `guideline` is every 182 days. */
export type MonitoringMode = 'quarterly' | 'guideline';

/** One lab draw. */
export interface LabPanel {
  /** ISO date and time, offset kept as sent: the wall time decides what counts as morning. */
  readonly collected_at: string;
  /** Wall time of the draw ('YYYY-MM-DDTHH:MM') where it is stored apart from `collected_at`; it wins. */
  readonly collected_local?: string | null;
  /** Hours between the last dose and the draw; wins over `extras.since_h`. */
  readonly since_last_dose_h?: number | null;
  /** Values in the units of the analyte table. */
  readonly results: { readonly [Key in AnalyteKey]?: number | null };
}

/** Facts only a clinician can enter. Dates are 'YYYY-MM-DD'. Absent = the safe default of the rule that reads it. */
export interface CaseExtras {
  /** On therapy = this is set (and the therapy was not ended). */
  readonly therapy_started_on?: string | null;
  /** Last change of product, dose or frequency. */
  readonly last_change_on?: string | null;
  readonly symptoms_improved?: boolean | null;
  readonly breast_symptoms?: boolean | null;
  /** International Prostate Symptom Score, 0-35. */
  readonly ipss_total?: number | null;
  readonly prostate_high_risk?: boolean | null;
  readonly urology_cleared?: boolean | null;
  /** Date of the heart attack or stroke. */
  readonly cv_event_on?: string | null;
  readonly hf_controlled?: boolean | null;
  /** mmHg; win over the intake's values. */
  readonly bp_systolic?: number | null;
  readonly bp_diastolic?: number | null;
  /** Hours since the last dose of the latest testosterone draw, where the panel has none. */
  readonly since_h?: number | null;
  readonly pdmp_checked_on?: string | null;
  readonly in_person_eval_on?: string | null;
}

/** A plan as the rules read it. `dose` is mg per administration (once weekly 80 = 80 mg each week). */
export interface PlanFacts {
  readonly formulation: FormulationId;
  readonly dose: number;
  readonly frequency: Frequency;
  readonly route?: Route | null;
  /** ng/dL; absent = 450 and 600. */
  readonly target_range_low?: number | null;
  readonly target_range_high?: number | null;
}

/** A prescription as the rules read it. */
export interface PrescriptionFacts {
  readonly formulation?: FormulationId | null;
  /** mg per administration, as a number or as the text of the prescription ('80 mg'). */
  readonly dose: number | string;
  /** As on the plan, or as the text of the prescription. */
  readonly frequency: string;
  /** In the supply unit of the formulation (mL, g or a count). */
  readonly quantity: number;
  readonly refills: number;
  readonly days_supply: number;
  /** Date of issue; absent = today, because approving issues it. */
  readonly issued_on?: string | null;
  /** Date the fill is asked for; absent = the date of issue. */
  readonly fill_requested_on?: string | null;
  /** Size of a vial where it is known; decides between single-dose and multi-dose arithmetic. */
  readonly vial_ml?: number | null;
}

/** The last prescription that was really filled. Leave it out when there is none. */
export interface PreviousPrescriptionFacts {
  readonly filled_on: string;
  readonly days_supply: number;
}

/** Settings of the organisation; each has the default of `DEFAULT_POLICY`. */
export interface ClinicalPolicy {
  readonly monitoring_mode?: MonitoringMode;
  /** How old a prescription-monitoring query may be when a prescription is approved, in days. */
  readonly pdmp_max_age_days?: number;
  /** Last date of issue under the federal tele-prescribing flexibility. */
  readonly telemedicine_flexibility_ends_on?: string;
  /** A state's cap on the days of one fill; null = none. */
  readonly max_days_supply?: number | null;
}

export const DEFAULT_POLICY: Required<ClinicalPolicy> = {
  monitoring_mode: 'quarterly',
  pdmp_max_age_days: 7,
  telemedicine_flexibility_ends_on: '2026-12-31',
  max_days_supply: null,
};

/** Everything a recommendation may depend on. No function of the clinical core reads anything else. */
export interface ClinicalFacts {
  /** The organisation's calendar date, 'YYYY-MM-DD'. */
  readonly today: string;
  /** IANA name of the organisation's time zone, for draws whose time ends in Z. */
  readonly timezone: string;
  /** Answers of the latest submitted revision, as stored; hidden answers are left out here, not by the caller. */
  readonly intake: IntakeData;
  /** Every panel on file, in any order. */
  readonly labs: readonly LabPanel[];
  readonly extras: CaseExtras;
  /** The plan in force. */
  readonly plan?: PlanFacts | null;
  /** The plan being judged (a draft, a pending plan, a wish); product rules look at it before `plan`. */
  readonly candidate_plan?: PlanFacts | null;
  readonly prescription?: PrescriptionFacts | null;
  readonly previous_prescription?: PreviousPrescriptionFacts | null;
  readonly education_acknowledged?: boolean | null;
  /** Date of the next scheduled draw; absent = worked out from the schedule, null = none. */
  readonly next_lab_due_on?: string | null;
  /** Effective date of the last discontinuation; testosterone within 90 days of it is not diagnostic. */
  readonly therapy_ended_on?: string | null;
  /** The clinician asked for labs after stopping. */
  readonly follow_up_labs?: boolean | null;
  readonly policy?: ClinicalPolicy;
}

/** One clinician-entered fact: its kind, its bounds, the words of its field. */
export interface ExtraDefinition {
  readonly name: keyof CaseExtras;
  readonly label: string;
  readonly type: 'date' | 'boolean' | 'number';
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

export const CASE_EXTRAS: readonly ExtraDefinition[] = [
  { name: 'therapy_started_on', label: 'Therapy started on', type: 'date' },
  { name: 'last_change_on', label: 'Last dose change on', type: 'date' },
  { name: 'symptoms_improved', label: 'Symptoms improved', type: 'boolean' },
  { name: 'breast_symptoms', label: 'Breast symptoms', type: 'boolean' },
  { name: 'ipss_total', label: 'IPSS total', type: 'number', min: 0, max: 35, integer: true },
  { name: 'prostate_high_risk', label: 'Higher prostate cancer risk', type: 'boolean' },
  { name: 'urology_cleared', label: 'Cleared by urology', type: 'boolean' },
  { name: 'cv_event_on', label: 'Heart attack or stroke on', type: 'date' },
  { name: 'hf_controlled', label: 'Heart failure controlled', type: 'boolean' },
  {
    name: 'bp_systolic',
    label: 'Blood pressure, top number',
    type: 'number',
    unit: 'mmHg',
    min: 70,
    max: 250,
    integer: true,
  },
  {
    name: 'bp_diastolic',
    label: 'Blood pressure, bottom number',
    type: 'number',
    unit: 'mmHg',
    min: 40,
    max: 150,
    integer: true,
  },
  { name: 'since_h', label: 'Hours since last dose', type: 'number', unit: 'h', min: 0, max: 4320 },
  { name: 'pdmp_checked_on', label: 'PDMP checked on', type: 'date' },
  { name: 'in_person_eval_on', label: 'In-person evaluation on', type: 'date' },
];
