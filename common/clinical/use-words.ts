/** Words of a man who uses testosterone, or did: before we treat, a clinician has to know from whom, how much and until when. */
import { MEDICINES } from './medicines.js';

/** Testosterone as men call it: not a shirt, a level or what "don't" ends in. */
export const T = String.raw`(?:testosterone|trt|hrt|cypionate|enanthate|sustanon|test (?:cyp\w*|enan\w*|prop\w*|[ecp])|(?<!['’-])t(?![-’' ]?(?:shirt|level|number|count|score|cell|mobile)))\b`;
const SHOTS = '(?:shots?|injections?|jabs?|gel|cream|therapy|treatment|replacement|pellets?)';
const OFTEN = '(?:weekly|biweekly|monthly|daily|(?:twice|once) a week|every other week)';

/** A product by its name or form; plain "testosterone" is also what a patient lacks. */
const PRODUCT = String.raw`(?:${MEDICINES.testosterone.source.replace('testosterone|', '')}|testosterone ${SHOTS}|t ${SHOTS}|trt|hrt)\b`;
/** The hormone as a medicine, and not its level, its loss or a test of it. */
const MEDICINE = String.raw`(?:${PRODUCT}|${T})(?! (?:levels?|numbers?|counts?|production|tests?|tested|testing|checked|labs?|panel|results?|loss|decline|drop|crash|deficien\w+|from (?:being|dropping|falling|going|getting|declining|crashing)|(?:is|was|were|has|had|keeps?|went|goes|dropped|fell|being) ))`;
const PRESCRIBER =
  '(?:doctors?|docs?|dr|md|gp|pcp|np|va|clinic|urologist|endo(?:crinologist|crine)?|provider|prescriber|physician|internist|tricare|kaiser|telehealth|hims|hospital|base|army|navy|marines)';
/** Talk of others, of wishes and of what might be. */
const NOT_ASKED = String.raw`(?<!\b(?:never|not|n[’']t|ever|able to|possible to|people|men|guys|others|you|they|he|she|(?:if|can|could|would|will|when|how|must|may) (?:do |can |would |could )?i|to) (?:ever |later |have |had |been |just )?)`;
const FEW = String.raw`(?:(?:the|my|his|some|a|an|any|all|that|this|old|last|own|weekly|monthly|daily|biweekly|taking|using|doing|getting|on|with|of|\d+ ?mg|\d+ (?:ml|cc)|(?:vials?|bottles?|tubes?|doses?|shots?|injections?|packets?|pumps?|samples?|supply) of|one|two|1|2) ){0,4}`;

