/** What a "yes" to a question of the care team tells: the question names the finding, the answer says that it is so. */
import { plainWords } from './denials.js';

/** Denied, with the few words that follow: "I have never had either". */
const DENIED =
  /\b(?:(?:do|did|have|had|am|was|were|will|would|has|does)(?: not|n[’']?t)|(?:have|had|am|was|has) (?:never|no|none|neither|not)|never (?:had|did|have|was|been|took|used)|none of|neither of|no to|not (?:the|any|that|really))\b(?: \w+){0,3}/g;
const YES = new RegExp(
  [
    /\b(?:yes|yeah|yep|yup|yea|yess|ya|affirmative|correct|that[’']?s right|that is right|absolutely|definitely|si|claro|both|all (?:of (?:them|those|that|it)|three|four))\b/,
    /\b(?:i|we) (?:do|did|have|had|was|were|got|took|use|used|want|would|think so|guess so|believe so)\b(?! (?:(?:a|another|one|some|my|any) )?(?:questions?|appointments?|visit))/,
    /\bi[’']?ve\b(?! (?:a|another|one) question)|\bi am(?=\W*$|[,.!])|\bafraid so\b|\bunfortunately\b/,
    /\b(?:one|two|some) of them\b|\bthe (?:first|second|third|last|latter|former|other)\b|\b(?:first|second|third|last|other) (?:one|two|thing|part|question)\b/,
    /\bhad (?:it|one|two|a|an|both|that|them|some|those)\b|\bonce\b|\btwice\b|\bmaybe\b|\bpossibly\b|\bprobably\b|\bmight be\b|\bnot sure\b|\bunsure\b|\b(?:kind|sort) of\b|\ba (?:few|couple|little)\b|\bsometimes\b|\bused to\b/,
    /\b(?:in|since|around|about|back in) (?:19|20)\d\d\b|\bas a (?:kid|child|teen)|\bwhen i was\b|\b(?:years?|months?|weeks?) ago\b|^\W*(?:sure|right|true|(?:19|20)\d\d)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Whether an answer says yes to what was asked, or to a part of it. */
export const affirms = (answer: string): boolean => YES.test(plainWords(answer).replace(DENIED, ' - '));

/** The sentences of a message that ask; all of it where none ends in a question mark. */
export function questionIn(message: string): string {
  const asked = message.split(/(?<=[.!?\n])/).filter((sentence) => sentence.endsWith('?'));
  return asked.length ? asked.join(' ').trim() : message;
}

export const asksOfAllergy = (message: string): boolean =>
  /\ballerg|\breact(?:ed|ions?)\b|\balergi/.test(plainWords(questionIn(message)));

/** As clinicians ask of them, where patients say it in other words. */
export const ASKED = {
  wish_for_children:
    /\b(?:children|kids|a (?:child|kid|baby)|bab(?:y|ies)|father(?:ing)?|become a dad|fertility|conceiv\w{0,4}|pregnan\w{0,4}|start(?:ing)? a family|hijos|embaraz\w{0,4})\b/,
  hormone_use:
    /\b(?:anabolics?|steroids?|sarms?|prohormones?)\b|\b(?:other|another|else|elsewhere|different|extra|additional|besides|own|gym|friends?|online|internet|ever|before|previous(?:ly)?|already|current(?:ly)?)\b[^.?]{0,60}\b(?:testosterone|hormones?|trt|hcg|gear)\b|\b(?:testosterone|hormones?|trt|hcg)\b[^.?]{0,60}\b(?:other|another|else|elsewhere|different|besides|on your own|gym|friends?|online|internet|before|in the past|previously)\b/,
  prostate_warning: /\bprostate\b|\bpsa\b/,
  prostate_cancer: /\bprostate\b[^.?]{0,40}\bcancer|\bcancer\b[^.?]{0,40}\bprostate/,
  cardiac_event: /\bstrokes?\b|\bheart (?:attacks?|trouble|problems?|disease|surgery)\b|\bstents?\b/,
  sleep_apnea: /\bstop breathing\b|\bsleep (?:study|machine)\b/,
  heart_failure: /\bweak heart\b/,
  clotting: /\bclots?\b|\bclotting\b|\bblood thinners?\b|\bembol\w{1,6}\b/,
  organ_failure: /\b(?:liver|kidneys?)\b[^.?]{0,20}\b(?:disease|problems?|trouble)\b/,
  thick_blood: /\bthick blood\b|\bblood\b[^.?]{0,12}\bthick\b|\bhematocrit\b/,
} as const;
