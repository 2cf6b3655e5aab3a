/** What patients report between intakes, where a clinician's own finding counts as well: the newer one is used. */
import { ADAM_ITEMS, adam, iief5, scoreChange } from '../scores/index.js';
import type { IntakeData } from '../intake/index.js';
import { isCalendarDate } from './dates.js';
import type { ClinicalFacts } from './facts.js';
import type { CaseExtras } from './case-extras.js';
import type { ReportedPressure } from './pressure-entry.js';

/** The scores of one check-in; null = not every question was answered. */
export interface ReportedScores {
  /** 'YYYY-MM-DD'. */
  readonly on: string;
  readonly iief_total: number | null;
  readonly adam_severity: number | null;
  /** The sum of what was answered. */
  readonly phq2_total?: number | null;
  readonly phq9_total?: number | null;
  /** Who at the clinic was named for a call on the same day; null = no one could be. */
  readonly call_owner?: string | null;
  /** Measured at home. */
  readonly pressure?: ReportedPressure | null;
}
export type ReportedFact = 'symptoms_improved' | 'breast_symptoms';

/** IIEF-5 points that matter to a patient. Source: product default. */
const IIEF_POINTS = 4;
/** From here on there is no dysfunction that could improve by as much. */
const IIEF_NO_DYSFUNCTION = 22;

/** Severity sum of the ten ADAM symptoms (0-100); null if one was left out or not rated. */
export function fullSeverity(answers: IntakeData): number | null {
  const score = adam(answers);
  return score && score.answered === ADAM_ITEMS.length && score.unrated === 0 ? score.severity_sum : null;
}

export interface SymptomChange {
  readonly on: string;
  /** Points on the IIEF-5, higher is better; null if it cannot be compared. */
  readonly iief: number | null;
  /** Points of ADAM severity, lower is better. */
  readonly severity: number | null;
  readonly improved: boolean;
}

/** The newest check-in on treatment against the intake; null if no score is in both. */
export function symptomChange(
  intake: IntakeData,
  checkIns: readonly ReportedScores[],
  startedOn: string | null,
): SymptomChange | null {
  if (startedOn === null) return null;
  const before = iief5(intake)?.score ?? null;
  const newest = checkIns.findLast(
    ({ on, iief_total: total, adam_severity: severity }) => on > startedOn && (total ?? severity) !== null,
  );
  if (!newest) return null;
  const erections =
    before === null || before >= IIEF_NO_DYSFUNCTION
      ? null
      : scoreChange({ first: before, last: newest.iief_total, better: 'higher', mcid: IIEF_POINTS });
  const severity = scoreChange({ first: fullSeverity(intake), last: newest.adam_severity, better: 'lower' });
  if (!erections && !severity) return null;
  return {
    on: newest.on,
    iief: erections?.change ?? null,
    severity: severity?.change ?? null,
    improved:
      (erections?.direction === 'better' && erections.meaningful === true) ||
      severity?.direction === 'better',
  };
}

/** Every home reading that is still read, of check-ins and safety checks. */
export const reportedPressures = ({ check_ins, told_pressures }: ClinicalFacts): ReportedPressure[] => [
  ...(check_ins ?? []).flatMap(({ pressure }) => pressure ?? []),
  ...(told_pressures ?? []),
];

/** Breast tenderness at the newest safety check; null if it was not named there. */
function breastSymptoms({ side_effects: told }: ClinicalFacts): { on: string; value: boolean } | null {
  const named = told?.reported.find(({ key }) => key === 'breast_tenderness');
  return told && named ? { on: told.on, value: named.severity !== 'none' } : null;
}

/** The clinician's facts, with what the patient has reported after them. On the same day the clinician's counts. */
export function withReported(facts: ClinicalFacts, intake: IntakeData): CaseExtras {
  const { extras } = facts;
  const startedOn = isCalendarDate(extras.therapy_started_on) ? extras.therapy_started_on : null;
  const change = symptomChange(intake, facts.check_ins ?? [], startedOn);
  const breast = breastSymptoms(facts);
  const newer = (name: ReportedFact, on: string): boolean => {
    const entered = extras[`${name}_on`];
    return (extras[name] ?? null) === null || (isCalendarDate(entered) && entered < on);
  };
  return {
    ...extras,
    ...(change &&
      newer('symptoms_improved', change.on) && {
        symptoms_improved: change.improved,
        symptoms_improved_on: change.on,
      }),
    ...(breast &&
      newer('breast_symptoms', breast.on) && {
        breast_symptoms: breast.value,
        breast_symptoms_on: breast.on,
      }),
  };
}
