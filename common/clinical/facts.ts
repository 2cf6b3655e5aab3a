import type { FieldName, IntakeData } from '../intake/index.js';
import type { DiscontinueReason } from '../vocabulary/index.js';
import type { CaseExtras } from './case-extras.js';
import type { FormulationId, Frequency, Route } from './formulations.js';
import type { Comparator } from './lab-units.js';
import type { AnalyteKey } from './labs.js';
import type { ReportedPressure } from './pressure-entry.js';
import type { ReportedScores } from './reported.js';
import type { ReportedChange, ReportedSideEffect } from './safety-check.js';

/** How often safety labs follow the first year: quarterly is the default, `guideline` is every 182 days. */
export type MonitoringMode = 'quarterly' | 'guideline';

/** One lab draw. */
export interface LabPanel {
  /** ISO date and time, offset kept as sent: the local time decides what counts as morning. */
  readonly collected_at: string;
  /** Local time of the draw ('YYYY-MM-DDTHH:MM') if stored separately from `collected_at`; it takes precedence. */
  readonly collected_local?: string | null;
  /** Hours between the last dose and the draw; takes precedence over `extras.since_h`. */
  readonly since_last_dose_h?: number | null;
  /** These hours are from the patient's dose log: a clinician's `extras.since_h` comes first. */
  readonly since_from_log?: boolean;
  /** Hours from a dose of the log that contradicts them, which no one confirmed. */
  readonly contradicted_by_log_h?: number;
  /** Values in the units of the analyte table. */
  readonly results: { readonly [Key in AnalyteKey]?: number | null };
  /** Where the laboratory gave a limit instead of a value: `results` holds that limit. */
  readonly limits?: { readonly [Key in AnalyteKey]?: Comparator };
  /** Whether a call about its critical values reached the patient; absent = unknown. */
  readonly called?: boolean;
  /** When the values were entered, or last corrected (ISO); absent = unknown. */
  readonly entered_at?: string;
}

/** A plan as the rules use it. `dose` is mg per administration (once weekly 80 = 80 mg each week). */
export interface PlanFacts {
  readonly formulation: FormulationId;
  readonly dose: number;
  readonly frequency: Frequency;
  readonly route?: Route | null;
  /** ng/dL; absent = 450 and 600. */
  readonly target_range_low?: number | null;
  readonly target_range_high?: number | null;
}

/** A prescription as the rules use it. */
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
  /** Requested fill date; absent = the date of issue. */
  readonly fill_requested_on?: string | null;
  /** Vial size, if known. */
  readonly vial_ml?: number | null;
  /** A single-dose vial gives one dose; a multi-dose one is discarded 28 days after opening. Absent: single for 1 mL. */
  readonly vial?: VialKind | null;
  /** Drug and route as written; absent = not checked against the formulary. */
  readonly drug?: string | null;
  /** Directions as written; absent = not checked against dose and strength. */
  readonly sig?: string | null;
  readonly route?: string | null;
  /** The order itself while nothing of it was filled, so that it is not compared with itself. */
  readonly order_id?: string | null;
  /** The moment of its approval; absent = not approved yet. */
  readonly approved_at?: string | null;
}

export const VIAL_KINDS = ['single', 'multi'] as const;
export type VialKind = (typeof VIAL_KINDS)[number];

/** The last prescription that was actually filled. Leave it out when there is none. */
export interface PreviousPrescriptionFacts {
  /** Absent = unknown here. */
  readonly order_id?: string;
  readonly filled_on: string;
  readonly days_supply: number;
  /** Days on hold since the fill, on which nothing was taken; absent: none. */
  readonly paused_days?: number;
}

/** Messages that wait to be opened or reviewed: how many, and the day of the oldest ('YYYY-MM-DD'). */
export interface UnreadMessages {
  readonly count: number;
  /** Of these, the ones that no provider has opened; absent = none. */
  readonly unopened?: number;
  readonly since: string;
}

/** The patient's other orders that are approved and not over. */
export interface OtherOrders {
  readonly on_hold: boolean;
  /** Ids of orders of a newer plan than all that are on hold: approving one ends those. */
  readonly replacing_held?: readonly string[];
  /** The newest one sent to the pharmacy and not filled, or canceled after that without the pharmacy being told. */
  readonly sent: { readonly sent_on: string; readonly days_supply: number } | null;
  /** Ids of all orders sent today, also of any canceled since. */
  readonly sent_today?: readonly string[];
}

