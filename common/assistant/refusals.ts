import { nearby } from '../text/linear.js';
import { normalise } from '../text/normalise.js';

export interface Refusal {
  /** The article that says why, or null for what is no medical question. */
  slug: string | null;
}

const PERSON =
  '(wife|husband|girlfriend|boyfriend|partner|friend|buddy|brother|sister|father|dad|mother|mom|son|daughter|boss|neighbou?r|coworker|colleague|roommate)';
const RECORD =
  '(records?|charts?|results?|labs?|dose|dosage|prescriptions?|plan|levels?|psa|hematocrit|testosterone|address|phone|email|birthday|date of birth|profile|file|intake|diagnosis|medications?|messages?|information|details|data|visits?|case)';
const AMOUNT = '\\b\\d+([.,]\\d+)? ?(mgs?|milligrams?|ml|mls|cc|ccs|iu|pumps?|clicks?|packets?|vials?)\\b';
const MEDICINE =
  '(dose|doses|dosage|shots?|injections?|injecting|gel|mg|ml|testosterone|trt|medicine|medication|treatment|therapy|meds|t)';
/** How people ask for leave. "Are injections given every two weeks?" asks for none. */
const MAY_I =
  "\\b(can|could|should|may|must|would|what if|(what|how) about|is it (ok|okay|safe|fine|better|possible|alright)|(ok|okay|safe|fine|better) to|want to|i'?d like to|like to|i'?ll|i will|i plan|let me)\\b";
const GIVEN =
  '\\b(inject(ing|ions?)?|shots?|pin(ning)?|dos(e|es|ing)|gel|(take|use|apply|do|get|have)( only| just)? (it|my|the|one|two|a shot)\\b(?!.{0,24}\\b(tests?|labs?|blood|readings?|pressure|visits?|appointments?)\\b))\\b';
const COUNT =
  '(\\d+([.,]\\d+)?|a few|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|other|second|third|couple of|few)';
const INTERVAL = `(every ${COUNT} ?(days?|weeks?|months?|hours?)|(once|twice|thrice|${COUNT} times) (a|per|each|every) (day|week|month)|(twice|thrice|bi).?(weekly|daily)|${COUNT} (days?|weeks?|hours?) (between|apart|early|earlier|sooner)|an? (day|week) (early|earlier|sooner))`;

