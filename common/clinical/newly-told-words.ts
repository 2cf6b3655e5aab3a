/** What patients tell of testosterone from elsewhere, and what only counts when it is told after the form. */
import { US_STATES } from '../vocabulary/states.js';
import { REACTION_TO_SHOT } from './allergy-words.js';
import { MEDICINES } from './medicines.js';
import { T } from './use-words.js';

/** A clinic that treats men with testosterone, as its name says. */
const TRT_CLINIC = String.raw`(?:men[’']?s|mans|male|low ?t|t|trt|hormone|anti-?aging|wellness|peptide|weight loss) (?:health |wellness )?(?:clinic|center|place|spa)|med ?spa`;
const HORMONE = String.raw`(?:t|trt|hrt|testosterone|androgel|cypionate|enanthate|xyosted|test (?:cyp\w*|enan\w*|prop\w*|[ecp])|shots?|injections?|pellets?|gel)`;
/** Shots or testosterone from another place while we treat. */
const ON_TOP_OF_OURS = new RegExp(
  String.raw`\b${HORMONE} (?:\w+ ){0,2}?(?:from|at|through|by) (?:the |an? |my |that )?(?:\w+ )?(?:${TRT_CLINIC})\b|\b${HORMONE} (?:\w+ )?from (?:an?other|some other|a different|my other|a second) (?:\w+ )?(?:doctor|doc|dr|provider|prescriber|clinic|place|office|guy|source)\b`,
);

const PERSON =
  '(?:friends?|budd(?:y|ies)|buddie|bud|pal|bro|brother|dad|father|uncle|cousin|co-?worker|roommate|neighbor|guy|dude|dealer|trainer|coach|team-?mate|lifter|bodybuilder|training partner|workout partner)';
/** What is told, asked or advised about it comes from people too. */
const NOT_TALK = String.raw`(?!(?:hear\w*|read\w*|learn\w*|recommend\w*|advice|told|idea|referr\w*|stories|story|info\w*) )`;
const NOT_ABOUT = String.raw`(?<!\b(?:about|learned|recommend(?:ed|s)?) (?:the )?)`;
const GIVES =
  '(?:gives?|gave|giving|gets?|got|getting|sells?|sold|selling|brings?|brought|sends?|sent|hooks?|hooked|injects?|injected|shoots?|pins?)';
/** Testosterone or T, from or by a person or the gym. */
const FROM_PEOPLE = new RegExp(
  [
    String.raw`${NOT_ABOUT}\b${T} (?:${NOT_TALK}[\w’']+ ){0,6}?(?:from|off|through|thru) (?:of )?(?:the |an? |my |some |this |one of my )?(?:[\w’']+ ){0,2}?(?:${PERSON}|gym)\b`,
    String.raw`\b${T} (?:[\w’']+ ){0,3}?(?:that )?(?:my|an?|the|some) (?:\w+ ){0,2}?${PERSON} (?:\w+ ){0,3}?${GIVES} me\b`,
    String.raw`\b${PERSON} (?:\w+ ){0,4}?${GIVES} me (?:\w+ ){0,5}?(?<!about )${T}`,
    String.raw`\b(?:buy|buying|bought|get|getting|got|score|scored) (?:my |some |the )?${T} (?:\w+ ){0,3}?at (?:the |my |a )?(?:\w+ )?gym\b`,
    String.raw`\bblast(?:ing|ed|s)?,? ?(?:(?:and|&|n|then|or)['’]? ?)?cruis(?:e|es|ing|ed)\b|\bpro-?hormones?\b`,
  ].join('|'),
);

