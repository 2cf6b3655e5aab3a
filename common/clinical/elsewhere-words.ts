/** What only a message tells: testosterone that comes from someone else, and a clinician elsewhere who is against it. */

const PERSON =
  "(?:friend|buddy|buddie|bud|pal|bro|brother|dad|father|uncle|cousin|co-?worker|roommate|neighbor|guy|dude|dealer|trainer|coach|team-?mate|lifter|nephew|boss|barber|son)(?: in law|-in-law)?(?:['’]?s)?";
const OWNER = '(?:my |a |an |the |some |this )?(?:\\w+ )?';
const THING =
  '(?:vials?|bottles?|tubes?|amps?|gel|androgel|cream|shots?|doses?|injections?|stuff|supply|stash|testosterone|test|t(?![-’ ]?shirt)|trt|gear|juice|cyp|meds?|medicine)';
const PLACE = '(?:abroad|overseas|online|mexico|tijuana|turkey|the internet|the street|a website|the gym)';
const NOT_ASKING = '(?<!\\b(?:can|could|should|may|do|if|would|to) )';

/** Read in messages alone: "from a friend" answers other questions in the form. */
export const TOLD_ELSEWHERE = new RegExp(
  [
    String.raw`\b${PERSON} (?:\w+ ){0,3}?(?:lets?|letting|allows?) me (?:to )?(?:share|use|have|borrow|take|try) (?:\w+ ){0,3}?(?:${THING}|his|hers|some|one|it)\b`,
    String.raw`\b(?:us(?:e|es|ed|ing)|tak(?:e|es|en|ing)|took|inject(?:s|ed|ing)?|borrow(?:s|ed|ing)?|shar(?:e|es|ed|ing)|tr(?:y|ied|ying)|put on) (?:\w+ ){0,3}?(?:one|ones|some|${THING}) (?:of|from|off) ${OWNER}${PERSON}\b`,
    String.raw`\b${PERSON} (?:\w+ ){0,2}?(?:gives?|gave|sells?|sold|shar(?:es|ed)|left|lends?|lent|hands?|slips?) me (?:\w+ ){0,3}?${THING}\b`,
    String.raw`\b(?:what|the one|the ones|${THING}) (?:that )?${OWNER}${PERSON} (?:\w+ )?(?:left|gave|gives|sold|lent|shar(?:es|ed)|brought|got)\b`,
    String.raw`\b${PERSON} shares? (?:his|her|the|some) (?:\w+ )?${THING}\b`,
    String.raw`${NOT_ASKING}\b(?:buy|buying|bought|get|gets|got|getting|scored?|have) (?:my |some |the |a |mine |it ?)?(?:${THING} )?(?:\w+ )?(?:at|from|in) (?:the |my |a )?(?:\w+ )?gym\b`,
    String.raw`\b${THING} (?:that )?i (?:\w+ )?(?:bought|got|ordered|brought|picked up|found) (?:\w+ ){0,3}?${PLACE}\b`,
    String.raw`${NOT_ASKING}\b(?:get|gets|got|getting|have|had|buy|bought) (?:it|mine|some|more|one|two|them) (?:from|off|through|by) (?:of )?${OWNER}${PERSON}\b`,
    String.raw`(?:^|\n)[^\w\n]*(?:(?:it is|its|it's|mostly|only|just|yes|yeah)\W+)*(?:from|off|through|at|by) (?:my |a |an |the |some )?(?:\w+ )?(?:${PERSON}|gym)\W*$`,
  ].join('|'),
);

const WHO =
  '(?:doctors?|docs?|dr|gp|pcp|va|cardiologists?|urologists?|oncologists?|hematologists?|specialists?|surgeons?|nurse|physicians?|clinics?|endo(?:crinologist)?|pulmonologist|neurologist|hospital|pharmacist|they|medico|cardiologo|urologo|oncologo)';
const SAYS =
  '(?:says?|said|told|tells?|wants?|wanted|advis(?:es|ed)|warn(?:s|ed)|thinks?|recommend(?:s|ed)|asked)';
const AGAINST =
  "(?:not to|never to|no|never|against|(?:to )?(?:stay|keep|steer|get|come) (?:away|off|clear)(?: from| of)?|(?:to )?(?:avoid|stop|quit)|(?:i )?(?:should|must|can) ?(?:not|n['’]t)|i cannot|do ?n['’]t|do not)";
/** This treatment, or nothing further: a doctor who says to stop smoking is not against it. */
const IT =
  '(?: (?:(?!eat|drink|smok|driv|lift|work|exercis|fly|run)\\w+ ){0,3}?(?:this|it|that|t|test|testosterone|trt|hormones?|shots?|gel|stuff|treatment|therapy|injections?|medicine|program)\\b|(?= ?(?:[.,;!?\\n]|$)))';

/** Another clinician is against the treatment. */
export const TOLD_NOT_TO = new RegExp(
  [
    String.raw`\b${WHO} (?:\w+ ){0,3}?${SAYS} (?:me )?(?:(?:that|to|i|for|now|it|is) ){0,3}?${AGAINST}${IT}`,
    String.raw`\bi(?:['’]ve| was| got| have| am| had)(?: been)? (?:told|advised|warned|instructed|asked) (?:\w+ ){0,5}?${AGAINST}${IT}`,
    String.raw`\b${WHO} (?:\w+ ){0,2}?(?:does|did|do|is|would|will) ?(?:not|n['’]t) (?:\w+ )?(?:want|let|like|allow)\w{0,3} me (?:\w+ ){0,3}?(?:on|to|take|taking|use|using|have|having)${IT}`,
    String.raw`\b${WHO} (?:is|was|are|were) (?:\w+ )?(?:against|opposed to)${IT}`,
    String.raw`\b(?:medico|doctora?|cardiologo|urologo|oncologo) (?:me )?(?:dice|dijo|aconsejo) que no\b`,
  ].join('|'),
);
