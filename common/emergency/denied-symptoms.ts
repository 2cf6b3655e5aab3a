import { plainWords } from '../clinical/denials.js';
import { withoutEverydayTrouble } from './everyday-trouble.js';

const NOT =
  "(?:no|without|den(?:y|ies|ied)|(?:do|does|did|have|has|had)(?:n['’]?t| not) (?:have|had|having|get|feel|notice|noticed)|never had|no tengo|no hay|no siento|sin)";
const BETWEEN =
  '(?:(?:any|new|severe|bad|sudden|real|other|significant|signs? of|symptoms? of|redness or|pain or|nada de|ningun|ninguna) )*';
const PART =
  '(?:chest|arms?|legs?|calf|calves|thighs?|ankles?|feet|foot|face|lips|tongue|throat|mouth|head|injection site|site|skin)';
const WHERE = `(?: (?:in|of|on|around|at|with|from) (?:(?:my|the|either|both|one|an) )?${PART}(?: (?:or|and) (?:my )?${PART})*)?`;
const SYMPTOM = [
  `(?:(?:${PART}|calf|back) )?(?:pains?|pressure|tightness|discomfort|swelling|redness|numbness|weakness|warmth|bleeding)${WHERE}`,
  '(?:short(?:ness)? of|out of) breath|breathlessness|(?:trouble|difficulty|problems?) (?:with )?(?:my )?(?:breathing|swallowing|speaking|urinating)',
  '(?:fevers?|chills|pus|drainage|discharge|rash|hives|palpitations|dizziness|fainting|seizures?|blood clots?|clots|headaches?|vision (?:changes?|loss)|coughing(?: up)? blood)',
  'dolor(?:es)? (?:de|en el) pecho|falta de aire|fiebre|hinchazon(?: en (?:la|las) piernas?)?|pus',
].join('|');
const ONE = `${BETWEEN}(?:${SYMPTOM})\\b`;
/** "No chest pain until today" and "never had chest pain like this" are told of today. */
const NOT_OVER =
  "(?! (?:any ?more|until|till|yet|before|at first|but|except|relief|now|today|like|this|that|so|as|worse|hasta|pero|como|asi|tan)\\b)(?! (?:has|have|is|was)(?:n['’]t| not)\\b)";
/** A comma goes on only where an "or" ends the list: "no fever, chest pain since noon" complains. */
const LIST = `${ONE}(?:(?:, ${ONE})*,? (?:or|nor|ni|o) ${ONE}| and no ${ONE})*${NOT_OVER}`;
const DENIED = new RegExp(`(?<!\\b(?:not|n['’]t) )\\b${NOT} ${LIST}`, 'g');
/** What follows a "no" that corrects the question instead of denying it: "chest pain? no. more like pressure". */
const CORRECTED =
  "(?:it['’]?s?|more|just|only|but|al?though|except|until|unless|well|actually|rather|like|worse|pero|sino|mas|solo|(?:\\w+ ){0,2}(?:press|tight|crush|heav|squeez|burn|ach|stab|sharp|numb|weak|pain|hurt|opresi|duele|dolor)\\w*)";
