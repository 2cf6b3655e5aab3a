import { normalise } from '../text/normalise.js';

/** Events that are told as history years later; thoughts of suicide and symptoms are not among them. */
const EVENT =
  '(heart attacks?|myocardial infarctions?|m\\.?i|cardiac arrests?|(mini |light |small |minor )?strokes?|tia|blood clots?|clots?|dvts?|deep vein thrombosis|pulmonary embolisms?|p\\.?e|embolisms?|seizures?|bypass( surgery)?|stents?|infartos?|ataques? (al corazon|cardiacos?)|derrames?( cerebral(es)?)?|coagulos?|trombosis|embolias?|convulsion(es)?)';
const WHERE =
  '(in (my|the|one|both) (\\w+ )?(lungs?|legs?|calf|calves|arms?|chest|brain)|en (la|el|las|los) \\w+)';

const COUNT =
  '((?<!\\d)\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|several|many|some|(a )?few|(a )?couple( of)?|dos|tres|cuatro|cinco|seis|diez|veinte|unos|varios|muchos)';
const SEVERAL =
  '([2-9]|1\\d|two|three|four|five|six|seven|eight|nine|ten|several|many|(a )?few|(a )?couple( of)?|dos|tres|cuatro|cinco|seis|varios)';
const YEAR = '(?<year>(19|20)\\d\\d)';
const AGO = [
  `${COUNT} (plus |or so |full |long )?(years?|yrs?|decades?)( or so)? (ago|back)`,
  `${SEVERAL} months? (ago|back)|years (ago|back)|long ago|ages ago`,
  `last year|the year before last|when i was (?!driving|sitting|sleeping)(\\d\\d|(a )?(kid|child|boy|teen\\w*|little|young\\w*)|(in )?my (early |mid |late )?\\w+ties)\\b|in my (early |mid |late )?\\w+ties|as a (kid|child|teen\\w*)|in (high school|college)|at (age|the age of) \\d\\d`,
  `hace ${COUNT} anos|el ano pasado|de (nino|joven|chico)`,
].join('|');
const LONG_AGO = `((back |early |late ){0,4}(in|en|since|around|about|from|of|of the year)? ?((early|late|mid|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|winter|enero|marzo|mayo) (of |de )?)?${YEAR}|${AGO})`;
const HAD =
  "(i( have|'ve|'d| had| also| already| once)*|ya)? ?(had|suffered|survived|got over|(was|been|got) (diagnosed with|treated for|hospitali[sz]ed (for|with))|have a history of|history of|hx of|tuve|me dio|sufri)";
const RELATIVE_HAD =
  '((my|his|her) )?(dad|father|mom|mother|brother|sister|uncle|aunt|cousin|grand(pa|ma|dad|father|mother)|son|daughter) (also )?(had|got|suffered|survived)';
const SIZE =
  '((an?|the|my|his|some|one|two|three|2|3|first|last|small|mild|minor|bad|big|massive|severe|un|una|dos) ){0,3}(\\b\\w+ )?';
/** "I had a heart attack in 2019", "in 2015 I had a DVT in my leg", "stroke 5 years ago". */
const PAST = new RegExp(
  [
    `((${HAD}|${RELATIVE_HAD}) )?${SIZE}\\b${EVENT}( ${WHERE})?( (that was|it was|was|were|happened|happening|and (a )?stents?|with (a )?stents?|and bypass))* ${LONG_AGO}`,
    `${LONG_AGO.replace('?<year>', '?<first>')},? (i|me) ?(also |once )*(had|suffered|survived|tuve|dio|got) ${SIZE}\\b${EVENT}( ${WHERE})?`,
  ].join('|'),
  'g',
);
/** The past is compared with today. */
const COMES_BACK =
  /\b(happen\w* (all over )?again|(feels?|felt|feeling|hurts?) (\w+ )?(the same|same|like (then|that|it|back then|last time))|same (feeling|pain|thing|symptoms?|signs)|coming back|come back|(it|this) is back|otra vez|lo mismo)\b/;

export interface Told {
  /** The message without the clauses that only tell of an event of long ago. */
  readonly rest: string;
  /** The writer feels the same as then. */
  readonly comesBack: boolean;
}

/** Takes out what only tells when, long ago, the writer had an event; null where nothing does. */
export function toldLongAgo(message: string, thisYear = new Date().getFullYear()): Told | null {
  const plain = normalise(message);
  const rest = plain.replace(PAST, (clause, ...more) => {
    const { year, first } = more.at(-1) as { year?: string; first?: string };
    return Number(year ?? first ?? 0) < thisYear ? ' . ' : clause;
  });
  if (rest === plain) return null;
  return { rest: rest.replace(/\s+/g, ' ').trim(), comesBack: COMES_BACK.test(rest) };
}