/** Testosterone that no prescriber wrote, in any field: these words are neither hopes nor levels. */
export const SELF_SUPPLIED = new RegExp(
  [
    /(?<!\b(?:blood|lab|stress|last|first|my) )\btest ?[2-9]\d{2}\b(?! ?(?:dollars|bucks|ng))|\bpinning\b|\b(?:got|have|had) (?:my |the )?pellets?\b/,
    /\bgym (?:buddy|bro|guy|friend)\b[^.]{0,30}\b(?:test|gear|vials?|shots?|t)\b|\bunderground lab/,
    /\b(?:me )?(?:pongo|inyecto|tomo|uso|usando|compro|compre|consigo|pido) (?:la |mi )?testosterona\b|testosterona (?:\w+ ){0,3}?(?:de (?:una?|otr[oa]) \w+|de mi (?:amig[oa]|primo|hermano|vecino|companero|cunado|gimnasio)|por internet|en linea|del? gimnasio|(?:en|de) (?:mexico|tijuana|juarez))\b|\b(?:amigo|primo|hermano|vecino|companero|cunado) (?:que )?me (?:da|dio|vende|vendio|consigue|regala|pasa|pone) (?:\w+ ){0,3}?testosterona\b/,
    /\btestosterone (?:\w+ ){0,3}?(?:from|in) (?:mexico|tijuana|thailand|turkey)\b/,
    // Testosterone under the skin, and not what a grill burns.
    /\bpellets? (?:\w+ ){0,3}?(?:in|into|under) my (?:hip|butt\w{0,5}|glutes?|backside|rear|skin|side)\b|\bpellets? (?!(?:for|in) (?:my|the) (?:grill|stove|smoker))(?:\w+ ){0,4}?every (?:\w+ ){0,2}?(?:months?|weeks|mo)\b|\b(?:switch\w{0,3}|chang\w{1,3}|mov\w{1,3}|com(?:e|ing)) (?:over )?(?:from|off)(?: of)? (?:the |my |t |trt |hormone |testosterone )*pellets?\b|\b(?:my|last|the) (?:\w+ )?pellets? (?:wore|wear|wearing|ran|running) (?:off|out)\b|\bpellets? (?:were |was |got |are )?(?:inserted|implanted|insertion)\b|\b(?:pellets?|implantes?|bolitas) (?:\w+ )?en (?:la|mi) (?:cadera|nalga|gluteo)\b/,
    // Where it comes from: a website, or another country.
    String.raw`\b(?:testosterone|trt|hrt|cypionate|enanthate|sustanon|test (?:cyp\w*|enan\w*|prop\w*|[ecp])) (?:(?!about\b)\w+ ){0,4}?(?:from|off) (?:an? |the |some |this )?(?:\w+ )?(?:(?:web)?site|source|internet|overseas|abroad|turkey|mexico|india|china|thailand|pakistan|egypt|europe|ugl)\b`,
    // "Can I buy testosterone online?" is a question.
    /(?<!\b(?:can|could|should|may|do|if|when) )\b(?:i|been|also|just|still|keep) (?:also |just |still |usually |always )?(?:buy|buying|bought|order|ordering|ordered|get|getting) (?:my |some |extra |more )?(?:test(?:osterone)?|t|gear|test (?:cyp|[ecp])) (?:online|off|from (?:the |an? )?(?:internet|website|online|gym|guy|dealer|mexico))\b/,
    /\b(?:friend|buddy|buddie|brother|dad|coworker|gym ?bro|roommate|cousin|neighbor)[’']?s[’']? (?:own |old |extra |leftover )?(?:androgel|testosterone|cypionate|enanthate|testim|fortesta|jatenzo|test cyp|trt)\b/,
    /(?<!\babout )\b(?:gel|androgel|testosterone|test|cypionate|pellets?|hcg) (?:\w+ )?(?:from|off) (?:my |an? |another |a different )(?:friend|buddy|brother|dad|father|coworker|roommate|cousin|neighbor|clinic)\b|\bbuying test(?:osterone)? online\b/,
    ON_TOP_OF_OURS,
    FROM_PEOPLE,
  ]
    .map((pattern) => (typeof pattern === 'string' ? pattern : pattern.source))
    .join('|'),
);

