import type { ToldFindingRecord } from '#common/api/index.js';
import type { VehicleKey } from '#common/clinical/allergy-words.js';
import { SAFETY_CHECK_WORDS } from '#common/vocabulary/safety-check-words.js';

/** The facts of one plan. */
export const PLAN_FACTS_TEXT = {
  nextDose: 'Next dose at the clinic',
  reason: 'Reason',
  override: 'Reason for approving',
  overrideRules: 'Approved against',
};

const VEHICLES: Record<VehicleKey, string> = {
  allergy_cypionate_vehicle: 'Cottonseed oil, benzyl benzoate or benzyl alcohol (cypionate)',
  allergy_enanthate_vehicle: 'Sesame oil or chlorobutanol (enanthate)',
  allergy_castor_vehicle: 'Castor oil (undecanoate, nasal gel)',
};
type Settled = NonNullable<ToldFindingRecord['settled']>;
const isVehicle = (key: string): key is VehicleKey => Object.hasOwn(VEHICLES, key);
export const TOLD_TEXT = {
  title: 'What the patient told, and what it means',
  open: 'Settle',
  change: 'Change decision',
  isOpen: 'not settled',
  isSettled: 'settled',
  about:
    'Settle it only after asking the patient or reading a report. If the patient tells it again, it is open again.',
  choice: 'What was found out',
  applies: 'It is so: recorded',
  appliesNot: 'It is not so',
  noIngredient: 'No allergy to an ingredient of an injectable',
  vehicles: VEHICLES,
  choose: 'Choose what was found out.',
  note: 'How this was found out',
  noteHint: 'One sentence. It stays on the case and in the audit trail.',
  confirm: 'Record decision',
  done: 'Decision recorded.',
  failed: 'Unable to record the decision.',
  again: 'The case has changed. Check what the patient told, then record the decision again.',
  decided: ({ rule_key: key, applies }: Settled, of: string): string => {
    if (key !== of && isVehicle(key))
      return `${applies ? 'Recorded as an allergy to' : 'Not an allergy to'}: ${VEHICLES[key]}.`;
    return applies ? 'Recorded as so.' : 'It is not so.';
  },
  by: (who: string, on: string) => `${who}, ${on}`,
};

/** The name of a text told outside the intake: `changes.medicines`, `changes.message`. */
export function changeName(field: string): string | undefined {
  if (field === 'changes.message') return 'Message';
  if (field === 'changes.staff_note') return 'Noted by staff';
  if (field === 'changes.withdrawn') return 'Answers taken back later';
  const asked = Object.entries(SAFETY_CHECK_WORDS.change).find(([kind]) => field === `changes.${kind}`);
  return asked && `Safety check: ${asked[1].toLowerCase()}`;
}

/** What the reviewer of a text says of it. */
export const AGAINST_TEXT = {
  question: 'Does it speak against treatment?',
  yes: 'Yes, it speaks against treatment',
  no: 'No, it does not',
  choose: 'Choose whether it speaks against treatment.',
  hint: 'If it does, it is named at the plan, the order and the refill until it is settled.',
};
export const SPEAKS_AGAINST_TEXT = {
  say: 'It does speak against treatment',
  done: 'It speaks against treatment until it is settled on the case.',
  failed: 'The answer is not recorded',
  changed: 'This has changed. Read it again first.',
};
export const reviewedBy = (by: string, on: string, against?: boolean | null): string => {
  const read = `Reviewed by ${by}, ${on}.`;
  if (typeof against !== 'boolean') return read;
  return against ? `${read} It speaks against treatment.` : `${read} It does not speak against treatment.`;
};

export const HISTORY_TEXT = {
  toReview: (count: number) =>
    count === 1 ? '1 text of the patient to review' : `${count} texts of the patient to review`,
  title: 'History in the patient’s own words',
  readTitle: 'Reviewed in the patient’s own words',
  readBy: reviewedBy,
  open: 'Mark as reviewed',
  about:
    'Read each text. Enter what matters as clinical facts first: the rules read those. If the patient changes a text, it shows here again.',
  note: 'Note (optional)',
  done: 'History marked as reviewed.',
  failed: 'Unable to mark the history as reviewed.',
  again: 'The case has changed. Read the texts again, then mark them as reviewed.',
};

/** What the patient wrote, beside a decision. */
export const PATIENT_MESSAGES_TEXT = {
  open: 'Messages from the patient to review',
  recent: 'Messages of the last 30 days',
  reviewedBy,
  asked: (text: string) => `Care team: “${text}”`,
  mark: 'Mark as reviewed',
  done: 'Message marked as reviewed.',
  failed: 'The message is not marked as reviewed',
  changed: 'The patient has written again. Read the new message first.',
};

export const SAME_PERSON_TEXT = {
  title: 'Another record with this name and date of birth',
  body: 'Check that it is not a second account of the same patient before you approve anything:',
  mrn: (mrn: string) => `MRN ${mrn}`,
};

export const PLAN_FACTS_WORDS = {
  product: 'Product',
  dose: 'Dose',
  toNgDl: (low: number, high: number) => `${low} to ${high} ng/dL`,
  target: 'Target',
  bloodDraw: 'Blood draw',
  nextReview: 'Next review',
  approved: 'Approved',
};
