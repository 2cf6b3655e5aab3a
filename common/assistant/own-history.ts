/** What a question to the assistant tells of the person who asks: the care team has to know it too. */
import { saidOfSelf } from '../clinical/denials.js';
import { saysMoreThanErrands } from '../clinical/everyday-words.js';
import { messageReadsAsHistory } from '../clinical/history.js';
import { isInOtherLanguage } from '../clinical/other-language.js';

const OF_ONESELF = /\b(i|i['’]?(m|ve|d)|me|my|mine|we|our|yo|mi|mis|me|tengo|tuve|soy)\b/i;
/** "Diagnosed with prostate cancer last month": the person who writes is left out. */
const LEFT_OUT =
  /^\W*(?:(?:just|recently|newly|was|been|also|and|so)\s+)*(?:diagnosed|had|have|got|found out|on|taking|started|told|diagnosticado|diagnosticaron)\b/i;

const ASKING =
  '(?:can|could|does|do|did|is|are|am|will|would|whats?|how|why|when|where|which|who|should|may|might|if|puedo|puede|que|como|cuando|cual|es|debo|hay|si)\\b';
const ASKS = new RegExp(
  String.raw`^\W*(?:(?:and|but|so|also|hi|hello|hey|ok|okay|please|pls|y|pero)\b\W*)*${ASKING}`,
);
/** Sentences, and a question that hangs on one with a comma. */
const PARTS = new RegExp(String.raw`(?<=[.!?;\n])|,(?=\s*(?:so |and |but )?${ASKING})`);
const ILLNESS =
  '(?:cancer|clots?|dvt|pe|strokes?|heart (?:attack|failure)|stents?|apnea|polycythemia|embolism|prostatectomy|cirrhosis|dialysis|eliquis|warfarin|xarelto|coumadin)';
/** A question that still says it: "can I inject, I had a DVT", "is it safe after my heart attack". */
const SAYS_SO = new RegExp(
  String.raw`(?<!\bif )\b(?:i|we) (?:(?:just|recently|once|also|still|now) )?(?:had|got|was|were|been|take|found out)\b|(?<!\bif )\b(?:i|we)['’]?ve\b|(?<!\b(?:can|do|did|could|would|should|if|will|may|might) )\bi have\b|\bmy (?:\w+ ){0,2}${ILLNESS}\b|\b(?:tengo|tuve)\b`,
);

const isAboutOneself = (question: string): boolean =>
  (OF_ONESELF.test(question) || LEFT_OUT.test(question)) && messageReadsAsHistory(question);

/** Whether it may be about the person who asks; a text in another language counts, since no one here can rule it out. */
export const mayTellOfOneself = (question: string): boolean =>
  isAboutOneself(question) || isInOtherLanguage(question);

/** Whether it says so in plain words: not of a relative, not as a denial, and not as a mere question. */
export const tellsOfOneself = (question: string): boolean =>
  isAboutOneself(question) &&
  saidOfSelf(question)
    .split(PARTS)
    .some((sentence) => messageReadsAsHistory(sentence) && (!isQuestion(sentence) || SAYS_SO.test(sentence)));

/**
 * Whether it states something of the person who asks, beyond everyday things, in words that no pattern knows. Where the
 * assistant has no answer, the care team reads it.
 */
export const statesOfOneself = (question: string): boolean =>
  question
    .split(PARTS)
    .some((part) => OF_ONESELF.test(part) && !isQuestion(part) && saysMoreThanErrands(part));

const isQuestion = (sentence: string): boolean => ASKS.test(sentence) || sentence.trim().endsWith('?');