/** The product of a plan that was approved, and the day ('YYYY-MM-DD'). */
export interface ApprovedProduct {
  readonly formulation: FormulationId;
  readonly on: string;
}

/** A dose that was ordered or planned; no product = that of the dose it is compared with. */
export interface EarlierDose {
  readonly formulation?: FormulationId | null;
  readonly dose: number | string;
  readonly frequency: string;
}

/** What was taken before the dose that is judged: an approved plan changes nothing until its order is dispensed. */
export interface EarlierDoses {
  /** Orders the pharmacy got, newest first. */
  readonly sent: readonly (EarlierDose & { readonly order_id: string; readonly of_active_plan: boolean })[];
  /** The plan that the active one replaced. */
  readonly plan: EarlierDose | null;
  /** Rules that the active plan was approved against, and when (ISO). */
  readonly approved_against: readonly string[];
  readonly approved_at?: string | null;
}

/** Changed safety answers that the patient has not sent: which questions and since when ('YYYY-MM-DD'). */
export interface UnsentAnswers {
  readonly since: string;
  readonly fields: readonly FieldName[];
}

/** A hold on therapy: by a rule (`rule_key`, usually with a value to come down to) or by a clinician. */
export interface TherapyHold {
  /** 'YYYY-MM-DD'. */
  readonly since: string;
  readonly rule_key: string | null;
  readonly until: HoldUntil | null;
  /** The first day, of every open hold, on which it is decided again; 'YYYY-MM-DD'. */
  readonly until_on?: string | null;
}
export interface HoldUntil {
  readonly analyte: AnalyteKey;
  readonly at_most: number;
}

/** A pause by a hematocrit rule that has ended. */
export interface EndedPause {
  /** 'YYYY-MM-DD'. */
  readonly since: string;
  readonly ended_on: string;
  /** The moment; absent = unknown here. */
  readonly ended_at?: string;
  /** In force when it began. */
  readonly plan: PlanFacts;
  /** Approved since it began. */
  readonly approved_since: readonly EarlierDose[];
}

/** The end of a therapy: the reasons given, and the rules that stopped or blocked it that day. */
export interface TherapyStop {
  /** 'YYYY-MM-DD'. */
  readonly on: string;
  readonly reasons: readonly DiscontinueReason[];
  readonly rules: readonly string[];
}

/** `rule_key` is a rule's, or that of a report such as an emergency. */
export interface OpenAlert {
  readonly rule_key: string;
  readonly message: string;
  /** 'YYYY-MM-DD'. */
  readonly since: string;
}

/** An emergency whose alert was closed once the patient was reached. */
export interface RecentEmergency {
  readonly rule_key: string;
  /** 'YYYY-MM-DD'. */
  readonly closed_on: string;
  readonly agreed: string | null;
  /** Closed by its words alone: no one called. */
  readonly misread?: boolean;
  /** When the patient last told of it (ISO). */
  readonly reported_at?: string;
}

/** A free intake text that a clinician has read: changing the text changes the digest and makes it unread again. */
export interface HistoryReview {
  readonly field: string;
  /** SHA-256 of the text as stored, in lower-case hexadecimal. */
  readonly text_sha256: string;
}

/** Words that a clinician who reviewed them said speak against treatment. */
export interface ReadAgainst {
  readonly field: string;
  /** 'YYYY-MM-DD'; null = the intake. */
  readonly on: string | null;
  readonly text: string;
  readonly review: HistoryReview;
  /** When it was read (ISO). */
  readonly at: string;
}

/** A clinician decided whether told words mean what a rule reads in them. */
export interface ToldSettlement {
  readonly rule_key: string;
  /** true: recorded as so; false: the words do not mean it. */
  readonly applies: boolean;
  /** The words it was decided on. */
  readonly texts: readonly HistoryReview[];
}

/** Answers from a safety check: each one present takes precedence over the intake's. */
export interface SafetyAnswers {
  readonly sex_assigned_at_birth?: string | null;
  readonly vte_history?: string | null;
  readonly vte_details?: string | null;
  readonly last_testosterone_on?: string | null;
  readonly location_state?: string | null;
}

