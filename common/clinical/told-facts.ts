/** Allergies and conditions told outside the intake: they count at once, as the same words in the form do. */
import { effectiveAnswers, isFieldName, type IntakeData } from '../intake/index.js';
import {
  UNCLEAR_ALLERGY,
  VEHICLES,
  VEHICLE_KEYS,
  namesVehicle,
  unclearAllergy,
  type VehicleKey,
} from './allergy-words.js';
import { affirmedIn, asksOfAllergy } from './asked-words.js';
import { plainWords, saidOfSelf } from './denials.js';
import type { ClinicalFacts, HistoryReview } from './facts.js';
import {
  HISTORY_PATTERNS,
  changeMentions,
  saysNothingNew,
  withQuestion,
  type HistoryPattern,
} from './history.js';
import type { ReportedChange, ReportedKind } from './safety-check.js';
import { sha256 } from './sha256.js';
import {
  AGAINST_TREATMENT,
  changeReview,
  isDecided,
  isRecorded,
  openChanges,
  sameReview,
  settledAway,
} from './told-settled.js';

const LIVER = /\b(liver|hepat\w*|cirrho\w*|higado|hepatic[oa])\b/;
const KIDNEY = /\b(kidneys?|renal|dialysis|dialisis|rinon(es)?|nephr\w*)\b/;
const tellsOf = ({ kind, text }: ReportedChange, ...patterns: readonly RegExp[]): boolean =>
  kind === 'conditions' && patterns.some((pattern) => pattern.test(saidOfSelf(text)));

const textIn = (answers: IntakeData, field: string): string | null => {
  const value = isFieldName(field) ? answers[field] : null;
  return typeof value === 'string' ? value : null;
};

const isVehicle = (key: string): key is VehicleKey => Object.hasOwn(VEHICLES, key);

const toldOf = (changes: readonly ReportedChange[], kind: ReportedKind): ReportedChange[] =>
  changes.filter((change) => change.kind === kind && !saysNothingNew(change.text));

/** What the form has of a kind, with what was told since, each with its day; null if there is nothing. */
function onFileAndTold(
  intake: unknown,
  changes: readonly ReportedChange[],
  kind: ReportedKind,
): string | null {
  const onFile = typeof intake === 'string' && intake.trim() ? intake : null;
  const told = toldOf(changes, kind).map(({ on, text }) => `told ${on}: ${text}`);
  if (!told.length) return onFile;
  return [...(onFile && !saysNothingNew(onFile) ? [onFile] : []), ...told].join('; ');
}
export const knownAllergies = (intake: unknown, changes: readonly ReportedChange[] = []): string | null =>
  onFileAndTold(intake, changes, 'allergies');
export const knownMedicines = (intake: unknown, changes: readonly ReportedChange[] = []): string | null =>
  onFileAndTold(intake, changes, 'medicines');

/** The answers of the form that what was told changes. */
export function toldAnswers(facts: ClinicalFacts): IntakeData {
  const conditions = openChanges(facts, 'organ_disease_review');
  const allergies = knownAllergies(facts.intake.allergies, facts.safety_changes);
  return {
    ...(allergies !== null && { allergies }),
    ...(conditions.some((change) => tellsOf(change, LIVER)) && { liver_disease: true }),
    ...(conditions.some((change) => tellsOf(change, KIDNEY)) && { kidney_disease: true }),
  };
}

/** Words that a finding rests on. */
export interface ToldText {
  readonly field: string;
  /** 'YYYY-MM-DD'; null = the intake. */
  readonly on: string | null;
  readonly text: string;
  readonly review: HistoryReview;
}

const changed = (change: ReportedChange): ToldText => ({
  field: `changes.${change.kind}`,
  on: change.on,
  text: withQuestion(change),
  review: changeReview(change),
});

/** The allergies of the form, then what was told of them or, for a reaction, in messages. */
function allergyTexts({ intake, safety_changes: told = [] }: ClinicalFacts): (ToldText & Told)[] {
  const { allergies } = intake;
  const written = typeof allergies === 'string' && allergies.trim() ? allergies : null;
  return [
    ...(written === null
      ? []
      : [
          {
            field: 'allergies',
            on: null,
            text: written,
            review: { field: 'allergies', text_sha256: sha256(written) },
            kind: 'allergies' as const,
          },
        ]),
    ...told.map((change) => ({ ...changed(change), text: allergyWords(change), kind: change.kind })),
  ];
}
/** A yes to the question of an allergy says what the question names. */
function allergyWords({ text, asked }: ReportedChange): string {
  const said = asked === undefined ? '' : affirmedIn(asked, text);
  return asksOfAllergy(said) ? `${text}\n${said}` : text;
}
interface Told {
  readonly kind: ReportedKind;
}

/** Texts that name this vehicle, or a reaction that is not clear yet, whatever was decided about them. */
const allergiesOf = (facts: ClinicalFacts, key: AllergyKey): ToldText[] =>
  allergyTexts(facts).filter(({ kind, text }) =>
    isVehicle(key) ? namesVehicle(kind, key, text) : unclearAllergy(kind, text),
  );
