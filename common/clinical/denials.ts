/** What a text says is not there, or is a relative's: neither is a diagnosis of this patient. */

import { withKeyWords } from './misspelled.js';

/** Lower case without accents, key words spelled right; a run of spaces is one, so that no pattern reads it from each of its places. */
export function plainWords(text: string): string {
  if (text !== latest.text) latest = { text, plain: read(text) };
  return latest.plain;
}
const read = (text: string): string =>
  withKeyWords(
    text
      .normalize('NFD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .replace(/[ \t]+/g, ' ')
      .toLowerCase()
      .replace(/\bcan(?:cr|[cs]ar|n?ser|ncer|cerr)(?=s?\b)/g, 'cancer')
      .replace(/\bheartat+ack/g, 'heart attack'),
  );
/** Every pattern reads the same text in turn. */
let latest = { text: '', plain: '' };

const SPACE = '[ \\t]+';
const NOT =
  /(?<!\bnot )(?<!n['’]t )\b(?:no|not|never|without|negative for|ruled out|den(?:y|ies|ied)|(?:do|does|did|have|has|had|was|were|is)n['’]?t|sin|niega|nunca(?: he)?)\b/
    .source;
/** Words that stand between the denial and what is denied. */
const BETWEEN =
  /any|an?|known|prior|previous|past|personal|(?:family )?(?:history|hx) of|(?:family )?history|(?:evidence|signs?|diagnosis|type|kind) of|diagnosed with|had|have|having|has|been|ever|tuve|tenido|de|prostate|prostatic|prostata|breast|lung|skin|colon|testicular|blood|deep (?:vein|venous)|pulmonary|kidney|renal|liver|hepatic|heart|cardiac|sleep|obstructive|tengo|he tenido|padezco(?: de)?/
    .source;
const DENIABLE =
  /ca|cancer(?:s|ous)?|carcinomas?|malignan(?:t|cy|cies)|tumou?rs?|clots?|clotting(?: disorders?)?|thrombosis|dvts?|vte|pe|embolisms?|strokes?|mini-?strokes?|tias?|attacks?|infarctions?|infartos?|stents?|bypass|surgery|polycythemia|cirrhosis|failure|transplants?|dialysis|problems?|issues?|disease|trouble|conditions?|gleason|nodules?|lumps?|mass(?:es)?|mastectomy|apnea|lymphoma|leukemia|melanoma|coagulos?|trombosis|derrames?/
    .source;
/** "No cancer since 2019" had one, and so has a list that answers yes. */
const NOT_OVER =
  /(?![ \t]+(?:since|now|left|anymore|any more|after|for|recurrence|currently|at this time|until|till|before|except|besides|other than|apart from|in (?:the|\d|my)|this year|lately|recently|again|today|symptoms?|treat\w*|removed|checked|tested|screen\w*|medic\w*|free)\b)(?![- ]free\b)(?![ \t]*[:=?-]*[ \t]*(?:yes|si)\b)/
    .source;
const ONE = `(?:(?:${BETWEEN})${SPACE})*(?:${DENIABLE})\\b${NOT_OVER}`;
/** A list goes on only where an "or" ends it: "no clots, strokes or stents", but "no clots, stroke in 2019". */
const LIST = `${ONE}(?:(?:,${SPACE}${ONE})*,?${SPACE}(?:or|nor|o|ni)${SPACE}${ONE}|/${ONE})*`;

const DENIALS: readonly RegExp[] = [
  new RegExp(`${NOT}${SPACE}${LIST}`, 'g'),
  new RegExp(`\\b(?:${DENIABLE})${SPACE}(?:was |has been |is |were )?(?:ruled out|excluded)\\b`, 'g'),
  /\bnon-?cancer\w*/g,
];

const RELATIVE =
  '(dad|daddy|father|papa|padre|brother|hermano|uncle|tio|cousin|grand(father|mother|pa|ma|dad|mom)|abuel[oa]|son|daughter|family|mother|mom|mum|mama|madre|sister|hermana|aunt|tia|wife)';
const RELATIVES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<=^|[,;.\n] *|\bmy |\band |\bbut )(my |his )?${RELATIVE}('s)? (side )?(also )?(had|has|got|with|died|was|history|tuvo|murio|prostate|cancer)\b(?![^,;.\n]{0,1000}\b(i|me|myself|mine|we|both)\b)[^,;.\n]*`,
    'g',
  ),
  /\bfamily history of [^,;.\n]*/g,
];

/** What a clinician explains, looks for or measured: the rules read the values themselves. */
const COUNSELING: readonly RegExp[] = [
  /\b(?:risks?|signs?(?: and symptoms?)?|symptoms?|precautions?|screen(?:ed|ing|s)?|evaluat\w*|watch(?:ing|es)?|look(?:ing|s)?|assess\w*) (?:of|for) [^.;\n]{0,60}/g,
  /\bask(?:ing)? (?:him |the patient )?(?:about|whether|if) [^.,;\n]{0,60}/g,
  /\b(?:rule out|ruling out|r\/o|in case of|if (?:he|there|any)) [^.;\n]{0,60}/g,
  /\b(?:psa|hct|hematocrit)\b[^.;\n\d]{0,30}\d+(?:\.\d+)?/g,
];

const GONE = ' - ';
const without = (text: string, patterns: readonly RegExp[]): string =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, GONE), text);

/** A note of staff in plain words, without what it only explains or measures. */
export const withoutCounseling = (text: string): string => without(plainWords(text), COUNSELING);

/** The plain words of a text but for what it denies. */
export const undenied = (text: string): string => without(plainWords(text), DENIALS);

/** The plain words of a text that are about this patient: without what it denies and what relatives have. */
export const saidOfSelf = (text: string): string => without(undenied(text), RELATIVES);