const TESTOSTERONE = String.raw`\b(?:testosterone|androgel|cypionate|enanthate|xyosted|trt)\b`;
const ELSEWHERE = String.raw`\b(?:elsewhere|(?:an)?other|second|different|outside|two|2|three|multiple|several|telehealth|online) (?:\w+ )?(?:doctors?|docs?|dr|md|np|prescribers?|providers?|clinics?|compan(?:y|ies)|pharmac(?:y|ies))\b|\belsewhere\b|\bmen[’']?s (?:health )?clinic\b|\blow t (?:center|clinic)\b`;
/** Testosterone from more than one source, as a registry or its reader says it. */
export const SUPPLIED_TWICE = new RegExp(
  String.raw`(?<!\b(?:no|not|denies|without|never|discussed that) (?:\w+ )?)(?:${TESTOSTERONE}[^.]{0,50}(?:${ELSEWHERE})|(?:${ELSEWHERE})[^.]{0,40}${TESTOSTERONE}|\b(?:overlap\w{0,8}|duplicate)\b[^.]{0,24}${TESTOSTERONE}|\b(?:another|other|second) trt (?:clinic|provider|doctor))`,
);

/** Medicine passed on to another person. */
const OURS =
  '(?:vials?|bottles?|shots?|gel|androgel|testosterone|cypionate|doses?|t|packets?|pumps?|syringes?)';
const PASSED_ON: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:i|i['’]ve|we|been|started) (?:\w+ ){0,2}?(?:sold|sell|selling|flip|flipping|trade|traded|trading) (?:\w+ ){0,4}?(?:${OURS})\b`,
  ),
  new RegExp(
    String.raw`\b(?:give|gave|giving|lend|lent|slip|slipped) (?:him|her|them|my (?!doctor|doc\b|nurse|pharmac|provider|insurance|clinic)\w+|a (?:friend|buddy|guy|coworker)) (?:\w+ ){0,4}?(?:of|from) (?:my |the |each |every |a )?(?:${OURS})\b`,
  ),
  new RegExp(
    String.raw`\b(?:split|splitting|shar(?:e|es|ed|ing)) (?:\w+ ){0,3}?(?:${OURS}) (?:\w+ )?with (?:him|her|them|my (?!doctor|doc\b|nurse|pharmac|provider)\w+|a (?:friend|buddy|guy|coworker))\b`,
  ),
  /\b(?:les? (?:doy|di|presto|preste|regalo|regale)|vendo|vendi|comparto|comparti) (?:\w+ ){0,6}?(?:frascos?|viales?|ampollas?|ampolletas?|testosterona|dosis|gel|inyeccion(?:es)?)\b/,
  /\b(?:vials?|bottles?|doses?|shots?) (?:\w+ )?from (?:an?other|some other|my other|the other|a different|a second) (?:\w+ )?(?:doctor|doc|dr|provider|prescriber|clinic|place|guy|source)\b/,
];

/** Another state or country: who may treat there is another question. A visit is moved to another day. */
const PLACES = [
  ...Object.values(US_STATES).map((name) => name.toLowerCase()),
  ...'nueva york|nuevo mexico|nueva jersey|carolina del (?:norte|sur)|pensilvania|luisiana'.split('|'),
  ...'mexico|canada|(?:an?other|a different|a new|otro) (?:state|country|estado|pais)'.split('|'),
].join('|');
const NO_PLACE = '(?! (?:street|st|road|rd|ave|avenue|blvd|office|clinic|location|branch|pharmacy|lab)\\b)';
const POSTAL = Object.keys(US_STATES)
  .filter((code) => !/^(?:IN|OR|ME|HI|OK|AL|DE|LA|MA|PA|CO|ID)$/.test(code))
  .join('|')
  .toLowerCase();