type AllergyKey = VehicleKey | typeof UNCLEAR_ALLERGY;

/** What still counts: not decided away, and for what is not clear yet, not decided at all. */
export function openAllergies(facts: ClinicalFacts, key: AllergyKey): ToldText[] {
  const texts = allergiesOf(facts, key);
  if (isVehicle(key)) return texts.filter(({ review }) => !settledAway(facts, key, review));
  return texts.filter(
    ({ review }) => ![UNCLEAR_ALLERGY, ...VEHICLE_KEYS].some((one) => isDecided(facts, one, review)),
  );
}

/** What a rule about an allergy read: null where nothing was ever said of allergies. */
export function allergyFound(facts: ClinicalFacts, key: AllergyKey, pattern: RegExp | null): string | null {
  if (isVehicle(key) && isRecorded(facts, key)) return 'recorded by a clinician';
  const told = openAllergies(facts, key).flatMap(({ text }) => {
    const words = pattern ? pattern.exec(plainWords(text))?.[0] : text;
    return words ? [words] : [];
  });
  if (told.length) return told.join('; ');
  return allergyTexts(facts).some(({ kind }) => kind === 'allergies') ? '' : null;
}

/** Whether the allergies, as told or written in the intake, name this. */
export const allergyNames = (facts: ClinicalFacts, pattern: RegExp): boolean =>
  allergyTexts(facts).some(({ kind, text }) => kind === 'allergies' && pattern.test(plainWords(text)));

const KINDS = Object.keys(HISTORY_PATTERNS) as HistoryPattern[];
const CONDITION_KEYS = [
  ...KINDS.map((kind) => `text_${kind}` as const),
  'organ_disease_review',
  AGAINST_TREATMENT,
] as const;
/** Rules that a clinician can settle, because they read words and words can be misread. */
export const SETTLED_RULES: readonly string[] = [...VEHICLE_KEYS, UNCLEAR_ALLERGY, ...CONDITION_KEYS];

/** Each text once, however often it was read. */
const toldAgainst = ({ read_against: read = [] }: ClinicalFacts): ToldText[] =>
  read
    .filter(({ review }, place) => read.findIndex((one) => sameReview(one.review, review)) === place)
    .map(({ at: _at, ...text }) => text);

/** What a review of these fields reads: of what is told outside the form, what no clinician has reviewed before. */
export function textsReviewed(facts: ClinicalFacts, fields: readonly string[]): ToldText[] {
  const answers: IntakeData = effectiveAnswers(facts.intake);
  const reviewed = facts.history_reviewed ?? [];
  return fields.flatMap((field): ToldText[] => {
    const written = textIn(answers, field);
    if (written !== null)
      return [{ field, on: null, text: written, review: { field, text_sha256: sha256(written) } }];
    const all = (facts.safety_changes ?? []).filter(({ kind }) => `changes.${kind}` === field).map(changed);
    const unread = all.filter(({ review }) => !reviewed.some((one) => sameReview(one, review)));
    return unread.length ? unread : all;
  });
}

/** The words behind one of these rules that the patient told, whatever was decided about them. */
export function toldTexts(facts: ClinicalFacts, key: string): ToldText[] {
  if (key === UNCLEAR_ALLERGY) return allergiesOf(facts, key);
  if (isVehicle(key)) {
    // What was recorded may have been found behind an allergy that was not clear.
    const behind = isRecorded(facts, key) ? allergiesOf(facts, UNCLEAR_ALLERGY) : [];
    return [...allergiesOf(facts, key), ...behind.filter(({ review }) => isDecided(facts, key, review))];
  }
  if (key === AGAINST_TREATMENT) return toldAgainst(facts);
  const told = facts.safety_changes ?? [];
  if (key === 'organ_disease_review')
    return told.filter((change) => tellsOf(change, LIVER, KIDNEY)).map(changed);
  const kind = KINDS.find((one) => `text_${one}` === key);
  return kind ? told.filter((change) => changeMentions(change, kind)).map(changed) : [];
}

export interface ToldFinding {
  readonly rule_key: string;
  readonly texts: readonly ToldText[];
  /** Words without a decision. */
  readonly open: boolean;
}

/** Every finding that rests on what the patient told, decided or not. */
export const toldFindings = (facts: ClinicalFacts): ToldFinding[] =>
  SETTLED_RULES.flatMap((key) => {
    const texts = toldTexts(facts, key);
    if (!texts.length) return [];
    const open =
      key === UNCLEAR_ALLERGY
        ? openAllergies(facts, key).length > 0
        : texts.some(({ review }) => !isDecided(facts, key, review));
    return [{ rule_key: key, texts, open }];
  });

/** The words that a decision on this rule is about: a vehicle may be found behind an allergy that was not clear. */
export function settledTexts(facts: ClinicalFacts, key: string, applies: boolean): HistoryReview[] {
  const own = toldTexts(facts, key);
  const behind = applies && isVehicle(key) ? toldTexts(facts, UNCLEAR_ALLERGY) : [];
  return [...own, ...behind].map(({ review }) => review);
}
