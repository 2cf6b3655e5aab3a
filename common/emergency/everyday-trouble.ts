/** What sounds like an emergency and is none, or belongs in a visit: it is taken out before an emergency is looked for. */
import { plainWords } from '../clinical/denials.js';

const PEOPLE = String.raw`(?:her|him|them|(?:my |a |the )?[a-z]+(?:['’]s)?)`;
const PARTED =
  '(?:divorce|split|separation|break-?up|fire|flood|move|wedding|(?:we|she|he) (?:split up|separated|left|divorced))';
const CLAUSE_END = '(?=\\s*(?:[,.!?;\\n]|$))';
/** Where one lives: nothing else may be said in that clause. */
const LIVES_THERE = new RegExp(
  String.raw`(?<=^|[,.!?;\n] ?)(?:(?:and|but|so|because) )?(?:(?:i|we)(?: am|['’]m|['’]re| are)? (?:now |currently |just )?(?:live|living|stay|staying|moved in)|living|staying) (?:with|at) ${PEOPLE}(?: (?:house|place|now|again|there|these days))*(?: (?:since|after|because of|ever since) (?:the |my |our )?${PARTED})?(?: (?:last|this) [a-z]+)?${CLAUSE_END}`,
  'g',
);
const SIGNS_FOR_IT =
  /\bi live (?:alone|by myself)(?: now)?,? (?:so|and|but) (?:someone|somebody|nobody|no one) (?:has to|must|can|will|is (?:here|home|there) to) sign(?: for (?:the|my|it)(?: (?:package|box|delivery|mail))?)?/g;