/** Had it, and no longer or not much longer; or asks to go on with it. */
const ENDED = [
  String.raw`(?<!\b(?:never|people|men|guys) (?:ever |just )?)\b(?:stopped|quit|paused|ran out of|weaned off|tapered off|(?:came|went|got|been) off(?: of)?|(?:switched|changed|transferred|moved) (?:over )?(?:from|off(?: of)?)|finished|left over|leftover) ${FEW}${MEDICINE}`,
  String.raw`(?<!\b(?:never|(?:if|can|could|would|when|how|ever) (?:do |can |would |could )?i|ever|able to|people|men|guys) (?:ever |later |just )?)\b(?:stop(?:s|ping)?|quitting|pausing|run(?:ning)? out of|(?<!\b(?:ran|run|running) )out of|(?:come|coming|going|getting|go) off(?: of)?|(?:switch|chang|transfer|mov)(?:e|es|ing)? (?:over )?(?:from|off(?: of)?)|take over|taking over|transfer(?:ring)?|refill(?:ed|ing)?|renew(?:ed|ing)?|finish(?:ing)?) ${FEW}${MEDICINE}`,
  String.raw`\b(?:old|last|previous|former|current|existing|other|expired) (?:\w+ )?${MEDICINE} (?:prescription|script|rx|regimen|protocol|dose|prescriber)\b`,
  String.raw`\b(?:take|taking|keep|continue|continuing) (?:over )?(?:my|the) ${MEDICINE} (?:prescription|script|rx|regimen|protocol)\b`,
  String.raw`\b${MEDICINE} (?:prescription|script|rx) (?:has |had |is |just )?(?:expired?|ran out|lapsed|ended|up|over|running out)\b|\bmy ${MEDICINE} refill`,
  String.raw`\blast (?:(?:vials?|bottles?|doses?|shots?|injections?|refills?|pellets?) (?:of )?(?:${PRODUCT}|${T})|(?:t|test|testosterone|trt) ${SHOTS}|(?:t|test|testosterone|trt) (?:dose|vial|refill))\b`,
  String.raw`\b(?:since|after|before|until|when) (?:the|my) ${PRODUCT} (?:ran out|stopped|ended|wore off|was (?:stopped|discontinued|cut)|got (?:stopped|cut))`,
];
/** From a prescriber. */
const PRESCRIBED = [
  String.raw`\b${MEDICINE} (?:that |which )?(?:(?:my|an?|the|his|another|our|their) )?(?:[\w’']+ ){0,2}?${PRESCRIBER} (?:had |has |have |once |first |also |still |already )?(?:gave|gives|give|prescribe[sd]?|wrote|writes|put|had|started|starts) (?:me|it|for|us)?\b`,
  String.raw`\b${PRESCRIBER} (?:who |that |had |has |have |once |first |also |still |already |then |just )?(?:gave|gives|put|puts|had|has|started|prescribed|prescribes|wrote|keeps|kept|got) (?:me )?(?:on |taking |using |for |a script (?:of|for) |a prescription (?:of|for) )?${FEW}${MEDICINE}`,
  String.raw`\b(?:they|he|she|who|had|kept|started) (?:put |had |kept |started )?me on ${FEW}${MEDICINE}|\bput on ${FEW}${MEDICINE} by\b`,
  String.raw`${NOT_ASKED}\b(?:got|gets?|getting|had|have|picked up|filled|took|takes?|taking|received?|receiving|been getting) ${FEW}${MEDICINE} (?:(?!test|check|level|lab|result|number|draw|about)\w+ ){0,2}?(?:at|from|through|by|thru|via|in) (?:the |my |an? )?(?:\w+ )?(?:${PRESCRIBER}|online|prison|service|college|mexico|canada|europe)\b`,
];
/** By its name, in use or used. */
const NAMED = [
  String.raw`${NOT_ASKED}(?<!\b(?:do|should|did|does) )\b(?:i|i[’']m|im|i[’']ve|i am|i have) (?:am |also |still |already |currently |just |now |only |mostly |usually |been |have |had |previously |once )*(?:use|used|using|take|took|taking|taken|apply|applied|applying|rub|rubbed|rubbing|put|inject|injected|injecting|do|did|doing|on|tried|wear|wore) (?:on )?${FEW}${PRODUCT}`,
  String.raw`(?:^|[.!?;:,\n(] ?|\b(?:and|but|since|because|was|were|still|already|currently|now|been|years?|months?|from|then) )(?<!\b(?:never|not) (?:been )?)(?:on|using|used|taking|took|applying|injecting|tried) ${FEW}${PRODUCT}(?! (?:would|sounds|is|seems|could|might))`,
  String.raw`\brub(?:s|bed|bing)? ${FEW}${PRODUCT}|(?<!\b(?:would|will|could|to|might|should) (?:\w+ )?)\b(?:felt|was|did|doing|better|great|good|best|fine|worse) on ${FEW}${MEDICINE}`,
  String.raw`(?<!\b(?:be|go|going|get|getting|start|starting|stay|put me|put him|am not|not|never been|being|people|men|guys|help|information|info) )\bon (?:\w+ )?${MEDICINE} (?:at the moment|right now|now|currently|already|since|until|till|back in|in (?:19|20)\d\d|for (?:\w+ ){0,2}?(?:years?|months?|weeks?))\b`,
  String.raw`(?<!\b(?:never|not|n[’']t) )\b(?:used|took|been using|been taking|was on|was taking|was using|were on|tried) ${FEW}(?:testosterone|t|trt)\b(?! (?:levels?|numbers?|tests?|counts?|booster|support))(?! (?:and|but) (?:it|he|she))`,
  String.raw`\b${MEDICINE} (?:\w+ ){0,3}?(?:until|till) (?:last|this|the|my|i|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)\b`,
];

