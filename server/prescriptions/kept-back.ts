/** What keeps an approved order from the pharmacy. */
import {
  RESTART_AT_FULL_DOSE,
  UNREAD_HISTORY,
  countsAsIssued,
  countsUntilFilled,
  dateIn,
  factsAtLateResults,
  hasUnopenedMessage,
  isOverridable,
  judgePrescription,
  lowerPlanInForce,
  notOverridable,
  phasesOf,
  titleOf,
  toldAndNotPassed,
  unreadWarning,
  type ClinicalFacts,
  type Evaluation,
  type PrescriptionDraft,
  type PrescriptionFacts,
} from '#common/clinical/index.js';
import { ruleBlocked, type AppError } from '../platform/errors/errors.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { worseThanPassed } from './passed-values.js';
import { isAheadOfPlan } from './prescription-lifecycle.js';
import type { StoredPrescription } from './prescription-rows.js';
import { TEXT } from './text/en.js';

/** The act that ends what keeps an order back, if there is one. */
const wayOut = (ruleKey: string): string | undefined =>
  (TEXT.wayOut as Readonly<Record<string, string>>)[ruleKey];

/** Says which rule, and what can be done. */
export function appliesSince(ruleKey: string): string {
  const out = wayOut(ruleKey);
  return TEXT.newSinceApproval(titleOf(ruleKey) ?? ruleKey, TEXT.ways(out, isOverridable(ruleKey)));
}

/** The same for medicine that was handed over: recording it is no decision to give it. */
export function appliesToFill(ruleKey: string): string {
  const says = TEXT.sinceApprovalRuleApplies(titleOf(ruleKey) ?? ruleKey);
  const out = wayOut(ruleKey);
  return isOverridable(ruleKey)
    ? TEXT.ifMedicineHandedOver(says)
    : TEXT.ifMedicineHandedOverAllSame(says, TEXT.first(out));
}

const cannotBeOverridden = (ruleKey: string): string => TEXT.cannotBeOverridden(wayOut(ruleKey));

/** An emergency that no one has answered. */
export const EMERGENCY_OPEN = 'emergency_open';

/** Rules of the order that count on the day of each fill too. */
const JUDGED_AGAIN: ReadonlySet<string> = new Set([
  'rx_past_six_months',
  'rx_dose_plan_mismatch',
  'sig_volume_mismatch',
  'therapy_on_hold',
  'many_orders_open',
]);

/** Messages and lab reports that no one has read. */
const UNREAD_FROM_PATIENT = 'unread_from_patient';

/** They are about today: a reason given at one step does not answer for the next. */
const ASKED_EACH_TIME: ReadonlySet<string> = new Set([
  EMERGENCY_OPEN,
  'dose_report_open',
  'critical_lab_not_called',
  'unsent_changes',
  UNREAD_FROM_PATIENT,
  'many_orders_open',
]);

/** Whether the order passed it by name at that moment or later. */
export const namedSince = (order: StoredPrescription, key: string, since?: Date): boolean =>
  since !== undefined &&
  ASKED_EACH_TIME.has(key) &&
  order.override_rules.includes(key) &&
  // The reason is saved up to a minute before the order.
  Date.parse(order.overridden_at ?? '') >= since.getTime() - 60_000;

const RECENT = 'emergency_recent';
/** The approval, or the last step that named it, answers for what was told before. */
function isAnswered(key: string, { facts }: CaseFacts, order: PassedOrder): boolean {
  if (key !== RECENT) return false;
  const named = order.override_rules.some((rule) => rule === RECENT || rule === EMERGENCY_OPEN);
  const answeredAt = Date.parse((named && order.overridden_at) || (order.approved_at ?? ''));
  const told = (facts.recent_emergencies ?? []).map(({ reported_at: at }) => Date.parse(at ?? ''));
  return told.every((at) => at <= answeredAt);
}