/** "Short of breath? No. All fine": the patient asks the question and answers it. */
const ANSWERED_NO = new RegExp(
  `\\b(?:(?:am i|are you|do (?:i|you) have|any|feeling|having|is there|tengo|hay) )*${ONE}(?: (?:at all|now|today|lately|ahora|hoy))? ?[?:] ?(?:no|nope|nah|none|negative)(?= ?(?:$|[.,;!\\n])| all (?:fine|good|ok)\\b)(?![.,;!\\s]*${CORRECTED}\\b)`,
  'g',
);
const NOT_THERE_IN_SPANISH = /\b(?:ya )?no me (?:duele|falta|aprieta|molesta) (?:el |la |los |las )?\w+/g;
const NOT_THERE =
  /\b(?:is|are|was|were)(?:n['’]?t| not) (?:red|swollen|hot|warm|infected|painful|bleeding|spreading)\b(?! (?:any ?more|until|but|yet))/g;

const DID_DOSE =
  '(?:\\bi )?\\b(?:did|took|used|applied|put on) (?:my|the|it|a) ?(?:shot|dose|gel|injection|patch|pump|medicine)?';
const CLOCK = '\\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?';
const DAY = '(?:\\w{3,6}day|morning|evening|noon|night|afternoon)(?: (?:morning|evening|night))?';
const at = (time: string): string =>
  `\\b(?:(?:at|around|on|in the|this|last) )${time === CLOCK ? '' : '?'}${time}`;
const INSTEAD = '(?:instead of|rather than)';
const NO_AMOUNT = '(?! ?(?:mg|ml|cc|pumps?|units?|shots?|doses?|times|clicks?|pills?))';
const RED_FLAG =
  'worst|thunder|vision|\\bsee\\b|numb|weak|confus|stiff|fever|slur|vomit|chest|breath|faint|bottle|whole|handful|a lot|too m|double|twice|all (?:of )?(?:my|the)|goodbye';

/** Words of symptoms that are none: a figure of speech, and an operation that is over. */
const NO_SYMPTOM = [
  /\b(?:no|without|denies) (?:any )?(?:thoughts of suicide|suicidal (?:thoughts|ideation))\b(?! (?:until|till|before|but|like|this|today|now))/g,
  /(?:\b(?:can['’]?t|cannot|not) )?\bbreathe a word (?:of|about) \w+/g,
  /\b(?:breast|nipple) lumps?\b|\blumps? (?:under|in|behind) my (?:breast|nipple)s?/g,
  /\bchest (?:looks|is|got) (?:bigger|broader)\b|\bheadaches? (?:is|are) gone\b|\bbulto en la prostata\b/g,
  // Another time or day, not another amount.
  new RegExp(
    `(?:${DID_DOSE} )?${at(CLOCK)} ${INSTEAD} (?:${at(CLOCK)}|\\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?)\\b${NO_AMOUNT}`,
    'g',
  ),
  new RegExp(`(?:${DID_DOSE} )?${at(DAY)} ${INSTEAD} ${at(DAY)}\\b`, 'g'),
  /\b(?:overdose|stroke|suicide|seizure|collapse|heart attack) (?:rd|road|street|ave|avenue|lane|ln|blvd|boulevard|court|hwy|highway|parkway|hill|grill)\b/g,
  // What got better; of the chest, of breath or of one side nothing is taken out.
  /\b(?:my \w+ (?:is|are|looks?|feels?|got) )?(?:(?:a lot|much|way|a bit) )?(?:less|not (?:as|so)|no longer) (?:puffy|swollen|red|bloated|itchy|sore)\b(?! (?:but|until|yesterday)\b)/g,
  new RegExp(
    `\\b(?:had|got) (?:an? |some )?(?:(?:little|mild|slight|small|dull|bit of an?) )?(?:headaches?|stomach ache|cramps?|sore arm)\\b(?:(?!${RED_FLAG})[^.!?;\\d]){0,60}\\b(?:(?<!\\bbe )gone|went away|(?:all|much) better|fine (?:now|after)|better (?:now|after)|cleared up)\\b(?! (?:but|until|yet)\\b)`,
    'g',
  ),
  /\b(?:nearly|almost|about|practically|could(?: ha|['’])ve) (?:passed out|fainted|collapsed|died|choked|had a (?:stroke|heart attack)) (?:(?:from|of|with) )?(?:laugh(?:ing|ter)|boredom|joy|excitement|embarrassment)\b/g,
  /\blost (?:all )?sight of (?!(?:one|both|either|my|an?) (?:\w+ )?eyes?\b)/g,
  /\bmy (?:\w+ )?(?:hands?|arms?|legs?|thighs?|shoulders?|knees?|hips?|back|glutes?) (?:has |have )?(?:stopped|quit) (?:hurting|aching|itching)\b/g,
  /\b(?:an? )?strokes? of (?:(?:really |very )?(?:bad|good|pure|dumb|sheer|rotten|terrible|great) )*(?:luck|fortune|genius|inspiration|brilliance|midnight|noon)\b/g,
  // A sum with units.
  /\bconvert (?:\d+(?:\.\d+)? ?)?(?:mg|ml|cc|mcg|units?|iu)\b[^.!?;]{0,30}\b(?:to|into) (?:mg|ml|cc|mcg|units?|iu)\b/g,
  // What someone else takes.
  /\b(?:my )?(?:wife|husband|partner|girlfriend|brother|friend|buddy|dad|son) (?:is on|takes|uses) (?!life|the (?:floor|ground|ledge|roof|bridge))[^.!?;,]{1,30}, (?:but |and )?i(?:['’]m| am| do)(?: not|n['’]?t)\b(?=[\s.!?]*$)/g,
  /\b(?:lump|cyst|mole)s? (?:taken out|removed)(?: (?:of|from) my (?:breast|chest))?/g,
];

/** A message without the symptoms that it says are not there; null where it denies none. */
export function withoutDenied(message: string): string | null {
  const plain = plainWords(message);
  const rest = [DENIED, ANSWERED_NO, NOT_THERE, NOT_THERE_IN_SPANISH, ...NO_SYMPTOM].reduce(
    (left, pattern) => left.replace(pattern, ' . '),
    withoutEverydayTrouble(plain),
  );
  return rest === plain ? null : rest.replace(/^[\s.,;]*(?:(?:and|or)[\s.,;]*)?$/, '');
}