/** Uses or used it: before we treat. */
export const USES_IT = new RegExp(
  [
    String.raw`\b(?:already|currently|still|now|been|i['’]?m|i am) (?:(?:already|currently|still|now) )?(?<!\b(?:never|not|n['’]t) been )on (?:my |some |\d+ ?mg (?:of )?|weekly ){0,2}(?:${T}|gear\b)`,
    String.raw`(?<!\b(?:start(?:ing)?|begin(?:ning)?|want|receive|await|waiting for|about|for) )\bmy (?:own |usual |${OFTEN} )?${T} ${SHOTS}\b`,
    String.raw`(?:(?:^|[.!?;:\n]) ?|(?<!\b(?:to|can i|could i|should i|do i|would) )\b(?:takes?|taking|gets?|getting|doing|do|had|having|myself) (?:an? |the )?)${OFTEN} ${T} ${SHOTS}\b`,
    // A course of steroids, and not a bicycle.
    String.raw`\b(?:on|running|ran|doing|did|mid|between|finish(?:ed|ing)?) (?:an? |my |two |three )?(?:(?:first|second|third|last|current|short|long|\d+[- ]week|bulking|cutting|test|steroid) )*cycles?\b(?![- ](?:to|path|lane|ride|class|trip|track)\b)(?! of (?!test|gear|t\b|deca|tren))`,
    String.raw`\b(?:on|off|off of|did|doing) the juice\b|\bjuic(?:ing|ed up)\b(?! (?:vegetables|celery|carrots|fruit))|\b(?:sustanon|omnadren|dbol|dianabol|winstrol|anavar|nandrolone|deca(?: durabolin)?|trenbolone|sarms?|sust ?\d{3}|superdrol|anadrol|halotestin|turinabol|tbol|primobolan|masteron|equipoise|boldenone|epistane)\b`,
    String.raw`\b(?:old|last|previous|former) (?:\w+ )?(?:clinic|doctor|doc|provider)\b,? (?:\w+ ){0,2}?${OFTEN} (?:shots?|injections?)\b`,
    String.raw`${NOT_ASKED}\b(?:got|have|had|kept|found|bought) (?:(?:still|an?|one|two|three|some|few|half|my|left) ){0,3}(?:vials?|bottles?|amps?|tubes?) of (?:${T}|cyp|enan|gear|juice|deca|tren)\b`,
    String.raw`\b${T} ${SHOTS} (?:from|at|through) (?:the )?va\b`,
    String.raw`\bpin(?:s|ned)? (?:myself|(?:about |only )?\d*[.,]?\d+ ?(?:ml|cc|mg|units?)\b|half an? (?:ml|cc)|${OFTEN}|every \w+day|my (?:glutes?|delts?|quads?|thighs?))`,
    String.raw`(?<!\b(?:can|could|should|may|do|if|when|will|would|how|must|did) )\bi(?:[’']m|[’']ve| am| have)? (?:been |also |still |already |currently |just |now |usually )*inject(?:ing|ed)? (?:myself with )?(?:my |some |the )?(?:(?:own|weekly|\d+ ?mg|of) ){0,3}${T}`,
    String.raw`\b(?:continu(?:e|ing)|keep|stay(?:ing)? on|go(?:ing)? on with|carry on with|refill|renew) (?:(?:with|getting|taking|on|my|the|same|weekly) ){0,4}${T} (?:shots?|injections?|gel|cream|therapy|treatment|replacement|pellets?)\b`,
    ...ENDED,
    ...PRESCRIBED,
    ...NAMED,
  ].join('|'),
);