/** An order as the rules read it. */
export const orderFacts = ({
  id,
  fills,
  formulation,
  drug,
  sig,
  route,
  dose,
  frequency,
  quantity,
  refills,
  days_supply,
  vial,
  approved_at,
}: StoredPrescription): PrescriptionFacts => ({
  order_id: fills ? null : id,
  approved_at,
  formulation: formulation as PrescriptionDraft['formulation'],
  drug,
  sig,
  route,
  dose,
  frequency,
  quantity,
  refills,
  days_supply,
  vial,
});

/** A rule of the order alone: of its arithmetic, its law, or the day on which it is signed. */
const aboutOrderOnly = (key: string): boolean => phasesOf(key).every((phase) => phase === 'RX');

/** Why an order is on hold that a hold of the therapy stopped. */
export const THERAPY_ON_HOLD = 'therapy_on_hold';

/** No reason passes a hold of the therapy: it ends with its own act. */
export const therapyOnHold = (blocked: readonly string[]): AppError =>
  ruleBlocked(THERAPY_ON_HOLD, TEXT.therapyOnHold, blocked);

/** A patient in danger is reached before anything is decided. */
export const emergencyFirst = (blocked: readonly string[]): AppError =>
  ruleBlocked(EMERGENCY_OPEN, TEXT.patientReportedEmergencyNoOneAnswered, blocked);

/** What the patient wrote is read, not passed over. */
export const unreadHistoryError = (blocked: readonly string[]): AppError =>
  ruleBlocked(UNREAD_HISTORY, TEXT.whatPatientWroteMaySpeakAgainst, blocked);

/** Whether the order waits for a message that no provider has opened. */
export const isUnopenedMessageRule = ({ facts }: CaseFacts, key: string): boolean =>
  key === UNREAD_FROM_PATIENT && hasUnopenedMessage(facts);

export const unopenedMessageError = (blocked: readonly string[]): AppError =>
  ruleBlocked(UNREAD_FROM_PATIENT, TEXT.patientWroteMessageNoProviderOpened, [
    ...new Set([...blocked, UNREAD_FROM_PATIENT]),
  ]);
/** What keeps everything back until a provider has opened it: it cannot be overridden. */
export const unopenedRuleKeys = ({ facts }: CaseFacts): string[] => [
  ...(facts.unopened_history ? [UNREAD_HISTORY] : []),
  ...(hasUnopenedMessage(facts) ? [UNREAD_FROM_PATIENT] : []),
];
/** Throws while a message of the patient waits that no provider has opened. */
export function assertOpened({ facts }: CaseFacts, blocked: readonly string[] = []): void {
  if (facts.unopened_history) throw unreadHistoryError(blocked);
  if (hasUnopenedMessage(facts)) throw unopenedMessageError(blocked);
}

const filledToday = ({ facts }: CaseFacts, order: StoredPrescription): PrescriptionFacts => ({
  ...orderFacts(order),
  fill_requested_on: facts.today,
});

/** What the rules say of the order if it is filled today. */
export const judgedToday = (known: CaseFacts, order: StoredPrescription): Evaluation =>
  judgePrescription({ ...known.facts, candidate_plan: null, prescription: filledToday(known, order) })
    .evaluation;

/** Rules that the order passed on better values than the newest ones, or than a draw that was entered since then. */
function worseSincePassed(facts: ClinicalFacts, today: Evaluation, order: StoredPrescription): string[] {
  const passedAt = order.overridden_at ?? order.approved_at;
  if (!order.override_values || !passedAt) return [];
  const late = factsAtLateResults(facts, passedAt).map((then) => judgePrescription(then).evaluation);
  return [today, ...late].flatMap((evaluation) => worseThanPassed(order.override_values, evaluation));
}

/**
 * Rule keys that keep an approved order from being sent or filled today. What is about the order itself was judged when
 * it was approved; what is about the patient, the prescriber, the place and the last legal day of a fill is judged again.
 * @param known with who signed it
 */