/** The prescriber who would sign. Leave it out (undefined) if unknown: the rules about it do not apply. */
export interface PrescriberFacts {
  /** Licenses on file, expired ones included. `state` is a two-letter code, `expires_on` the last valid day. */
  readonly licenses: readonly {
    readonly state: string;
    readonly expires_on: string;
    /** As the prescriber entered it, such as MD or NP. */
    readonly type?: string | null;
    /** false: not verified yet, so it does not count; absent = verified. */
    readonly verified?: boolean;
  }[];
  /** DEA registrations. Testosterone needs Schedule III; absent `schedules` covers every schedule. */
  readonly dea_registrations: readonly {
    readonly state: string;
    readonly expires_on: string;
    readonly schedules?: readonly string[] | null;
    readonly verified?: boolean;
  }[];
}

/** Newest PDMP query record for one state. */
export interface PdmpCheck {
  readonly state: string;
  readonly queried_on: string;
  readonly finding: 'none' | 'as_expected' | 'discrepancy';
  /** A discrepancy that a clinician has resolved with a reason. */
  readonly resolved?: boolean;
}

/** What one state requires before a controlled prescription. */
export interface StatePdmpPolicy {
  readonly state: string;
  readonly required: boolean;
  readonly max_age_days: number;
  /** `first_and_every_90_d`: one query is valid for 90 days. */
  readonly when: 'each' | 'first_and_every_90_d';
}

/** What one state requires for a testosterone order. */
export interface StateRxPolicy {
  /** Maximum days per fill; null = no limit in this state. */
  readonly max_days_supply: number | null;
  /** When the state requires an in-person exam, in words; null = it does not. */
  readonly in_person_rule: string | null;
  readonly nurse_practitioner_may: boolean;
}

/** A record that makes telemedicine prescribing lawful after the federal flexibility ends. */
export interface TelemedBasis {
  readonly kind: 'in_person' | 'covering_practitioner' | 'registered_facility' | 'special_registration';
  readonly on: string;
  /** Its last day; absent = no end was given. */
  readonly until?: string;
  /** Whether the prescriber who would sign did the in-person evaluation. */
  readonly by_prescriber: boolean;
}

/** Where the patient is, and where the clinic treats. */
export interface LocationFacts {
  /** Two-letter code or 'outside_us'; null = never stated. */
  readonly patient_state: string | null;
  /** States the clinic serves; null = no limit set. */
  readonly service_states: readonly string[] | null;
}

/** Location and law. Leave it out (undefined) if the server does not store it: its rules do not apply. */
export interface JurisdictionFacts extends LocationFacts {
  /** When the patient last stated their location. */
  readonly attested_on: string | null;
  /** One entry for each state whose program must be queried (the patient's, and others by policy). */
  readonly pdmp_policies: readonly StatePdmpPolicy[];
  /** What the patient's state requires of an order; absent = unknown here. */
  readonly state_policy?: StateRxPolicy | null;
  readonly pdmp_checks: readonly PdmpCheck[];
  readonly telemed_bases: readonly TelemedBasis[];
  /** Last day of the federal flexibility, from the policy. */
  readonly flexibility_until: string;
}

