/** What a "yes" to a question of the care team tells: the question names the finding, the answer says that it is so. */
import type { EmergencyKind } from '../emergency/emergency-kinds.js';
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

/** Words of courtesy, and what sets an answer apart from a plain no. */
const COURTESY =
  /\b(?:hi|hello|thank you|thanks?|thx|ok|okay|great|good|perfect|got it|will do|sounds good|see you(?: then)?|bye|dr|doc|doctor)\b/g;
const NO =
  /^\W*(?:(?:oh|well|um|god|hell|thankfully|honestly|luckily) *,? *)?(?:no|nope|nah|naw|never|none|neither|negative|nothing|nada|nunca|ninguno|not (?:at all|ever|that i know|any|once))\b/;
const WORDS = /[\p{L}\p{N}’']+/gu;
const WORD = /[\p{L}\p{N}’']+/u;
const MOST_WORDS_OF_UNCLEAR = 4;
const THUMBS_UP = /[\u{1F44D}\u{2705}\u{2714}\u{1F44C}\u{1F4AF}]/u;

/** Neither a yes nor a no, in few words: "One", "Hopefully", "Not quite". Only a clear no says that it is not so. */
function isUnclear(answer: string): boolean {
  if (THUMBS_UP.test(answer)) return true;
  const words = answer.match(WORDS) ?? [];
  const rest = answer.replace(COURTESY, ' ');
  return words.length <= MOST_WORDS_OF_UNCLEAR && WORD.test(rest) && !NO.test(rest);
}

/** Whether an answer says yes to what was asked, or to a part of it, or leaves open whether it is so. */
export function affirms(answer: string): boolean {
  const plain = plainWords(answer);
  const said = plain.replace(DENIED, ' - ');
  return YES.test(said) || (said === plain && isUnclear(plain));
}

/** What asks without a question mark. */
const ASKS_PLAINLY =
  /\b(?:tell|let) (?:me|us)\b|\bplease (?:say|confirm|list|answer|write)\b|\bneed to know\b/i;
const sentencesOf = (message: string): string[] => message.split(/(?<=[.!?\n])/);

/** The sentences of what was written that ask; all of it where none does. */
export function questionIn(message: string): string {
  const asked = sentencesOf(message).filter(
    (sentence) => sentence.endsWith('?') || ASKS_PLAINLY.test(sentence),
  );
  return asked.length ? asked.join(' ').trim() : message;
}

/** "You never had a stroke, right?": a yes says that the patient did not. */
const CONFIRMS =
  /^\W*(?:(?:so|and|ok|okay|just|to confirm|to be sure|please confirm|you say)\b\W*)*(?:you|no|none|never|there (?:is|are|was|were) no)\b|\b(?:right|correct|true|is that (?:right|so|correct)|isn[’']?t it)\W{0,6}\?\W{0,6}$/;
const NEGATED = /\b(?:no|not|never|none|neither|without|free of)\b|n[’']t\b/;
/** "Not quite" to such a question. */
const CORRECTS =
  /\b(?:not (?:quite|exactly|entirely|really|true|right|correct)|wrong|incorrect|actually|except|but|well)\b/;
/** Whether a leaflet was read is no question of what it is about. */
const ABOUT_PAPER =
  /\b(?:read|get|got|receive|seen?|watch(?:ed)?|find|open) (?:the|our|my|that|this) (?:leaflet|handout|page|article|email|message|form|note|brochure|sheet|link|video)\b/;

/** What an answer leaves standing of the question: empty after a plain no, or where a yes confirms that it is not so. */
export function affirmedIn(asked: string, answer: string): string {
  const corrects = CORRECTS.test(plainWords(answer));
  if (!affirms(answer) && !corrects) return '';
  const yes = affirms(answer);
  return sentencesOf(questionIn(asked))
    .flatMap((sentence) => {
      const plain = plainWords(sentence);
      if (ABOUT_PAPER.test(plain)) return [];
      if (!CONFIRMS.test(plain) || !NEGATED.test(plain)) return yes ? [sentence] : [];
      return corrects ? [sentence] : plain.split(/\bbut\b|;/).filter((part) => !NEGATED.test(part));
    })
    .join(' ')
    .trim();
}

/** "Did you read that we ask you to call for chest pain?" asks of no pain. */
const ABOUT_ADVICE =
  /\b(?:read|see|saw|seen|know|understand|remember|clear) (?:that |how |when |what )?(?:we|you (?:should|can|must|have to|need to)|to call)\b/;

/** As clinicians ask of it; the emergency is answered at once, whatever else was said. */
const ASKED_EMERGENCIES: readonly (readonly [EmergencyKind, RegExp])[] = [
  [
    'self_harm',
    /\bsuicid|\b(?:kill|harm|hurt|cut)(?:ing)? (?:yourself|anyone|someone|somebody|others)\b|\b(?:end|ending|take|taking) (?:it(?: all)?|your (?:own )?life|things)\b|\bbetter off (?:dead|without you)\b|\b(?:guns?|pistols?|rifles?|firearms?|weapons?)\b[^.?]{0,30}\b(?:house|home|there|with you|nearby|loaded|reach)\b|\b(?:have|own|got|access to) (?:a |any |the )?(?:guns?|pistols?|firearms?|weapons?)\b|\b(?:wish|want|wanting|think\w{0,3} (?:about|of)|thoughts? (?:about|of)) (?:\w+ ){0,3}?(?:dead|die|dying|death|not (?:be|being) (?:here|alive)|not (?:live|living)|no longer live)\b|\bself[- ]harm\b/,
  ],
  [
    'heart_or_breathing',
    /\bchest (?:pain|pressure|tightness|hurts?)\b|\b(?:trouble|hard|difficulty|short of|can(?:not|[’']?t)) (?:to )?breath|\bcough\w{0,3} (?:up )?blood\b|\bheart racing\b/,
  ],
  [
    'stroke',
    /\b(?:face|mouth) (?:\w+ )?droop|\bslurred?\b|\bone side\b|\btrouble (?:speaking|talking|seeing)\b/,
  ],
  ['allergy', /\b(?:swelling|swollen)\b[^.?]{0,30}\b(?:face|lips?|tongue|throat)\b|\bhives\b/],
  [
    'priapism',
    /\berection\b[^.?]{0,40}\b(?:hours|go(?:es|ing)? away|go(?:es|ing)? down|lasts?|lasting)\b|\bpriapism\b/,
  ],
  [
    'clot',
    /\b(?:leg|calf)\b[^.?]{0,30}\b(?:swollen|swelling|swell|warm|red|painful)\b|\b(?:swollen|swelling|pain)\b[^.?]{0,20}\b(?:leg|calf)\b/,
  ],
  ['collapse', /\b(?:faint(?:ed|ing)?|pass(?:ed)? out|seizures?|overdos\w{1,4}|collapsed?)\b/],
  [
    'too_much',
    /\b(?:inject|take|took|use|apply|applied|swallow|drink|draw up|put on)\w*\b[^.?]{0,20}\b(?:more than|too much|too many|extra|double|twice|two|several|the whole|all of)\b[^.?]{0,20}\b(?:doses?|shots?|injections?|pumps?|packets?|vials?|syringes?|amount|bottle)\b/,
  ],
  [
    'child_exposure',
    /\b(?:child|kid|son|daughter|baby|toddler|grandchild)\w{0,3}\b[^.?]{0,40}\b(?:touch\w{0,3}|contact|gel|swallow\w{0,3})\b/,
  ],
];
const AT_ANY_TIME =
  /\b(?:have you ever|did you ever|ever had|in the past|as a child|years ago|history of|family)\b/;

/** The emergencies that a question names, and its answer says or leaves open. A question of the past names none but self-harm. */
export function emergenciesAffirmed(asked: string, answer: string): EmergencyKind[] {
  const question = plainWords(affirmedIn(asked, answer));
  const past = AT_ANY_TIME.test(question);
  const affirmed = ASKED_EMERGENCIES.flatMap(([kind, pattern]) =>
    pattern.test(question) && !ABOUT_ADVICE.test(question) && (kind === 'self_harm' || !past) ? [kind] : [],
  );
  return [...new Set([...affirmed, ...emergenciesDenied(asked, answer)])];
}

const GONE = String.raw`[^.?]{0,30}\b(?:gone|go(?:es|ing)?|went|down|away|better|stop(?:ped|s)?|eased?|over|pass(?:ed)?|ended|soft|improv\w+|subsid\w+)\b`;
const ENDED = (what: string): RegExp =>
  new RegExp(String.raw`\b(?:has|have|did|is|are|was)\b[^.?]{0,16}\b${what}\b${GONE}`);
const FREELY = '(?:clearly|normally|properly|freely|easily|well|ok|okay|fine|in full|full sentences|both)';
/** Questions to which "no" is the dangerous answer. */
const SAFE_IF_YES: readonly (readonly [EmergencyKind, RegExp])[] = [
  [
    'self_harm',
    /\b(?:are|do|will|can|could) you\b[^.?]{0,24}\b(?:safe|keep yourself safe|stay safe)\b(?! (?:to (?:drive|take|use|inject|start|travel|eat)|with (?:the )?(?:needles?|gel|shots?)))/,
  ],
  [
    'self_harm',
    /\b(?:want|wish|hope|like) to (?:live|be alive|be here|stay alive|go on|keep (?:on )?(?:living|going))\b|\b(?:glad|happy) to be alive\b|\breasons? to (?:live|go on)\b|\b(?:life|it) (?:is )?(?:still )?worth living\b/,
  ],
  [
    'self_harm',
    /\b(?:guns?|pistols?|rifles?|firearms?|weapons?|rope|knives)\b[^.?]{0,30}\b(?:locked|out of|away|gone|secured?|removed|given)\b|\b(?:is|are) (?:someone|anyone|somebody|anybody) (?:there )?with you\b[^.?]{0,12}\b(?:now|tonight)\b|\bcan you promise\b/,
  ],
  [
    'heart_or_breathing',
    /\bcan you (?:still )?(?:breathe?|catch your breath|get (?:enough )?air|take a (?:deep|full) breath)\b|\bare you (?:breathing|able to breathe|getting (?:enough )?air)\b|\b(?:is|are) your breathing\b/,
  ],
  [
    'heart_or_breathing',
    ENDED(String.raw`chest(?: pain| pressure| tightness)?|breathing trouble|shortness of breath`),
  ],
  [
    'stroke',
    new RegExp(
      String.raw`\bcan you\b[^.?]{0,12}\b(?:speak|talk|smile|walk|see)\b[^.?]{0,12}\b${FREELY}\b|\bcan you\b[^.?]{0,12}\b(?:raise|lift|move|feel)\b[^.?]{0,16}\b(?:arms?|legs?|hands?|side|face)\b|\b(?:is|are) your (?:speech|vision|face|smile|sight)\b`,
    ),
  ],
  ['stroke', ENDED('(?:numbness|weakness|slurring|speech|droop\\w*)')],
  ['allergy', /\bcan you swallow\b/],
  [
    'allergy',
    ENDED(
      String.raw`(?:hives|(?:face|lips?|tongue|throat)\b[^.?]{0,16}|swelling (?:of|in) (?:your |the )?(?:face|lips?|tongue|throat))`,
    ),
  ],
  ['priapism', ENDED('(?:erection|hard on|boner)')],
  [
    'clot',
    ENDED(
      String.raw`(?:(?:leg|calf)\b[^.?]{0,16}|(?:swelling|pain|redness) (?:of|in) (?:your |the )?(?:leg|calf))`,
    ),
  ],
  ['collapse', ENDED('(?:bleeding|dizziness|seizures?)')],
  [
    'collapse',
    /\bare you (?:fully |wide )?(?:awake|conscious|alert)\b|\bcan you (?:stand|stay awake|get up)\b/,
  ],
  [
    'urinary_retention',
    /\b(?:can|could|were|are|have) you (?:been )?(?:able to )?(?:pee(?:d)?|urinate(?:d)?|pass(?:ed)? (?:any )?(?:urine|water))\b/,
  ],
  ['infection', ENDED('(?:fever|chills|pus|red streaks?)')],
  ['child_exposure', /\b(?:wash|rins|clean)\w*\b[^.?]{0,40}\b(?:child|kid|son|daughter|baby|skin|off)\b/],
];
const CLEARLY_YES =
  /^\W*(?:(?:oh|well|thankfully|thank god),? *)?(?:yes|yeah|yep|yup|yea|sure|of course|absolutely|definitely|completely|totally|i am|i do|i can|i could|i did|it (?:has|did|is|was|went)|it[’']?s (?:gone|down|over|fine)|they (?:are|have)|all good|gone|fine|perfectly|si|claro)\b/;
const DENYING =
  /\b(?:no|nope|nah|not|never|nothing|none|cannot|without|hardly|barely|scarcely|little|still|worse|same|wish|but|almost|sometimes|un(?:able|safe))\b|n[’']t\b|\b(?:can|don|doesn|hasn|isn|won|didn)t\b/;

/** Whether an answer leaves it open that what was asked is so. */
function denies(answer: string): boolean {
  const plain = plainWords(answer);
  if (DENYING.test(plain)) return true;
  return !CLEARLY_YES.test(plain) && isUnclear(plain);
}

/** The emergencies of questions whose dangerous answer is a no: "Can you breathe freely?", "Not really". */
function emergenciesDenied(asked: string, answer: string): EmergencyKind[] {
  if (!denies(answer)) return [];
  const questions = sentencesOf(asked).map(plainWords);
  return SAFE_IF_YES.flatMap(([kind, pattern]) =>
    questions.some(
      (question) => /\?\W*$/.test(question) && pattern.test(question) && !AT_ANY_TIME.test(question),
    )
      ? [kind]
      : [],
  );
}

/** Whether a text may answer a question at all, with a yes, a no or neither. */
export const mayAnswer = (text: string): boolean => affirms(text) || denies(text);

export const asksOfAllergy = (message: string): boolean =>
  /\ballerg|\breact(?:ed|ions?)\b|\balergi/.test(plainWords(questionIn(message)));

/** As clinicians ask of them, where patients say it in other words. */
export const ASKED = {
  wish_for_children:
    /\b(?:want\w{0,3}|wish\w{0,3}|hop(?:e|ing)|plan(?:s|ning)?|try|trying|like to|love to|think\w{0,3} (?:of|about)|thought (?:of|about)|consider\w{0,3}|intend\w{0,3}|interested|ready|open to|able to|done|finished|expecting|keep|preserve|important|quier\w{1,4}|desea\w{0,3})\b[^.?]{0,60}\b(?:children|kids|child|kid|bab(?:y|ies)|father(?:ing)?|fertil\w{1,5}|conceiv\w{0,4}|pregnan\w{0,4}|family|hijos|embaraz\w{0,4})\b|\bfertility\b[^.?]{0,30}\b(?:important|matter|concern)|\b(?:become|be) a dad\b|\bstart(?:ing)? a family\b|\bpregnan\w{0,4}\b|\bembaraz\w{0,4}\b/,
  hormone_use:
    /\b(?:anabolics?|steroids?|sarms?|prohormones?)\b|\b(?:other|another|else|elsewhere|different|extra|additional|besides|own|gym|friends?|online|internet|ever|before|previous(?:ly)?|already|current(?:ly)?)\b[^.?]{0,60}\b(?:testosterone|hormones?|trt|hcg|gear)\b|\b(?:testosterone|hormones?|trt|hcg)\b[^.?]{0,60}\b(?:other|another|else|elsewhere|different|besides|on your own|gym|friends?|online|internet|before|in the past|previously)\b/,
  prostate_warning: /\bprostate\b|\bpsa\b/,
  prostate_cancer: /\bprostate\b[^.?]{0,40}\bcancer|\bcancer\b[^.?]{0,40}\bprostate/,
  cardiac_event: /\bstrokes?\b|\bheart (?:attacks?|trouble|problems?|disease|surgery)\b|\bstents?\b/,
  sleep_apnea: /\bstop breathing\b|\bsleep (?:study|machine)\b/,
  heart_failure: /\bweak heart\b/,
  clotting: /\bclots?\b|\bclotting\b|\bblood thinners?\b|\bembol\w{1,6}\b/,
  organ_failure: /\b(?:liver|kidneys?)\b[^.?]{0,20}\b(?:disease|problems?|trouble)\b/,
  thick_blood:
    /\bthick blood\b|\bblood\b[^.?]{0,12}\bthick\b|\bhematocrit\b|\btoo many red (?:blood )?cells\b|\bred (?:blood )?cells?\b[^.?]{0,12}\b(?:high|many)\b/,
  diversion:
    /\b(?:shar(?:e|ed|ing)|give|given|gave|giving|sell|sold|selling|lend|lent|pass(?:ed|ing)? on)\b[^.?]{0,40}\b(?:testosterone|medicine|medication|vials?|gel|shots?|doses?|prescription|supply)\b|\b(?:someone|somebody|anyone|anybody) (?:else )?(?:us(?:e|es|ed|ing)|tak(?:e|es|en|ing)|took)\b[^.?]{0,20}\byour\b[^.?]{0,20}\b(?:testosterone|medicine|medication|vials?|gel|shots?|doses?)\b/,
  told_not_to:
    /\b(?:doctor|doc|dr|clinician|specialist|urologist|cardiologist|oncologist|hematologist|provider|anyone|someone|somebody)s?\b[^.?]{0,30}\b(?:told|tell|advised?|warned?|ask(?:ed)?|want(?:ed|s)?|say|said|recommend(?:ed)?)\b[^.?]{0,20}\b(?:not to|never to|against|stop|avoid|stay away|stay off)\b/,
} as const;