const MOVED = new RegExp(
  [
    String.raw`\b(?:moved|moving|move|relocat(?:e|ed|ing)|me mude|nos mudamos|mudarme|mudarnos|me mudo) (?:\w+ ){0,2}?(?:to|a) (?:[a-z]+,? ){0,3}?(?:${PLACES})\b${NO_PLACE}`,
    String.raw`\b(?:moved|moving|relocat(?:e|ed|ing)) (?:\w+ ){0,2}?to (?!\w+day\b|noon\b|the\b|next\b|this\b)[a-z]+(?: [a-z]+)?, ?(?:${POSTAL})\b`,
    String.raw`\bnow (?:i |we )?live in (?:[a-z]+,? ){0,3}?(?:${PLACES})\b|\blive in (?:[a-z]+,? ){0,3}?(?:${PLACES}) now\b|\b(?:moved|moving|move) (?:out of (?:the )?(?:state|country)|abroad|overseas)\b`,
  ].join('|'),
);

/** Blood thinners that are injected, and the test of those who take one. */
export const OTHER_THINNERS = /enoxaparin|lovenox|heparin|fondaparinux|arixtra|\binr\b/;

/** Findings, illnesses and doses that patients write about during treatment. */
const FOUND_SINCE: readonly RegExp[] = [
  /\bprostate (?:number|level|score|blood test)\b[^.]{0,40}\b(?:[4-9]|[1-9]\d)\b(?! ?(?:%|percent|am|pm|days?|weeks?|months?|years?))/,
  /\bbiops(?:y|ies)\b[^.]{0,40}\b(?:bad|positive|malignant|not good|the wrong kind)\b|\b(?:start\w{0,3}|getting|had|finish\w{0,3}|weeks? of) (?:the |my )?(?:rays|radiation)\b/,
  /\b(?:ticker|heart)\b[^.]{0,24}\bpump(?:s|ing)?\b[^.]{0,24}\b(?:quarter|half|third|weak\w{0,3}|less)\b/,
  /\b(?:red cross|blood (?:bank|drive|center)|donat(?:e|ed|ion|ing)|give blood)\b[^.]{0,60}\b(?:turned (?:me )?(?:away|down)|too (?:thick|high)|refused|deferred|(?:would|could|did)(?:n['’]t| not) (?:take|let))\b|\bblood count\b[^.]{0,40}\b(?:1[89]|2[0-3])\b/,
  /\bsleep study\b[^.]{0,60}\b(?:pauses|stops|(?:an|per) hour)\b/,
  /\b(?:another|one more) little one\b/,
  new RegExp(
    String.raw`\b${PERSON}\b[^.]{0,16}\blets? me (?:use|have|borrow|share) [^.]{0,20}\b(?:vials?|gel|androgel|testosterone|shots?)\b`,
  ),
  /\b(?:pumps?|sprays?|packets?|units|ml|cc|mg) more than (?:it|the|you|my|what|prescribed)\b|\b(?:doing|taking|using|injecting|shooting) \d{3}(?: ?mg)? instead of \d{2,3}\b|\bdoubled up\b(?! on (?:socks|my (?:meetings|workouts)))/,
  /\bha?emochromatosis\b|\b(?:too much|high) iron\b|\biron overload\b/,
  /\bliver\b[^.]{0,16}\b(?:growth|mass|lesions?|tumou?rs?|spots?)\b|\b(?:growth|mass|lesions?|spots?) (?:on|in) (?:my|the) liver\b/,
  /\bborn (?:a )?(?:female|girl|woman)\b|\btransition(?:ing|ed) (?:to|from)? ?(?:a )?(?:male|man|female|woman|ftm)\b|\bactually transitioning\b|\btrans (?:man|guy)\b|\bi(?: am|['’]m) pregnant\b/,
  /\bseizures?\b|\bepilep\w{1,4}\b|\bcabbage (?:operation|surgery)\b/,
  /\b(?:1[6-9]\d|2[0-5]\d) ?(?:\/|over) ?(?:9\d|1[0-4]\d)\b/,
  /\b(?:breasts?|nipples?)\b[^.]{0,24}\b(?:grow(?:ing|n|s)?|leak(?:s|ing|ed)?|swell(?:ing)?|swollen|tender)\b/,
  /\bhearing voices\b|\b(?:raging|in a rage|blind rage)\b|\b(?:broke|punched) (?:a|the|our) (?:door|wall|window)\b/,
];

/** What only counts in a message, a visit request or a dose note: in the form, other questions ask for it. */
export const NEWLY_TOLD: readonly RegExp[] = [
  MEDICINES.anticoagulant,
  MEDICINES.doac,
  OTHER_THINNERS,
  /blood thinner|anticoagul/,
  /\btren\b|trenbol|\bdeca\b|nandrol|stanozol|winstrol|anavar|oxandrol|dianabol|steroid cycle|anabolic|\bsarms?\b|ostarine|ligandrol|sustanon|omnadren|\btest ?[ecp]\b/,
  /\b(other|another|second|different|online) (doctor|doc|dr|clinic|provider|prescriber)\b[^.]{0,50}\b(testosterone|test|trt|shots?|gel|prescri\w*)\b/,
  /\bi(['’]?m| am) (only |actually |really )*1[0-7]\b(?! ?(weeks?|days?|months?|mg|lbs?|pounds|shots?|doses?|minutes))/,
  /(friend|buddy|brother|gym)s?'?s? (own )?(t|test|testosterone|gel|vial|shots?)\b|(?<!\babout )\b(t|test|testosterone|gel|vial|shots?) from (a|my|the) (friend|buddy|gym|guy|brother)|\bon the side\b/,
  /\b(?:buddy|friend|brother|guy|bro)\b[^.]{0,20}\b(?:gives?|gets?|sells?|hooks?) me\b[^.]{0,24}\b(?:t|test|testosterone|gel|vials?|gear)\b/,
  /\b(?:t|test|testosterone|trt|gel|shots?|vials?) from (?:an? )?(?:other|another|online|different|second)\b/,
  /\bpin(?:s|ned)? \d{3}\b|\b\d{3} ?mg (?:\w+ ){0,3}instead\b|\bi double (?:my|the)\b/,
  /\b(?:doctor|doc|dr|gp|cardiologist|urologist) (?:said|says|told me|wants me) (?:to |i should )?stop\b[^.]{0,20}\b(?:t|test|testosterone|trt|shots?|gel)\b/,
  // Another clinician is against it.
  /\b(?:doctor|doc|dr|gp|cardiologist|urologist|oncologist|hematologist|they)s?\b[^.]{0,24}\b(?:does ?n.?t|did ?n.?t|do ?n.?t|not|no longer|never)\b[^.]{0,12}\b(?:want|let|like) me\b[^.]{0,16}\b(?:on|take|taking|use|using|have)\b|\bno more (?:shots|injections|testosterone|trt|gel) for me\b/,
  /doubl(ed|ing) (up )?(on )?(my|the) (dose|shots?)|\b(two|2|three|3) shots a week (instead|insted)/,
  /manic episode|bipolar/,
  ...PASSED_ON,
  MOVED,
  SELF_SUPPLIED,
  SUPPLIED_TWICE,
  MEDICINES.sex_hormone,
  /pituitary|prolactinoma|hipofisis/,
  /\b(?:sold|sell|selling|flip|flipping) (?:\w+ )?(?:half|some|most|part|any|extra|the rest|a few|a couple|it|them) ?(?:(?:of )?(?:it|them|mine|my (?:t|test|testosterone|gel|vials?|shots?|doses?|meds?|medicine|refills?))\b|(?:at|to|in|with) (?:the |my |a |some )?(?:gym|guys?|bros?|lifters?|locker)\b)/,
  /\b(?:sold|sell|selling|gave|give|giving|shar(?:e|ed|ing)|lent)\b[^.]{0,24}\b(?:vials?|shots?|gel|testosterone|doses?|test)\b[^.]{0,16}\b(?:to|with) (?:my|a|an|some|his|friends?)\b/,
  /cottonseed|sesam|tahini|halva|gomasio|castor oil|benzyl (alcohol|benzoate)|chlorobutanol|allergic to (the|my) gel/,
  REACTION_TO_SHOT,
  ...FOUND_SINCE,
];
