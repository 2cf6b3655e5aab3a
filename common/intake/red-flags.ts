import type { EmergencyDetector, EmergencyKind } from '../emergency/emergency-kinds.js';
import { effectiveAnswers } from './answers.js';
import { isSeverePressure } from './blood-pressure.js';
import { FIELDS } from './definition.js';
import { SENTENCE_END } from '../text/linear.js';
import type { FieldName, IntakeData } from './definition.js';

export interface RedFlag {
  kind: EmergencyKind;
  field: FieldName;
}
const SYSTOLIC = 'blood_pressure_systolic';
const severePressure = (answers: IntakeData): boolean =>
  isSeverePressure(answers[SYSTOLIC], answers.blood_pressure_diastolic);
type ReadKinds = EmergencyDetector['kinds'];

export const SEVERE_SADNESS = 8;
const SEVERITY = 'sadness_mood_severity';

/** Names and addresses are not complaints. */
const isFreeText = ({ type, section }: (typeof FIELDS)[number]): boolean =>
  (type === 'longtext' || type === 'text') && section !== 1;

/** What the emergency detector reads. */
export const FREE_TEXT_FIELDS: readonly FieldName[] = FIELDS.filter(isFreeText).map((field) => field.name);

/** The detector as it reads one answer. */
function readerOf(field: FieldName, answer: string, detector: EmergencyDetector): ReadKinds {
  const current = detector.isCurrent(field, answer);
  return (text) => detector.kinds(text).filter((kind) => current || kind === 'self_harm');
}

/** The severity of low mood, if it is severe. */
function severeSadness(answers: IntakeData): number | null {
  const value = answers[SEVERITY];
  return typeof value === 'number' && value >= SEVERE_SADNESS ? value : null;
}

/**
 * Answers that mean the patient may need help today, each with its question.
 * @param detector loaded separately from the form
 */
export function redFlags(data: IntakeData, detector: EmergencyDetector): RedFlag[] {
  const answers = effectiveAnswers(data);
  return FIELDS.flatMap((field): RedFlag[] => {
    if (field.name === SEVERITY)
      return severeSadness(answers) === null ? [] : [{ kind: 'self_harm', field: field.name }];
    if (field.name === SYSTOLIC)
      return severePressure(answers) ? [{ kind: 'blood_pressure', field: field.name }] : [];
    const value = answers[field.name];
    if (!isFreeText(field) || typeof value !== 'string') return [];
    return readerOf(field.name, value, detector)(value).map((kind) => ({ kind, field: field.name }));
  });
}

export interface FreshFlags {
  kinds: EmergencyKind[];
  /** The severity of low mood, if it is severe now and was less before. */
  lowMood: number | null;
}

/** What these answers say of emergencies that the earlier ones did not: a sentence typed further says it once. */
export function freshFlags(before: IntakeData, after: IntakeData, detector: EmergencyDetector): FreshFlags {
  const [earlier, now] = [effectiveAnswers(before), effectiveAnswers(after)];
  const kinds = FREE_TEXT_FIELDS.flatMap((field) => {
    const [old, text] = [earlier[field], now[field]];
    if (typeof text !== 'string' || text === old) return [];
    return freshKinds(typeof old === 'string' ? { text: old, read: readerOf(field, old, detector) } : null, {
      text,
      read: readerOf(field, text, detector),
    });
  });
  if (severePressure(now) && !severePressure(earlier)) kinds.push('blood_pressure');
  const severe = severeSadness(now);
  return {
    kinds: [...new Set(kinds)],
    lowMood: severe !== null && severe > (severeSadness(earlier) ?? 0) ? severe : null,
  };
}

interface Answer {
  text: string;
  read: ReadKinds;
}

const sentencesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

function freshKinds(old: Answer | null, { text, read }: Answer): EmergencyKind[] {
  const now = read(text);
  if (!old || !now.length) return now;
  const before = old.read(old.text);
  const known = sentencesOf(old.text);
  const changed = sentencesOf(text).filter((sentence) => !known.some((one) => one.startsWith(sentence)));
  const begunAs = (sentence: string): string | undefined =>
    known.filter((one) => sentence.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
  const said = changed.flatMap((sentence) => {
    const begun = begunAs(sentence);
    return begun === undefined ? [] : addedKinds(begun, sentence, read);
  });
  said.push(...read(changed.filter((sentence) => begunAs(sentence) === undefined).join('.\n')));
  return now.filter((kind) => !before.includes(kind) || said.includes(kind));
}

/** As many words before what was added are read with it; fewer of them say nothing by themselves. */
const CONTEXT = 3;

/** What the end of a sentence says that its beginning did not; words that follow an emergency at once only go on with it. */
function addedKinds(begun: string, sentence: string, read: ReadKinds): EmergencyKind[] {
  const told = read(begun);
  const context = begun.split(/\s+/).slice(-CONTEXT).join(' ');
  const word = begun.split(/[\s,]+/).at(-1) ?? '';
  const atWord = /^\w/.test(sentence.slice(begun.length)) ? begun.length - word.length : begun.length;
  return read(sentence).filter((kind) => {
    if (!told.includes(kind)) return true;
    if (!read(context).includes(kind))
      return read(sentence.slice(begun.length - context.length)).includes(kind);
    const added = sentence.slice(atWord);
    return (added.match(/[\p{L}\d']+/gu) ?? []).length >= CONTEXT && read(added).includes(kind);
  });
}