const OLD_ADDRESS =
  /\b(?:don['’]?t|do not|no longer) live (?:there|(?:at|in|on) (?:that|the|my) (?:old )?(?:address|place|house|apartment|street))\b(?: any ?more)?/g;

/** Another needle is no second dose. */
const ANOTHER_NEEDLE =
  /\b(?:needle|syringe|tip|plunger)s? (?:(?:was|is|got|just|kept|had) ){0,2}(?:clogged|clogging|jammed|bent|blocked|leaked|broke|dull|stuck)\b(?: up)?(?: halfway)?,? (?:(?:and|so|then|but) )?(?:i )?(?:had to )?(?:use|used|took|take|got|get|grabbed|tried) (?:an?other|a (?:second|new|fresh|different)) (?:one|needle|syringe|tip)\b(?! (?:dose|shot))/g;

const DYING_TO_KNOW =
  /\b(?:i am |i['’]?m )?(?:just |so )?dying (?:to (?:know|see|hear|find out|learn|start|try|read|get)(?: about)?|for) (?:(?:what|how|if|when|whether)\b|(?:(?:my|the|those|your|some|any|an?) )?(?:\w+ )?(?:results?|labs?|levels?|numbers?|news|answers?|coffee|beer|nap|steak|treatment|trt|testosterone|gel|appointment|vacation)\b)/g;

/** A yellow skin is for the care team, which hears of it as history; pus is not meant. */
const YELLOW =
  /\b(?:(?:the )?whites of (?:my|the|his) eyes|(?:my|both) (?:skin|eyes?|face)(?: and (?:my )?(?:skin|eyes?|face))?) (?:is|are|looks?|got|turn(?:s|ed|ing)?|went|ha(?:s|ve) gone)(?: (?:turning|getting|looking|going|all|a bit|really|so)){0,2} yellow(?:ish)?\b(?! (?:discharge|pus|gunk|goo|stuff|crust|fluid))|\bi (?:turned|look|am|got) (?:all )?yellow(?: and my (?:pee|urine|piss) is dark)?\b|\byellow eyes(?: and (?:pale|light|gr[ae]y) stools?)?\b|\bjaundiced?\b/g;

/** What a gel smells like; a child who smells of it is an exposure. */
const SMELLS =
  /\b(?:the |my |this |that )?(?:gel|cream|oil|lotion|patch|stuff|testosterone)(?: i use)? (?:smells?|stinks?)(?: (?:so|really|too|a bit|kind of|like)){0,2} \w+/g;
/** Figures of speech with a heart in them. */
const FULL_HEART =
  /\b(?:my )?heart (?:is |was |feels? )?(?:full of|filled with|bursting with) (?:joy|love|gratitude|hope|happiness|pride|thanks)\b|\b(?:from the bottom of|with all) my heart\b|\bbless (?:your|my|his|her) heart\b|\bheart ?(?:warming|felt)\b/g;
/** Of a first dose or an evening out. */
const THE_NIGHT =
  /\btonight(?: is|['’]s| will be) the night (?:of|for|that i (?:start|take|get|do)|i (?:start|take|get|do)) (?:my|the|our) (?:first |second |next |new |wedding |big )?(?:shot|dose|injection|gel|date|game|wedding|anniversary|party|flight)\b/g;
const PETS = '(?:dog|cat|pet|horse|bird|puppy|kitten|hamster|fish|plants?)';
/** The loss of a pet and the grief for it; anything more is still read. */
const GRIEF = new RegExp(
  String.raw`\b(?:my|our|the) (?:old |family )?${PETS} (?:just |recently )?(?:died|passed(?: away)?|is dying|had to be put down)(?: (?:last|this) \w+| yesterday| today)?(?:,? (?:and|but|so) i(?: am|['’]m)? (?:feel |feeling |a bit |very |so |really )*sad(?:,? but (?:i(?: am|['’]m)? )?(?:ok|okay|fine|alright|all right|doing ok|coping))?${CLAUSE_END})?`,
  'g',
);

const NO_CHEST = '(?:(?!chest|cough|stab|shot|lot|heav|stop|won|breath|faint|spurt|gush)[^.!?;\\n])';
const BREAST = String.raw`(?:breasts?|nipples?)`;
const BREAST_LUMP = new RegExp(
  [
    String.raw`\b(?:hard |new |bleeding |bloody )?lumps? (?:on|in|by|near|under|behind) (?:my |the |one )?(?:left |right )?${BREAST}\b(?:${NO_CHEST}{0,12}\b(?:bleeds?|bleeding|bled|bloody|blood)(?: fluid)?\b)?`,
    String.raw`\b(?:blood|bleeding|bled)\b${NO_CHEST}{0,24}\b${BREAST}\b(?: lumps?)?`,
    String.raw`\b${BREAST}(?: lump)? (?:${NO_CHEST}{0,12}\b)?(?:bleeds?|bleeding|bled)\b`,
  ].join('|'),
  'g',
);
/** For a visit, not for an ambulance. */
const BREAST_GROWTH = new RegExp(
  String.raw`\b(?:my |the |both )?(?:man )?(?:boobs?|${BREAST})(?: (?:are|is|have|has|keeps?|been|got|started|a bit|both)){0,3} (?:grow\w*|leak\w*|bigger|larger)(?:(?: and| or|,) (?:grow\w*|leak\w*|bigger|larger|tender|sore))*\b`,
  'g',
);
const FOUND_AT_EXAM =
  /\b(?:felt |found |is |was )?(?:an? )?(?:hard )?(?:lump|bump|knot|nodule|spot)\b[^.!?;\n]{0,24}\b(?:finger|rectal|glove|prostate)?(?: ?exam| ?test| ?check)\b(?: down there)?|\b(?:put|stuck) (?:a|his|the) finger (?:in|up)\b[^.!?;\n]{0,40}\b(?:lump|bump|knot|nodule|hard spot)\b/g;

const SLOW_STREAM =
  /\b(?:times|trips|up)\b[^.!?;\n]{0,30}\b(?:a|at|every|each|all|the) night\b|\btakes? (?:me )?(?:forever|ages|so long) (?:to|before)\b|\bweak (?:stream|flow)\b|\bstops and starts\b|\bveces (?:en|por|cada) (?:la )?noche\b/;
const OF_URINE = /\b(?:pee|peeing|urinat\w+|bathroom|stream|flow|dribbl\w+|trickl\w+|toilet|orinar|chorro)\b/;
/** Beside these the same words may be a retention, an infection, a heart or a man in despair. */
const AND_WORSE =
  /\b(?:can['’]?t|cannot|can not|unable|nothing|drop|at all|since|today|tonight|pain\w*|hurt\w*|burn\w*|blood\w*|burst\w*|swoll\w*|swell\w*|fever\w*|chills|chest|breath\w*|legs?|arms?|numb\w*|heart|die|dying|kill\w*|dead|alive|live|living|gun|pills?|end\w*|think\w*|thought\w*|hold\w*|wish\w*|hope\w*|cry\w*|erection|boner|dick|penis|hard|stiff|sugar|thirst\w*|drink\w*|shot|gel|took|vomit\w*|dizz\w*|faint\w*|pass\w*|(?<!(?:stream|flow) (?:is|was|got) )weak(?! (?:stream|flow))|dolor|duele\w*|no puedo|desde|sangre|fiebre)\b/;

const MONEY = '(?:bill|price|pricing|cost|invoice|copay|total|charge|quote|fee|statement|pharmacy price)s?';
/** At a bill. */
const STICKER_SHOCK = new RegExp(
  String.raw`\b${MONEY}\b[^.!?;\n]{0,24}\b(?:gave|give|gives|giving|got) (?:me|us|my wife|him|her) (?:almost |nearly )?(?:a |an )?(?:\w+ )?heart attack\b|\b(?:gave|give|gives|giving) (?:me|us|my wife) (?:almost |nearly )?a (?:\w+ )?heart attack\b(?=[^.!?;\n]{0,40}\b${MONEY}\b)|\b(?:almost|nearly|about) had a heart attack\b(?=[^.!?;\n]{0,40}\b${MONEY}\b)`,
  'g',
);

const TAKEN_OUT: readonly RegExp[] = [
  LIVES_THERE,
  SIGNS_FOR_IT,
  OLD_ADDRESS,
  ANOTHER_NEEDLE,
  DYING_TO_KNOW,
  SMELLS,
  FULL_HEART,
  THE_NIGHT,
  GRIEF,
  YELLOW,
  BREAST_LUMP,
  BREAST_GROWTH,
  FOUND_AT_EXAM,
  STICKER_SHOCK,
];
const isSlowStream = (sentence: string): boolean =>
  SLOW_STREAM.test(sentence) && OF_URINE.test(sentence) && !AND_WORSE.test(sentence);

/** A message without the sentences that only tell of a prostate in the way; the patterns read them before. */
export const withoutSlowStream = (message: string): string =>
  message
    .split(/(?<=[.!?;\n])/)
    .filter((sentence) => !isSlowStream(plainWords(sentence)))
    .join('');

/** A text in plain words without such trouble. */
export const withoutEverydayTrouble = (plain: string): string =>
  TAKEN_OUT.reduce((left, pattern) => left.replace(pattern, ' . '), plain);