/** Read in this order. Each pattern is a question that a program must not answer. */
const REFUSED: readonly (readonly [string | null, RegExp])[] = [
  [
    null,
    /\b(ignore|disregard|forget|override|bypass) .{0,30}\b(rules?|instructions?|guidelines?|prompts?|restrictions?|safety)\b|\b(system|hidden|initial|secret) (prompt|instructions?|message)\b|\byou are now\b|\bpretend (to be|you)\b|\bact as\b|\broleplay\b|\bjailbreak\b|\bdeveloper mode\b|\bno restrictions\b|\brepeat (after me|the text above|everything above)\b|\byour (instructions|prompt|configuration|api key)\b/,
  ],
  [
    'refuse-other-people-data',
    new RegExp(
      [
        `\\b(another|other|all|every|any|different|previous|each|these) (patients?|users?|people|person|clients?|members?|men)('s|s')?\\b.*\\b${RECORD}\\b`,
        `\\b(other|another|different) (patients?|users?|members?|clients?)\\b.{0,20}\\b(ask|asked|asking|say|said|write|wrote|tell|told|talk)\\b`,
        `\\b(show|list|give|tell|print|dump|export|find|look up|who|read|open)\\b.{0,30}\\b(patients|users|members|clients)\\b`,
        `\\b${RECORD}\\b (of|for|from|about|belonging to) (the |my |a |an )?(other|another|patient|user|mr|mrs|dr|${PERSON}|[^\\s@]+@\\S)`,
        `\\b(patient|user) (named|called|number|id|with id)\\b|[^\\s@]@[^\\s@]{1,100}\\.[^\\s@]|\\bpatient [a-z]+ [a-z]+'s\\b`,
        `\\b(?!(?:today|program|man|men|doctor|clinic|plan|let|patient|pharmacy|week|month|year|body|here|one|guy|husband)'s)[a-z]+'s (last |latest |recent |current |home |own )?${RECORD}\\b`,
      ].join('|'),
    ),
  ],
  [
    'refuse-share-buy-sell',
    /\b(share|sharing|sell|selling|buy|buying|borrow|lend|give away|trade|order|purchase)\b.*\b(testosterone|gel|vials?|injections?|trt|shots?|meds?|medicine|medication|steroids?|sarms?|prescription|it online|supply)\b|\b(testosterone|gel|vials?|trt|steroids?|leftovers?)\b.*\b(without (a )?(prescription|doctor|script)|black market|underground|for sale|over the counter|from (mexico|india|china|overseas|a friend|the gym))\b|\bwithout (a )?prescription\b|\bunderground (lab|labs|source|site|seller)|\bugl\b|\bblack market\b|\bdark ?(web|net)\b|\bgive (some|my|a|him|her)\b.*\b(testosterone|gel|vial|friend|brother|buddy)\b|\b(use|take|try) (my |his |a )?(friend|brother|buddy|dad|father)('?s)\b/,
  ],
  [
    'refuse-bodybuilding',
    /\b((?<!sleep )(?<!menstrual )(?<!sleeping )cycles?|stack(ing)?|tren\w*|deca|anavar|winstrol|dianabol|sarms?|blast(ing)?|cruise dose|bulking|anabolic steroids?|steroids? (for|to) (gains?|muscle|bulk\w*)|get (huge|jacked|ripped)|bodybuild\w*)\b/,
  ],
  [
    'refuse-pct-drugs',
    /\bpct\b|post.?cycle|nolvadex|tamoxifen|clomid|clomiphene|enclomiphene|arimidex|anastrozole|aromasin|exemestane|letrozole|\bhcg\b|gonadorelin|aromatase|estrogen blocker|\bserms?\b|cabergoline/,
  ],
  [
    'refuse-under-18-women',
    new RegExp(
      `\\b(can|could|should|may|is it (safe|ok|okay)|how|would|what if|want)\\b.*\\b(wife|girlfriend|mother|mom|sister|daughter|son|teen\\w*|boy|wom[ae]n|females?|girls?|kids?|child(ren)?|(1[0-7]|[5-9]) ?(years?|yr|yo)( |-)?(old)?|under 18|minors?)\\b(?:(?! i ).){0,30}\\b(take|taking|use|using|try|start|starting|inject|benefit|go on|be on|get on)\\b|\\b(trt|testosterone) (for|in) (wom[ae]n|females|girls|teens?|teenagers|boys|kids|children|minors)\\b|\\bi('m| am) (1[0-7]|[5-9])\\b( ?(years?|yo)|$| and)`,
    ),
  ],
  [
    'refuse-start-stop',
    new RegExp(
      `\\b(should|can|could|may|must|when (do|should|can)|is it (ok|okay|safe|time)|do) i\\b.{0,20}\\b(stop|start|quit|resume|pause|restart|discontinue|come off|go off|get off|wean|go on|begin)\\b.*\\b(${MEDICINE}|it)\\b|\\b(stop|start|quit|resume|pause|restart|discontinue)\\b (my |the |taking |using |on )*${MEDICINE}\\b.*\\b(now|today|myself|cold turkey|should|safe|can|ok)\\b|\\b(i want to|i am going to|i'm going to|i will|help me|how do i|how to|how can i) (stop|quit|come off|go off|get off|wean off|taper)\\b|\\bcold turkey\\b|\\btaper(ing)?( off| down| myself| plan| schedule)?\\b`,
    ),
  ],
  [
    'refuse-dose-change',
    new RegExp(
      [
        `(increase|raise|lower|reduce|change|adjust|skip|double|split|stop|start|quit|resume)\\b.*\\b(dose|dosage|shots?|injections?|injecting|gel|mg|ml|testosterone|trt|medicine)\\b`,
        `\\b(half|quarter|one|two|\\d+(\\.\\d+)?)( of)?( an?)? ?(ml|cc|mg|pumps?|units?|vials?|shots?)\\b.{0,12}\\b(enough|too (much|little)|okay?|right)\\b`,
        `how (much|many)\\b.*\\b(inject|take|use|apply|mg|ml|pumps?|units?|cc)\\b`,
        AMOUNT,
        `\\b(what|which|best|right|correct|recommended|maximum|max|safe|safest|highest|starting|typical|usual|normal|average|ideal|optimal|perfect|bigger|higher|smaller|stronger|calculate|figure out|different|new|extra|my own)\\b(?! (if|happens|do i do)\\b.{0,16}\\b(miss|forg[eo]t)).{0,16}\\b(dose|doses|dosage|dosing|amount)\\b`,
        `\\b(take|inject|use|apply|dose|do|pin)\\b.{0,20}\\b(more|less|extra|twice|double|half|every other day|(more|less) (often|frequently)|sooner|earlier than)\\b|\\bup my (dose|shots?|gel)\\b|\\b(go|bump me|move me|take me|put me) (up|down) to \\d+|\\b(skip|switch|go) to (every|twice|once)\\b|\\bbump (up )?my\\b|\\bmicro ?dos\\w+|\\bmore testosterone\\b.*\\b(can|should|need|give|want)\\b|\\b(can|should|need|give|want)\\b.*\\bmore testosterone\\b|\\b(number|figure|give me|tell me)\\b.{0,40}\\b(dose|dosage)\\b|\\bdos(e|ing) (advice|recommendation|schedule|protocol)\\b`,
        `${MAY_I}.{0,40}${GIVEN}.{0,40}\\b${INTERVAL}\\b|${GIVEN}.{0,30}\\b${INTERVAL}\\b.{0,16}\\b(ok|okay|fine|safe|better|allowed|instead|too often)\\b|^(inject|pin|dose|shots?|gel) ${INTERVAL}\\b|\\b(what|how) about ${INTERVAL}\\b|\\bis ${INTERVAL} (ok|okay|fine|safe|better|enough)\\b|${MAY_I}.{0,30}\\b${COUNT} (days|weeks|months) (between|apart)\\b|\\b(longer|shorter|less|more) (time )?between (my )?(shots|doses|injections)\\b|\\b(daily|weekly|monthly) instead\\b`,
        `\\b(skip(ping)?|leave out|leaving out|omit|drop) (a|an|one|my|this|the|next|every)? ?(other |next )?(week|dose|shot|injection)s?\\b|\\b(move|bring|shift|delay|postpone|push back|space( out)?|spread( out)?|stretch( out)?|break up) (my|the|a) (\\w+ )?(shots?|injections?|doses?)\\b`,
        `\\b(stretch|space|spread|split|break) (it|them|this)\\b.{0,12}\\b(out|to|up|into|apart|over|every)\\b|\\b(two|three|2|3|several) (smaller|half|separate|lower) (shots?|doses?|injections?)\\b|\\binstead of (once|twice|weekly|daily|every)\\b`,
        `${MAY_I}.{0,20}\\b(two|2|three|3|four|4|several|extra|another) (more )?(shots?|injections?|doses?)\\b|\\bswitch(ing)? (to|from|me)\\b|\\bshould i (take|use|inject|apply)\\b.{0,20}\\b(it|this|that|more|less|my|the|testosterone|trt|gel|shots?|injections?|capsules?|pills?|daily|weekly|every|twice|once|\\d+)\\b`,
      ].join('|'),
    ),
  ],
  [
    'refuse-diagnosis',
    /\b(am i|do i have|diagnose|does that mean i have|could i have|have i got|do you think i have|is it possible i have|tell me if i have)\b.*\b(low t|low testosterone|hypogonad\w*|cancer|depressed|depression|sick|apnea|diabet\w*|prostate|disease|polycythemia|a condition|infertile|sterile|impotent)\b|\bdiagnose\b|\bwhat('?s| is) wrong with me\b|\bwhat do i have\b/,
  ],
  [
    'refuse-prescription-actions',
    /(?<!\b(?:who|how|when|why|clinician|provider|doctor|clinic|you)\b.{0,30})\b(approve|refill|renew|send|cancel|resend|transfer|rush|expedite|fill|prescribe|authori[sz]e)\b (me )?(my|the|a|this|another|more|some|new|testosterone)\b(?! (message|note|question|appointment|visit|call|form|email|link))|\bprescribe\b|\bwrite (me |up )?(a |another |my )?(new )?(prescription|script|refill)\b|\bneed (a|my|another) (refill|renewal|new prescription|new script)\b|\bget me (a|more|some)\b|\brefill request\b|\brequest a refill\b/,
  ],
  [
    'refuse-interpret-my-labs',
    /\b(my|mine)\b.*\b(results?|levels?|labs?|numbers?|psa|hematocrit|hct|estradiol|e2|testosterone|total t|bloodwork|blood work|blood test)\b.*\b(mean|means|ok|okay|high|low|normal|bad|good|too|fine|dangerous|worried|worry|concerning|safe|elevated|\d+)\b|\b(is|are|was|were) my (?!next\b).*\b(levels?|psa|hematocrit|hct|results?|labs?|estradiol|testosterone|numbers?|bloodwork)\b|\b(psa|hematocrit|hct|estradiol|e2|testosterone|level|total t|t)\b.{0,16}\b(is|was|of|at|came back|went to|reads?|shows?)\b.{0,12}\b\d+(\.\d+)?\b|\b(interpret|read|explain|analy[sz]e|review|look at|check)\b.{0,16}\bmy\b.{0,16}\b(results?|labs?|bloodwork|blood work|levels?|numbers?|blood test|panel)\b|\b(is|does) (a )?(\w+ ){0,3}\d+(\.\d+)? ?(ng|pg|percent|%)?\S* (too )?(ok|okay|high|low|normal|bad|good|fine|safe|dangerous|mean)\b/,
  ],
];

const REFUSALS = REFUSED.map(([slug, pattern]) => [slug, new RegExp(nearby(pattern.source))] as const);

/** A forgotten dose has an article, which says never to double one; a named amount is refused all the same. */
const MISSED =
  /\b(miss|missed|missing|skipped|forgot|forget|forgotten)\b.{0,40}\b(shots?|injections?|inject|doses?|gel|pin|jabs?|it|take)\b/;
const NAMED_AMOUNT = new RegExp(AMOUNT);
/** "Does it lower my own testosterone" asks what treatment does, and for no change of it. */
const WHAT_IT_DOES =
  /\b(does|will|do|can) (trt|testosterone|treatment|therapy|it|this|(the )?(gel|shots|injections|capsules))\b(?!.{0,40}\bdose).{0,24}\b(lower|reduce|raise|increase|change|stop|shut|start|affect)\w*\b/;
const OWN_PRODUCTION = /\b(my|the) body (stop|quit|make|makes|keep)\w*\b/;
const isExplained = (text: string): boolean =>
  OWN_PRODUCTION.test(text) ||
  (MISSED.test(text) && !NAMED_AMOUNT.test(text) && !/\bdoubl/.test(text)) ||
  WHAT_IT_DOES.test(text);

/** Leaving the program is no medical question, and what is usual for others is not the reader's result. */
const MEMBERSHIP = /\b(membership|subscription|account|portal)\b/;
/** How early a refill may come, and what a high value leads to, are explained; a value that is named is not. */
const REFILL_WHEN = /\brefill\w*\b.{0,40}\b(early|earlier|before|vacation|trip|travel\w*|away|leaving)\b/;
const IN_GENERAL =
  /^(so |and |but )?what (if|happens (if|when)|do you do (if|when|about)|would happen if) (my |the |a )?(hematocrit|hct|psa|estradiol|estrogen|blood|red cells?)\b(?!.*\d)/;
const USUAL_VALUE = /^what('s| is| are) (a |the )?(normal|average|usual|typical)\b(?!.*\bmy\b)/;

/** Why a message must not be answered, or null. Emergencies are looked for before this. */
export function refusalIn(message: string): Refusal | null {
  const text = normalise(message);
  for (const [slug, pattern] of REFUSALS) {
    if (slug === 'refuse-dose-change' && isExplained(text)) continue;
    if (slug === 'refuse-start-stop' && MEMBERSHIP.test(text)) continue;
    if (slug === 'refuse-prescription-actions' && REFILL_WHEN.test(text)) continue;
    if (slug === 'refuse-interpret-my-labs' && (USUAL_VALUE.test(text) || IN_GENERAL.test(text))) continue;
    if (pattern.test(text)) return { slug };
  }
  return null;
}
