/** What keeps an approved order from the pharmacy. */
import {
  UNREAD_HISTORY,
  countsUntilFilled,
  dateIn,
  isOverridable,
  judgePrescription,
  phasesOf,
  unreadWarning,
  type PrescriptionDraft,
  type PrescriptionFacts,
} from '../../common/clinical/index.js';
import { ruleBlocked, type AppError } from '../platform/errors/errors.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import type { StoredPrescription } from './prescription-rows.js';

/** Rules of the order that count on the day of each fill too. */
const JUDGED_AGAIN: ReadonlySet<string> = new Set(['rx_past_six_months', 'therapy_on_hold']);

/** An order as the rules read it. */
export const orderFacts = ({
  formulation,
  drug,
  route,
  dose,
  frequency,
  quantity,
  refills,
  days_supply,
  vial,
}: StoredPrescription): PrescriptionFacts => ({
  formulation: formulation as PrescriptionDraft['formulation'],
  drug,
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

/** What the patient wrote is read, not passed over. */
export const unreadHistory = (blocked: readonly string[]): AppError =>
  ruleBlocked(
    UNREAD_HISTORY,
    'What the patient wrote may speak against treatment, and it has not been reviewed. Review the history first.',
    blocked,
  );

/**
 * Rule keys that keep an approved order from being sent or filled today. What is about the order itself was judged when
 * it was approved; what is about the patient, the prescriber, the place and the last legal day of a fill is judged again.
 * @param known with who signed it
 */
export function keptBack(known: CaseFacts, order: StoredPrescription): string[] {
  const facts = { ...known.facts, candidate_plan: null };
  const prescription = { ...orderFacts(order), fill_requested_on: facts.today };
  const issued_on = order.approved_at && dateIn(new Date(order.approved_at), facts.timezone);
  const asIssued = judgePrescription({ ...facts, prescription: { ...prescription, issued_on } });
  const asOfToday = judgePrescription({ ...facts, prescription });
  const standing = [
    ...asIssued.blocked_by.filter((key) => !aboutOrderOnly(key) || JUDGED_AGAIN.has(key)),
    ...asOfToday.blocked_by.filter((key) => aboutOrderOnly(key) && countsUntilFilled(key)),
    // The law counts whatever was released.
  ].filter((key) => !isOverridable(key) || !order.override_rules.includes(key));
  return unreadWarning(facts) ? [...standing, UNREAD_HISTORY] : standing;
}
