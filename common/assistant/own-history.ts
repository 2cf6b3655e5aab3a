/** What a question to the assistant tells of the person who asks: the care team has to know it too. */
import { plainWords, saidOfSelf } from '../clinical/denials.js';
import { saysEverydayThings, saysMoreThanErrands } from '../clinical/everyday-words.js';
import { messageReadsAsHistory } from '../clinical/history.js';
import { isInOtherLanguage } from '../clinical/other-language.js';
import { tellsInPlainWords } from '../clinical/plain-news.js';
import { smallTalkIn } from './small-talk.js';

const OF_ONESELF = /\b(i|i['’]?(m|ve|d)|me|my|mine|we|our|yo|mi|mis|me|tengo|tuve|soy)\b/i;
/** "Diagnosed with prostate cancer last month": the person who writes is left out. */
const LEFT_OUT =
  /^\W*(?:(?:just|recently|newly|was|been|also|and|so)\s+)*(?:diagnosed|had|have|got|found out|on|taking|started|told|diagnosticado|diagnosticaron)\b/i;

const ASKING =
  '(?:can|could|does|do|did|is|are|am|will|would|whats?|how|why|when|where|which|who|should|may|might|if|puedo|puede|que|como|cuando|cual|es|debo|hay|si)\\b';
const ASKS = new RegExp(
  String.raw`^\W*(?:(?:and|but|so|also|hi|hello|hey|ok|okay|please|pls|y|pero)\b\W*)*${ASKING}`,
  'i',
);
/** Sentences, and a question that hangs on one with a comma. */
const PARTS = new RegExp(String.raw`(?<=[.!?;\n])|,(?=\s*(?:so |and |but )?${ASKING})`, 'i');
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

const OTHERS =
  '(?:friend|buddy|bud|pal|bro|brother|cousin|uncle|dad|father|nephew|co-?worker|roommate|neighbor|guy|dude|dealer|trainer|coach|wife|girlfriend|husband|partner|son|daughter|kid|child)';
/** "If I missed one" and "can I take it" ask; "I missed one" says so. */
const NOT_IF =
  '(?<!\\b(?:if|can|could|should|do|did|does|would|will|may|might|must|am|have|had|unless|that) )';
/** What says something of the person who asks, also within a question. */
const IN_PASSING = new RegExp(
  [
    String.raw`${NOT_IF}\bi (?:also|still|already|just|only|accidentally|usually|sometimes|once|recently|even) (?!(?:want|wanna|need|wonder|wondering|wanted|feel|have a question|not)\b)\w+`,
    String.raw`${NOT_IF}\b(?:i|we) (?:(?:also|just|already|accidentally|once|never|recently|then) )?(?!(?:need|feed|speed|heed|bleed)\b)(?:\w{2,}ed|bought|took|put|found|lost|got|had|went|did|gave|sold|felt|fell|began|forgot|ran|saw|was|were|swam|left|shot|drank|ate|broke|spilt)\b`,
    String.raw`${NOT_IF}\b(?:i|we)['’]?(?:ve| have) (?!to\b|a question|questions)\w+`,
    String.raw`\b(?:told|tells?|advised?|warned|wants?|wanted|prescribed|gave|gives|put|took) me\b|\b(?:me|nos) (?:dijo|dijeron|dice|recetaron|receto)\b`,
    String.raw`\b(?:mine|he|she|they|it|we|my \w+|i) (?:did|does|do|has|had|have|am)\W*(?:[.!?;]|$)`,
    String.raw`\bthat(?:['’]?s| is| was| would be) (?:me|mine|my)\b|\bme too\b|\bsame (?:here|with me|for me)\b|\bhappened to (?:me|my|mine|us)\b|\b(?:applies to|sounds like) me\b|\b(?:all|both|some|one|two|three) of (?:them|those|these)\b`,
    String.raw`\b(?:of|from|with|by|what|which|that|off|lets?|use) (?:my|a|an|another|the) (?:\w+ )?${OTHERS}\b|\b(?:my|another) (?:\w+ )?${OTHERS}(?:['’]s)? (?:\w+ )?(?:touch\w*|left|gave|gives|lets?|shares?|sells?|sold|uses?|takes?|vials?|gel|shots?|testosterone)\b`,
    String.raw`\b(?:psa|hematocrit|hct|crit|hemoglobin|gleason|estradiol|blood pressure|bp)\b[^.?!;\n]{0,16}\d`,
    String.raw`\b(?:(?:me and my|my) \w+(?: and (?:i|me))?|we) (?:\w+ )?(?:want|wants|try|trying|hope|plan|planning)\b[^.?!;\n]{0,20}\b(?:family|kids?|child(?:ren)?|bab(?:y|ies))\b`,
    String.raw`\b(?:with|on|after|despite|having|since) (?:a |an |my |the )?(?:\w+ )?${ILLNESS}\b`,
    String.raw`(?:^|[.!?;\n,]) ?(?:(?:just|also|and|so|accidentally) )*(?:missed|skipped|forgot|doubled|injected|took|used|spilled|bought|stopped|started|diagnosed|felt|feeling|got|had|been|lost|found|taking|using|on (?!what|which|the|a|my))\b`,
  ].join('|'),
);
/** Products and how they are handled: words of everyone who asks here. */
const HANDLED: ReadonlySet<string> = new Set(
  'gel gels vial vials shot shots injection injections inject testosterone trt dose doses pump pumps packet packets patch patches cream fridge empty hurt hurts question questions article'.split(
    ' ',
  ),
);

const isStatement = (part: string): boolean =>
  OF_ONESELF.test(part) &&
  !ASKS.test(part) &&
  (!saysEverydayThings(part, (word) => HANDLED.has(word)) || tellsInPlainWords(part)) &&
  saysMoreThanErrands(part);

/**
 * Whether it states, or may state, something of the person who asks, beyond everyday things and in words that no pattern
 * need know: the care team reads it, whatever the assistant answers. A mere question stays between the two.
 */
export function statesOfOneself(question: string): boolean {
  if (smallTalkIn(question)) return false;
  return (
    isInOtherLanguage(question) ||
    IN_PASSING.test(plainWords(question)) ||
    question.split(PARTS).some(isStatement)
  );
}

/** "That is me": it says so of the question before. */
export const refersBack = (message: string): boolean =>
  /\b(?:that|this|it|them|those|these|mine|both|same|all three)\b/i.test(message) && !isQuestion(message);

const isQuestion = (sentence: string): boolean => ASKS.test(sentence) || sentence.trim().endsWith('?');
