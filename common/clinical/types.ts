import type { AlertSeverity, LabStatus } from '../vocabulary/index.js';
import type { TherapyState } from './case.js';
import type { Evidence } from './evidence.js';
import type { VialKind } from './facts.js';
import type { FormulationId, Frequency, Route } from './formulations.js';
import type { Comparator } from './lab-units.js';

/** BE baseline eligibility, MO monitoring, TI titration, LS lab schedule, RX prescribing. */
export const PHASES = ['BE', 'MO', 'TI', 'LS', 'RX'] as const;
export type Phase = (typeof PHASES)[number];

export const EFFECTS = [
  'NOTE',
  'REMIND',
  'REVIEW',
  'TITRATE',
  'FLAG',
  'NO-INCREASE',
  'HOLD',
  'DOSE↓',
  'REFER',
  'CONFIRM',
  'RXBLOCK',
  'BLOCK-FORM',
  'CALL',
  'STOP',
  'BLOCK',
  'SUBMIT-BLOCK',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** One input of a rule as it was at evaluation. */
export interface InputTrace {
  readonly name: string;
  readonly value: string | number | boolean | null;
  /** The laboratory gave a limit: `value` is that limit. */
  readonly comparator?: Comparator;
  readonly unit?: string;
  readonly threshold?: string;
  /** Age of the value in days, if dated. */
  readonly age_days?: number;
  /** When the sample was drawn, as sent. */
  readonly collected_at?: string;
  readonly since_last_dose_h?: number;
  readonly missing?: true;
}

/**
 * fired: the condition is true. clear: it is false, and everything needed to know that was present. incomplete: a missing
 * input leaves it open. not_applicable: the rule is about another situation (another product, not on therapy).
 */
export type RuleOutcome = 'fired' | 'clear' | 'incomplete' | 'not_applicable';

export interface RuleResult {
  readonly rule_key: string;
  readonly version: number;
  readonly outcome: RuleOutcome;
  readonly fired: boolean;
  readonly inputs: InputTrace[];
  /** Names of the inputs that were missing. */
  readonly missing: string[];
}

/** The evaluation of a set of rules on one set of facts. Plain JSON: the same facts give the same bytes. */
export interface Evaluation {
  readonly rule_set_version: string;
  readonly today: string;
  /** Before, on, on hold or after treatment: decides the wording of a recommendation. */
  readonly state: TherapyState;
  readonly phases: Phase[];
  readonly results: RuleResult[];
}

/** A fired rule with its text. */
export interface FiredRuleDetail {
  readonly rule_key: string;
  readonly title: string;
  readonly recommendation: string;
  readonly severity: AlertSeverity;
  readonly effect: string;
  readonly effects: Effect[];
  readonly source: string;
  readonly version: number;
  /** False: no clinician may override it. */
  readonly overridable: boolean;
  readonly inputs: InputTrace[];
  readonly missing: string[];
  readonly evidence: Evidence[];
}

/** An alert a fired rule raises; one is open per rule and case. */
export interface RuleAlert {
  readonly rule_key: string;
  readonly severity: AlertSeverity;
  readonly title: string;
  readonly message: string;
  readonly state: TherapyState;
  readonly inputs: InputTrace[];
}

export interface PlanDraft {
  readonly formulation: FormulationId;
  /** mg per administration. */
  readonly dose: number;
  readonly starting_dose: number;
  readonly frequency: Frequency;
  readonly route: Route;
  /** ng/dL. */
  readonly target_range_low: number;
  readonly target_range_high: number;
  readonly blood_draw_timing: string;
  readonly next_review_at: string;
  readonly status: 'pending_review';
  readonly flagged: boolean;
  readonly flag_reason: string | null;
}

export interface PrescriptionDraft {
  readonly formulation: FormulationId;
  /** Name and strength. */
  readonly drug: string;
  /** Text: '80 mg'. */
  readonly dose: string;
  readonly frequency: Frequency;
  readonly route: Route;
  readonly quantity: number;
  /** The unit of `quantity`: mL, pump bottles, auto-injectors, capsules ... */
  readonly quantity_unit: string;
  /** Kind of vial; null for products not in vials. */
  readonly vial: VialKind | null;
  readonly refills: number;
  readonly days_supply: number;
  readonly sig: string;
}

export type BaselineOutcome = 'draft' | 'draft_flagged' | 'not_eligible_pending_review';

export interface BaselineResult {
  readonly outcome: BaselineOutcome;
  readonly plan: PlanDraft | null;
  readonly prescription: PrescriptionDraft | null;
  /** Flags, or the blocking keys when not eligible. */
  readonly reasons: string[];
  /** Rule keys whose effect flags the plan, then preference_conflict and switched_from_<id>. */
  readonly flags: string[];
  /** Rule keys that block drafting a prescription. */
  readonly prescription_blocked_by: string[];
  readonly alerts: RuleAlert[];
  readonly evaluation: Evaluation;
}

export type TitrationRecommendation = 'increase' | 'decrease' | 'hold' | 'stop';

export interface TitrationResult {
  readonly recommendation: TitrationRecommendation;
  /** mg per administration. */
  readonly current_dose: number;
  /** 0 when stopping is recommended. */
  readonly suggested_dose: number;
  readonly frequency: Frequency;
  readonly route: Route;
  readonly next_lab_in_days: number;
  readonly blood_draw_timing: string;
  /** The deciding rules; empty for a hold in target and without testosterone on treatment. */
  readonly rules: { readonly rule_key: string; readonly recommendation: string }[];
  readonly rationale: string;
  /** Values, limits, ages and sources behind the recommendation, holds included. */
  readonly evidence: Evidence[];
  readonly rule_set_version: string;
  readonly disclaimer: string;
}

export interface LabSuggestion {
  readonly instruction: string;
  /** Days from today to the proposed day, never negative. */
  readonly suggested_in_days: number;
  readonly draw_timing: string;
  readonly status: LabStatus;
  /** Days from today to the due day; negative when overdue. */
  readonly due_in_days: number;
  readonly due_on: string;
  /** The purpose of the draw: '6-week check'. */
  readonly label: string;
  readonly analytes: string[];
  /** Of one that a refill waits for, the days on which it says most, where the patient lives; absent: at once. */
  readonly draw_from?: string;
  readonly draw_until?: string;
}

export type ReminderKind =
  | 'lab_draw'
  | 'lab_order'
  | 'clinic_dose'
  | 'provider_review'
  | 'prescription_renewal'
  | 'blood_pressure_check'
  | 'check_in'
  | 'safety_check'
  | 'acknowledge_education'
  | 'complete_intake'
  | 'verify_email';

export interface ReminderDraft {
  readonly kind: ReminderKind;
  readonly title: string;
  readonly status: LabStatus;
  readonly due_date: string;
  readonly due_in_days: number;
  /** Same kind and due date, same key: creating it again changes nothing. */
  readonly key: string;
  /** The next date on which a notice is due, including today; weekly once overdue. */
  readonly next_notice_on: string;
  /** Where it is announced on these dates only, whatever was missed before: in order. */
  readonly notices?: readonly string[];
}