/** Settings of the organization; each defaults to `DEFAULT_POLICY`. */
export interface ClinicalPolicy {
  readonly monitoring_mode?: MonitoringMode;
  /** Maximum age in days of a PDMP query when a prescription is approved. */
  readonly pdmp_max_age_days?: number;
  /** Last date of issue under the federal tele-prescribing flexibility. */
  readonly telemedicine_flexibility_ends_on?: string;
  /** A state's cap on the days per fill; null = none. */
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
  /** The organization's calendar date, 'YYYY-MM-DD'. */
  readonly today: string;
  /** IANA name of the organization's time zone. */
  readonly timezone: string;
  /** IANA name of the patient's time zone, for draws whose time ends in Z; absent = the organization's. */
  readonly patient_timezone?: string | null;
  /** Answers of the latest submitted version, as stored; hidden answers are removed here, not by the caller. */
  readonly intake: IntakeData;
  /** When it was submitted (ISO). */
  readonly intake_at?: string | null;
  /** Every panel on file, in any order. */
  readonly labs: readonly LabPanel[];
  readonly extras: CaseExtras;
  /** The active plan. */
  readonly plan?: PlanFacts | null;
  /** The plan being evaluated (a draft, a pending plan, a proposal); product rules use it before `plan`. */
  readonly candidate_plan?: PlanFacts | null;
  readonly prescription?: PrescriptionFacts | null;
  readonly previous_prescription?: PreviousPrescriptionFacts | null;
  /** The order evaluated for approval; absent = unknown here. */
  readonly other_orders?: OtherOrders;
  /** The first dose was not confirmed: the start is a week after the approval. */
  readonly start_assumed?: boolean;
  /** Absent: an order is compared with the active plan. */
  readonly earlier_doses?: EarlierDoses;
  /** Products of the latest approved plans, oldest first, ended treatments included; absent = unknown here. */
  readonly approved_products?: readonly ApprovedProduct[];
  /** Approvals that changed dose, frequency or product in this treatment, oldest first; absent = unknown here. */
  readonly dose_changes?: readonly ApprovedProduct[];
  readonly unsent_answers?: UnsentAnswers | null;
  /** Messages of the patient that no one on the care team has opened, but for those that are read as history or as an emergency; absent = unknown here. */
  readonly unread_messages?: UnreadMessages | null;
  /** A message that reads as history, which no provider has opened or reviewed. */
  readonly unopened_history?: boolean;
  /** MRNs of other records of the same name and date of birth under which testosterone is prescribed; absent = unknown here. */
  readonly treated_as?: readonly string[];
  readonly education_acknowledged?: boolean | null;
  /** Date of the next scheduled draw; absent = calculated from the schedule, null = none. */
  readonly next_lab_due_on?: string | null;
  /** Days of the injections of the plan’s product that were given at the clinic, oldest first; only for one whose second dose comes sooner. */
  readonly clinic_doses?: readonly string[];
  /** Since when a request for a refill waits for new labs. */
  readonly labs_requested_on?: string | null;
  /** The tests it waits for; absent = those that are due. */
  readonly labs_requested_tests?: readonly AnalyteKey[];
  /** The first day without supply, as it was known when they were asked for. */
  readonly labs_requested_run_out_on?: string | null;
  /** The last dose on the log, while a refill waits for labs. */
  readonly last_dose_at?: string | null;
  /** Effective date of the last discontinuation; testosterone within 90 days of it is not diagnostic. */
  readonly therapy_ended_on?: string | null;
  /** How the last therapy ended, while there is no active plan. */
  readonly therapy_stopped?: TherapyStop | null;
  /** The case's critical alerts, and those about withdrawn facts, that wait for a clinician. */
  readonly open_alerts?: readonly OpenAlert[];
  /** Closed in the last 7 days, newest first. */
  readonly recent_emergencies?: readonly RecentEmergency[];
  /** The clinician ordered labs after stopping. */
  readonly follow_up_labs?: boolean | null;
  readonly policy?: ClinicalPolicy;
  /** The day the first plan was approved: draws up to then count toward the diagnosis. */
  readonly first_approved_on?: string | null;
  /** Therapy is on hold. */
  readonly hold?: TherapyHold | null;
  /** Newest first; absent = none known. */
  readonly ended_pauses?: readonly EndedPause[];
  readonly history_reviewed?: readonly HistoryReview[];
  /** Oldest first. */
  readonly read_against?: readonly ReadAgainst[];
  /** Oldest first. */
  readonly told_settled?: readonly ToldSettlement[];
  readonly safety_answers?: SafetyAnswers;
  /** What the patient wrote at safety checks, oldest first. */
  readonly safety_changes?: readonly ReportedChange[];
  /** The newest check-ins, oldest first. */
  readonly check_ins?: readonly ReportedScores[];
  /** Home readings of safety checks, oldest first. */
  readonly told_pressures?: readonly ReportedPressure[];
  /** Side effects of the newest safety check. */
  readonly side_effects?: { readonly on: string; readonly reported: readonly ReportedSideEffect[] } | null;
  /** Undefined = unknown here: rules about licenses and registrations do not apply. */
  readonly prescriber?: PrescriberFacts;
  /** What is known of the place before an order is judged. */
  readonly location?: LocationFacts;
  /** What PDMP queries found and no one has resolved, no matter who signs; absent = unknown here. */
  readonly open_discrepancies?: readonly PdmpCheck[];
  /** Undefined = unknown here: PDMP and telemedicine fall back to the dates in `extras`. */
  readonly jurisdiction?: JurisdictionFacts;
}