export function keptBack(known: CaseFacts, order: StoredPrescription): string[] {
  const facts = { ...known.facts, candidate_plan: null };
  const prescription = filledToday(known, order);
  const issued_on = order.approved_at && dateIn(new Date(order.approved_at), facts.timezone);
  const asIssued = judgePrescription({ ...facts, prescription: { ...prescription, issued_on } });
  const asOfToday = judgePrescription({ ...facts, prescription });
  const worse = worseSincePassed({ ...facts, prescription }, asOfToday.evaluation, order);
  const standing = [
    ...asIssued.blocked_by.filter(
      (key) => !aboutOrderOnly(key) || JUDGED_AGAIN.has(key) || countsAsIssued(key),
    ),
    ...asOfToday.blocked_by.filter((key) => aboutOrderOnly(key) && countsUntilFilled(key)),
    // Legal limits apply up to the day of the fill, whatever was overridden.
  ]
    .filter((key) => !isAnswered(key, known, order))
    .filter(
      (key) =>
        !isOverridable(key) ||
        ASKED_EACH_TIME.has(key) ||
        key === RECENT ||
        // A reason for the full dose was given before the plan said less.
        (key === RESTART_AT_FULL_DOSE && lowerPlanInForce(facts)) ||
        worse.includes(key) ||
        !order.override_rules.includes(key),
    );
  const unread = unreadWarning(facts) ? [UNREAD_HISTORY] : [];
  const all = [...new Set([...standing, ...unread, ...toldAgainst(known, order)])];
  // Opening a message is the easiest to do: what is harder is named first.
  return all.toSorted((a, b) => Number(a === UNREAD_FROM_PATIENT) - Number(b === UNREAD_FROM_PATIENT));
}

/** Open task for the care team: the patient reads no next dose until it is decided. */
export const RESTART_UNDECIDED = 'restart_dose_undecided';

/** After a pause for hematocrit, no dose is taken by an order of the full dose until it passes that rule by name; and none once the plan says less. */
export const waitsForLowerDose = (known: CaseFacts, order: StoredPrescription): boolean =>
  Boolean(known.facts.ended_pauses?.length) && keptBack(known, order).includes(RESTART_AT_FULL_DOSE);

/** The rule that put the order on hold: releasing it names that rule, also when its value is gone. */
export const holdRule = ({ on_hold }: StoredPrescription): string[] =>
  on_hold?.rule_key && on_hold.rule_key !== THERAPY_ON_HOLD ? [on_hold.rule_key] : [];

/** The rules an order passed by name; `overridden_at` is missing where it passed them before that was kept. */
type PassedOrder = Pick<StoredPrescription, 'override_rules' | 'overridden_at' | 'approved_at'>;

/** What the patient told that this order has not passed: it stands after the reading too. */
export const toldAgainst = ({ facts }: CaseFacts, order: PassedOrder): string[] =>
  toldAndNotPassed(
    { ...facts, candidate_plan: null },
    { rules: order.override_rules, at: order.overridden_at ?? order.approved_at },
  );

/** An order may be approved ahead of its plan; the pharmacy hears of it only after the plan's approval, and no fill is recorded. */
export function assertPlanApproved(order: StoredPrescription): void {
  if (isAheadOfPlan(order)) throw ruleBlocked('plan_not_approved', TEXT.planNotApprovedYet);
}
/** Throws where no reason helps: the therapy is on hold, a rule is the law, or history is not read yet. */
export function assertReasonHelps(rules: readonly string[]): void {
  if (rules.includes(THERAPY_ON_HOLD)) throw therapyOnHold(rules);
  const [legal] = notOverridable(rules);
  if (legal) throw ruleBlocked(legal, cannotBeOverridden(legal), rules);
  if (rules.includes(UNREAD_HISTORY)) throw unreadHistoryError(rules);
}
