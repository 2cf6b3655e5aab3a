/** Medicine of ours that is sold or passed on to others. */

const PEOPLE =
  '(?:brother|friend|buddy|buddie|bud|pal|bro|cousin|uncle|dad|father|son|nephew|wife|girlfriend|partner|husband|boyfriend|co-?worker|neighbor|roommate|guy|dude|team-?mate|trainer|coach|boss|sister|mother|mom|daughter|lifter|client)s?(?: in law|-in-law)?';
const WHOSE = '(?:my|a|an|the|our|some|his|one of my|someone|somebody)';
const OURS =
  '(?:vials?|bottles?|shots?|gel|androgel|testosterone|cypionate|enanthate|xyosted|trt|doses?|packets?|pumps?|injections?|tubes?|medicine|meds|medication|refills?)';
/** What stands before it, and how much of it. */
const SOME =
  '(?:(?:the|my|a|an|one|two|three|half|some|most|part|any|all|rest|of|first|second|third|last|extra|other|spare|leftover|unused|few|couple|each|every|month|old) ){0,5}';
const A_PART = '(?:half|some|most|part|any|all|one|two|a few|a couple|the rest|the other half)';
const OF_IT = `(?:of (?:it|mine|them)|of (?:my|the|each|every) (?:\\w+ )?${OURS})`;
const GIVE =
  '(?:gave|give|gives|giving|lent|lend|lending|pass(?:ed|ing)?(?: on)?|handed|shared?|sharing|split(?:ting)?|slipped|sold|sell|selling)';
const SELL = '(?:sold|sell|selling|flip(?:ped|ping)?|trade|traded|trading)';
/** A question or a plan is not told. */
const NOT_ASKED =
  "(?<!\\b(?:can|could|should|may|must|do|did|if|would|never|not|to|n[’']t) (?:i |we |you |they |ever |have )?)";

export const DIVERSION = new RegExp(
  [
    String.raw`${NOT_ASKED}\b${SELL} (?:${SOME}${OURS}\b|${A_PART} ${OF_IT})`,
    String.raw`${NOT_ASKED}\b${SELL} (?:${A_PART}|it|them|mine) (?:of it |of them |of mine )?(?:at|to|in) (?:the |my |a |some )?(?:gym|guys|bros|lifters|locker(?: room)?)\b`,
    String.raw`${NOT_ASKED}\b${GIVE} (?:${SOME}${OURS}|${A_PART} ${OF_IT}|half|some|the rest|the other half) (?:of (?:it|mine|them) )?(?:away )?(?:to|with) ${WHOSE} (?:\w+ )?${PEOPLE}\b`,
    String.raw`${NOT_ASKED}\b${GIVE} ${WHOSE} (?:\w+ )?${PEOPLE} (?:${SOME}${OURS}\b|${A_PART} ${OF_IT})`,
    String.raw`${NOT_ASKED}\blets? ${WHOSE} (?:\w+ )?${PEOPLE} (?:have|use|take|try|borrow|share) (?:${SOME}${OURS}\b|half|some|the rest|the other half|${A_PART} ${OF_IT})`,
    String.raw`\bmy (?:\w+ )?${PEOPLE} (?:also |now )?(?:takes?|took|uses?|used|borrow(?:s|ed)?) (?:the other half|half|the rest|${A_PART} ${OF_IT})(?: of (?:it|mine))?\b`,
    String.raw`\b(?:les? (?:doy|di|presto|preste|regalo|regale)|vendo|vendi|comparto|comparti) (?:\w+ ){0,6}?(?:frascos?|viales?|ampollas?|ampolletas?|testosterona|dosis|gel|inyeccion(?:es)?)\b`,
  ].join('|'),
);
