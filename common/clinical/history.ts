/** What patients wrote in their own words, and the words in it that a clinician must not miss. */
import { FIELDS } from '../intake/index.js';
import { remembered } from '../text/remembered.js';
import type { Field, FieldName, IntakeData } from '../intake/index.js';
import type { HistoryReview } from './facts.js';
import { REACTION_TO_SHOT } from './allergy-words.js';
import { plainWords, saidOfSelf, undenied, withoutCounseling } from './denials.js';
import { MEDICINES } from './medicines.js';
import { PROSTATE_CANCER, prostateCancerWords, type ProstateQuestion } from './prostate-words.js';
import type { ReportedChange, ReportedKind } from './safety-check.js';
import { REPORTED_KINDS } from './safety-check.js';
import { sha256 } from './sha256.js';
import { changeReview } from './told-settled.js';

/** Free texts that no rule reads in full: a clinician reads them, or the plan says they are unread. */
export const HISTORY_FIELDS = [
  'other_conditions',
  'surgeries',
  'hospitalizations_recent',
  'recent_illnesses',
  'prior_testosterone_levels',
  'family_other',
  'prostate_details',
  'cancer_type',
] as const satisfies readonly FieldName[];
export type HistoryField = (typeof HISTORY_FIELDS)[number];

/** Questions about the prostate and cancer: the patient’s own cancer there blocks, any other mention flags. */
const PROSTATE_FIELDS = ['cancer_type', 'prostate_details'] as const satisfies readonly ProstateQuestion[];
const isProstateField = (field: FieldName): field is ProstateQuestion =>
  PROSTATE_FIELDS.some((one) => one === field);

/** Names and contact details, by field or autofill type: a street or a name is not history. */
const CONTACT: ReadonlySet<string> = new Set([
  'name',
  'tel',
  'email',
  'street-address',
  'emergency_contact_name',
]);

/** Every free text of the form, including questions added later; only names and contact details are left out. */
export function scannedTexts<Name extends string>(fields: readonly Field<Name>[]): Name[] {
  return fields.flatMap((field) => {
    if (field.type !== 'text' && field.type !== 'longtext') return [];
    const { name, autocomplete = '' } = field;
    const contact = (field.type === 'text' && field.format) || CONTACT.has(name) || CONTACT.has(autocomplete);
    return contact ? [] : [name];
  });
}
export const SCANNED_TEXT_FIELDS: readonly FieldName[] = scannedTexts<FieldName>(FIELDS);

const MEDICAL_SECTIONS = { first: 2, last: 9 };
/** Those of the medical sections, and why PSA testing was declined. */
export const MEDICAL_TEXT_FIELDS: readonly FieldName[] = FIELDS.filter(
  ({ name, section }) =>
    SCANNED_TEXT_FIELDS.includes(name) &&
    (name === 'psa_decline_reason' ||
      (section >= MEDICAL_SECTIONS.first && section <= MEDICAL_SECTIONS.last)),
).map(({ name }) => name);

/** Hopes and levels do not mean using hormones. */
const NO_HORMONE_USE: ReadonlySet<FieldName> = new Set(['treatment_goals', 'prior_testosterone_levels']);

const WISH_FOR_CHILDREN: readonly string[] = [
  /(?<!\b(?:as|like|was|since|being) )(another|a) (baby|child|kid)\b|(try|trying|start|want|wants|would like|would love|'d like|'d love|plan|planning|hope|hoping)( to| for| on)?( have| having| get| getting| trying)?( for)?( more| some| a| another)? (kids?|child|children|bab(y|ies)|pregnant|conceive)|trying to conceive|\bivf\b|(quiero|queremos) (tener )?(mas )?hijos|otro bebe/
    .source,
  /\b(hop\w*|want\w*|wanna|wish\w*|plan\w*|try\w*|dream\w*|ready|would (like|love)|'d (like|love)|going|gonna)\b[^.]{0,16}\b(be|become|becoming) (an? )?(dads?|daddy|fathers?|parents?|mom)\b(?! (who|that|to my|for my))/
    .source,
  /(?:try\w*|hop\w*|want\w*|plan\w*|ready)(?: (?:to|for|on|have|having|get|getting)){0,3} (?:(?:a|an|our|my|the) )?(?:first|second|third|fourth|next|[1-4](?:st|nd|rd|th)) (?:kid|child|baby)\b|(?:love|like|want\w*|have) (?:one|a few|some) more (?:kids?|child|children|bab(?:y|ies))\b|think\w* (?:about|of) (?:having )?(?:kids|children|babies|a (?:kid|child|baby))\b|\bttc\b|(?:try|trying) again after the miscarriage|plan\w* (?:on |for )?a family\b|\bovulat\w+|(?:look\w*|hop\w*|plan\w*) to conceive|(?:stay|remain|keep (?:me|my \w+)) fertile|(?:keep|preserve) my fertility|(?:hurt|kill|lower|affect|harm)\w* my sperm|option of (?:having )?(?:kids|children)|give my (?:son|daughter|kid|boy|girl) an? (?:little |baby )?(?:brother|sister|sibling)|baby (?:number|no\.?|#) ?(?:\d|one|two|three|four)|(?:kid|child|baby)\b[^.]{0,12}\bwish ?list/
    .source,
  /\b(?:buscar|buscando|buscamos) (?:el|un) (?:segundo|tercero|bebe|hijo)\b|\bquiere (?:un|otro) (?:bebe|hijo)\b/
    .source,
  /\b(start|starting|grow|growing|expand|expanding) (a|our|my|the) family\b|\b(get|getting|got) (my|her|the) ?(wife|girlfriend|partner|fiancee?)? pregnant\b/
    .source,
  /(?<!\bi )\b(stop\w*|off|quit\w*|going off|came off|no longer (on|takes?)) (taking )?(the |her )?(pill|birth control|contracepti\w+|iud)\b|\biui\b|fertility (clinic|doctor|treatment)|\b(bank|freez)\w* (my |some )?sperm/
    .source,
  /\b(quiero|queremos|quisiera|quisieramos|deseo|deseamos|esperamos|intentando|tratando de|buscando|planeamos|planeando) (\w+ ){0,3}(hij[oa]s?|bebes?|embaraz\w*|familia)\b|\bser (papa|padres?|mama)\b|\b(deja\w*|dejo) (de tomar )?(la |las )?(pildoras?|pastillas? anticonceptivas?|anticonceptiv\w+)/
    .source,
];

/** A clinic that treats men with testosterone, as its name says. */
const TRT_CLINIC = String.raw`(?:men[’']?s|mans|male|low ?t|t|trt|hormone|anti-?aging|wellness|peptide|weight loss) (?:health |wellness )?(?:clinic|center|place|spa)|med ?spa`;
const HORMONE = String.raw`(?:t|trt|testosterone|androgel|cypionate|enanthate|xyosted|test (?:cyp\w*|enan\w*|prop\w*|[ecp])|shots?|injections?|pellets?|gel)`;
/** Shots or testosterone from another place while we treat. */
const ON_TOP_OF_OURS = new RegExp(
  String.raw`\b${HORMONE} (?:\w+ ){0,2}?(?:from|at|through|by) (?:the |an? |my |that )?(?:\w+ )?(?:${TRT_CLINIC})\b|\b${HORMONE} (?:\w+ )?from (?:an?other|some other|a different|my other|a second) (?:\w+ )?(?:doctor|doc|dr|provider|prescriber|clinic|place|office|guy|source)\b`,
);

/** Testosterone that no prescriber wrote, in any field: these words are neither hopes nor levels. */
const SELF_SUPPLIED = new RegExp(
  [
    /(?<!\b(?:blood|lab|stress|last|first|my) )\btest ?[2-9]\d{2}\b(?! ?(?:dollars|bucks|ng))|\bpinning\b|\b(?:got|have|had) (?:my |the )?pellets?\b/,
    /\bgym (?:buddy|bro|guy|friend)\b[^.]{0,30}\b(?:test|gear|vials?|shots?|t)\b|\bunderground lab/,
    /\b(?:me )?(?:pongo|inyecto|tomo|uso|usando|compro|compre|consigo|pido) (?:la |mi )?testosterona\b|testosterona (?:de (?:un|mi) amigo|por internet|en linea|del? gimnasio|de otr[oa] \w+)/,
    // "Can I buy testosterone online?" is a question.
    /(?<!\b(?:can|could|should|may|do|if|when) )\b(?:i|been|also|just|still|keep) (?:also |just |still |usually |always )?(?:buy|buying|bought|order|ordering|ordered|get|getting) (?:my |some |extra |more )?(?:test(?:osterone)?|t|gear|test (?:cyp|[ecp])) (?:online|off|from (?:the |an? )?(?:internet|website|online|gym|guy|dealer|mexico))\b/,
    /\b(?:friend|buddy|buddie|brother|dad|coworker|gym ?bro|roommate|cousin|neighbor)[’']?s[’']? (?:own |old |extra |leftover )?(?:androgel|testosterone|cypionate|enanthate|testim|fortesta|jatenzo|test cyp|trt)\b/,
    /\b(?:gel|androgel|testosterone|test|cypionate|pellets?|hcg) (?:\w+ )?(?:from|off) (?:my |an? |another |a different )(?:friend|buddy|brother|dad|father|coworker|roommate|cousin|neighbor|clinic)\b|\bbuying test(?:osterone)? online\b/,
    ON_TOP_OF_OURS,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
);

/** The abbreviation, and not the Spanish "my": "mi esposa", "de mi", "mi presión". */
const INFARCTION =
  /(?<!\b(?:a|de|para|por|con|en|sin|es|que|sobre|contra|hacia) )\bmi\b(?! (?!(?:a|ago|also|to|two|no|so|who)\b)[a-z]{2,}[ao]s?\b)(?! (?:mujer|madre|padre|jefe|bebe|doctor|medic\w*|gel|parche|dosis|inyeccion\w*|nivel\w*|presion|sangre|analisis|examen\w*|corazon|pie|piel|voz|salud|vientre|animo|estres|plan|nombre|edad|opinion|deseo|ereccion\w*|mes|azucar|colesterol|test|tos|higado|rinon\w*|pecho|cuello)\b)/;

export const HISTORY_PATTERNS = {
  prostate_cancer: PROSTATE_CANCER,
  prostate_warning:
    /(nodule|lump|mass|seeds?|robot\w{0,16}|radiation|radiotherapy|irradiat\w{0,16}|radiated|beam|active surveillance|biops\w{1,16})[^.]{0,30}prostat|prostat\w{0,16}[^.]{0,30}(nodule|lump|mass|seeds?|radiation|radiotherapy|irradiat|radiated|beam|biops|tumou?r|growth|shadow)|active surveillance|radiation[^.]{0,20}(down there|pelvi|groin)|\bpsa\b[^.\d]{0,20}([4-9]|\d\d)|\bpsa\b[^.]{0,40}\b(to|now|was|is|at|came back|of)\b\D{0,6}([4-9]|\d\d)\b|\bpsa (came back|is up|went up|was high|is high|(?:was |is )?way up)|\bpsa\b[^.]{0,12}\b(?:double digits|five|six|seven|eight|nine|ten)\b|\bca (?:of the )?prostat|seeds[^.]{0,20}prostrat|nodule[^.]{0,20}(\bdre\b|rectal|exam)|\bdre\b[^.]{0,20}(nodule|lump|hard|abnormal)|hormone[- ](?:block\w*|shots?|therap\w*|treat\w{0,16})[^.]{0,20}prostat|(?:spot|shadow|growth|tumou?r)s?\b[^.]{0,20}prostat/,
  breast_cancer:
    /(breast|mammar)\w{0,16}[^.]{0,40}(cancer|carcinom|malign|tumou?r)|tumou?rs?[^.]{0,20}breast|(cancer|carcinom)[^.]{0,40}breast|mastectom|lump[^.]{0,30}(breast|nipple)|(breast|nipple)[^.]{0,15}lump|nipples?[^.]{0,15}(?:discharge|bleed|blood)|bleed\w{0,16}[^.]{0,12}nipple|\bc50(?:\.\d+)?\b/,
  clotting:
    /blood clots?|\bclots?\b|thrombo(?!cytopen)|\bdvt\b|\bvte\b|(pulmonary|lungs?) embol|embol\w{0,16}[^.]{0,12}lungs?|\bthromb(us|i)\b|\bpe\b(?= )|factor (v|5|five|ii|2|two|viii|8)\b|leiden|\b(ivc|vena cava|greenfield) filter|filter[^.]{0,15}\b(vein|vena)|\b(vein|vena)\b[^.]{0,10}filter|\bi(?:26|82)\.\d+\b|antiphosphol|lupus anticoag|\bvein\b[^.]{0,20}block|block[^.]{0,12}\bvein\b|protein [cs] def|antithrombin|phlebitis|trombo|coagulos?\b|embolia|\ba pe\b|\bclott\b/,
  cardiac_event: new RegExp(
    `${/heart at+a?c?k|cardiac arrest|myocardial|\bn?stemi\b/.source}|${INFARCTION.source}|${/infarct|\bstents?\b|\bcabg\b|bypass|angioplast|stroke(?!s? of (?:\w+ ){0,2}(?:luck|fortune|genius|midnight|noon)\b)|\bcva\b|\btia\b|ataque (al|del) corazon|derrame cerebral|embolia cerebral|widow-?maker|heart surgery|\binfarto|nitroglycerin|nitrostat|brilinta|ticagrelor|prasugrel|effient|clopidogrel|plavix|\bnitro\b[^.]{0,20}(?:tongue|needed|spray|chest)|\bcath lab\b|balloon[^.]{0,25}(?:coronary|arter|heart)|(?:open|block|unblock)(?:ed|ing)[^.]{0,15}\barter(?:ies|y)\b(?! (?:road|rd|st|street))|\barter(?:y|ies)\b[^.]{0,15}(?:opened|blocked|cleared|unblocked)|aneurysm|\bangina\b|brain (?:bleed|hemorrhage)|bleed\w{0,16}[^.]{0,12}\bbrain\b|\bi(?:2[12]|6[0134])\.\d+\b|\bi25\.2\b|pace-?maker|defibrillator|marcapasos|desfibrilador/.source}`,
  ),
  heart_failure:
    /heart failure|enlarged heart|(?:water|fluid) (?:on|in) (?:the|my) lungs|\bchf\b|\bhfref\b|\bhfpef\b|weak heart|cardiomyopath|ejection fraction|\bef\b[^.\d]{0,6}\d{2}\b|entresto|sacubitril|insuficiencia cardiaca|\bh(?:ar|ea|eat|eart)t fail|congestive h\w{2,5}t\b|heart (?:only )?pumps?[^.]{0,12}\d{2}\b|\bmy pump\b[^.]{0,25}\d{2}\b|\bi50\.\d+\b/,
  thick_blood:
    /polycyth|erythrocytosis|(blood|sangre)[^.]{0,15}(too thick|thick as|like (sludge|syrup|mud|molasses)|espesa)|phlebotom|flebotom|bloodlet|\bjak2\b|hemoglobin[^.]{0,12}too thick|donat\w*[^.]{0,12}every \w+ (?:weeks|months)|\bd45\b|\bd75\.1\b|(hematocrit|\bhct|\bcrit)\b[^.\d]{0,40}\b[5-6]\d|\b(?:my )?crit (?:was|is|were|got) (?:too )?high|(?:hemoglobin|\bhgb)\b[^.\d]{0,20}(?:1[89]|2[0-3])\b|high red (blood )?(cell )?count|hydroxyurea|hydrea|ruxolitinib|jakafi|(takes?|took|draws?|drew|drains?|drained|gives?|donates?)\b[^.]{0,12}\b(pints?|unit of blood|blood)\b[^.]{0,25}\b(month|week|regular)/,
  wish_for_children: new RegExp(WISH_FOR_CHILDREN.join('|')),
  sleep_apnea:
    /sleep apn|apnoea|\bahi\b|(?:wak|woke)\w*(?: up)?[^.]{0,10}(?:chok|gasp)|snor\w*[^.]{0,30}(?:chok|gasp)|\bosa\b|\bc-?pap\b|\bbi-?pap\b|(?:stop(s|ped|ping)?|quits?|quitting) breathing|\b(gasp|chok)\w{0,16}[^.]{0,12}(sleep|night)|\bmask\b[^.]{0,15}(sleep|night)|(sleep|night)[^.]{0,20}\bmask\b|\bapno?ea\b|apnea del sueno|breathing machine/,
  other_cancer:
    /\bcancer|carcinom|lymphom|leuk\w?emi|melanom|sarcom|seminom|hodgkin|myeloma|\bin remission\b|oncolog|imatinib|gleevec|\bchemo\b|chemotherap|\blinfom|metasta|testic\w{0,16}[^.]{0,20}tumou?r|tumou?r[^.]{0,20}testic|\borchi(?:d)?ectomy\b/,
  organ_failure:
    /cirrho|dialysis|dialisis|(liver|kidneys?|renal|hepatic)[^.]{0,20}(fail|transplant|shut)|(fail|transplant)\w{0,16}[^.]{0,12}(liver|kidneys?)|end.stage|\besrd\b|(fallo|insuficiencia) (renal|hepatica)|\bci?r+h?osis\b/,
  hormone_use: new RegExp(
    `${SELF_SUPPLIED.source}|${/\b(?:t|trt|test) shots?\b|\btren|\bdeca\b|nandrol|stanozol|winstrol|anavar|oxandrol|dianabol|steroid cycle|anabolic|\bsarms?\b|ostarine|ligandrol|\blgd-?\d|\brad-?140|\bmk-?677|\btrt\b|testosterone (shot|inject|gel|cream|pellet|therap|replac|treat|cyp|enan|undec|prop)|on testosterone/.source}|${MEDICINES.testosterone.source.replace('testosterone|', '')}`,
  ),
} as const;
export type HistoryPattern = keyof typeof HISTORY_PATTERNS;

/** Of relatives they say nothing about this patient. */
const NOT_OF_RELATIVES: ReadonlySet<HistoryPattern> = new Set(['other_cancer', 'organ_failure']);

const TESTOSTERONE = String.raw`\b(?:testosterone|androgel|cypionate|enanthate|xyosted|trt)\b`;
const ELSEWHERE = String.raw`\b(?:elsewhere|(?:an)?other|second|different|outside|two|2|three|multiple|several|telehealth|online) (?:\w+ )?(?:doctors?|docs?|dr|md|np|prescribers?|providers?|clinics?|compan(?:y|ies)|pharmac(?:y|ies))\b|\belsewhere\b|\bmen[’']?s (?:health )?clinic\b|\blow t (?:center|clinic)\b`;
/** Testosterone from more than one source, as a registry or its reader says it. */
const SUPPLIED_TWICE = new RegExp(
  String.raw`(?<!\b(?:no|not|denies|without|never|discussed that) (?:\w+ )?)(?:${TESTOSTERONE}[^.]{0,50}(?:${ELSEWHERE})|(?:${ELSEWHERE})[^.]{0,40}${TESTOSTERONE}|\b(?:overlap\w{0,8}|duplicate)\b[^.]{0,24}${TESTOSTERONE}|\b(?:another|other|second) trt (?:clinic|provider|doctor))`,
);

/** What only counts in a message, a visit request or a dose note: in the form, other questions ask for it. */
const NEWLY_TOLD: readonly RegExp[] = [
  MEDICINES.anticoagulant,
  MEDICINES.doac,
  /blood thinner|anticoagul/,
  /\btren\b|trenbol|\bdeca\b|nandrol|stanozol|winstrol|anavar|oxandrol|dianabol|steroid cycle|anabolic|\bsarms?\b|ostarine|ligandrol|sustanon|omnadren|\btest ?[ecp]\b/,
  /\b(other|another|second|different|online) (doctor|doc|dr|clinic|provider|prescriber)\b[^.]{0,50}\b(testosterone|test|trt|shots?|gel|prescri\w*)\b/,
  /\bi(['’]?m| am) (only |actually |really )*1[0-7]\b(?! ?(weeks?|days?|months?|mg|lbs?|pounds|shots?|doses?|minutes))/,
  /(friend|buddy|brother|gym)s?'?s? (own )?(t|test|testosterone|gel|vial|shots?)\b|\b(t|test|testosterone|gel|vial|shots?) from (a|my|the) (friend|buddy|gym|guy|brother)|\bon the side\b/,
  /\b(?:buddy|friend|brother|guy|bro)\b[^.]{0,20}\b(?:gives?|gets?|sells?|hooks?) me\b[^.]{0,24}\b(?:t|test|testosterone|gel|vials?|gear)\b/,
  /\b(?:t|test|testosterone|trt|gel|shots?|vials?) from (?:an? )?(?:other|another|online|different|second)\b/,
  /\bpin(?:s|ned)? \d{3}\b|\b\d{3} ?mg (?:\w+ ){0,3}instead\b|\bi double (?:my|the)\b/,
  /\b(?:doctor|doc|dr|gp|cardiologist|urologist) (?:said|says|told me|wants me) (?:to |i should )?stop\b[^.]{0,20}\b(?:t|test|testosterone|trt|shots?|gel)\b/,
  /doubl(ed|ing) (up )?(on )?(my|the) (dose|shots?)|\b(two|2|three|3) shots a week (instead|insted)/,
  /manic episode|bipolar/,
  SELF_SUPPLIED,
  SUPPLIED_TWICE,
  MEDICINES.sex_hormone,
  /pituitary|prolactinoma|hipofisis/,
  /\b(?:sold|sell|selling|flip|flipping) (?:\w+ )?(?:half|some|most|part|any|extra|the rest|a few|a couple|it|them) ?(?:(?:of )?(?:it|them|mine|my (?:t|test|testosterone|gel|vials?|shots?|doses?|meds?|medicine|refills?))\b|(?:at|to|in|with) (?:the |my |a |some )?(?:gym|guys?|bros?|lifters?|locker)\b)/,
  /\b(?:sold|sell|selling|gave|give|giving|shar(?:e|ed|ing)|lent)\b[^.]{0,24}\b(?:vials?|shots?|gel|testosterone|doses?|test)\b[^.]{0,16}\b(?:to|with) (?:my|a|an|some|his|friends?)\b/,
  /cottonseed|sesam|tahini|halva|gomasio|castor oil|benzyl (alcohol|benzoate)|chlorobutanol|allergic to (the|my) gel/,
  REACTION_TO_SHOT,
];

/** Says only that there is nothing to report. */
const NOTHING = /^\W*(none?|nothing|nil|n\/?a|not applicable|no known)\W*$/i;

const textIn = (answers: IntakeData, field: FieldName): string | null => {
  const value = answers[field];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};

/** The matching words, whole and each once, denied or not: "no clots" matches too. */
export const wordsFound = (text: string, pattern: RegExp): string[] => [...finderOf(pattern)(text)];

const finders = new WeakMap<RegExp, (text: string) => readonly string[]>();
/** A pattern is compiled once for whole words. */
function finderOf(pattern: RegExp): (text: string) => readonly string[] {
  const known = finders.get(pattern);
  if (known) return known;
  const whole = new RegExp(`(?:${pattern.source})\\w*`, 'g');
  const finder = remembered((text) => [
    ...new Set([...plainWords(text).matchAll(whole)].map(([found]) => found.trim())),
  ]);
  finders.set(pattern, finder);
  return finder;
}

/** Words in the two questions that name this man's prostate cancer. */
const wordsForBlock = (field: FieldName, answers: IntakeData): string[] =>
  isProstateField(field) ? prostateCancerWords(field, textIn(answers, field) ?? '') : [];

/** Words of one pattern across all free texts; null if none of them is filled in. */
export function wordsInHistory(
  answers: IntakeData,
  kind: HistoryPattern,
  changes: readonly ReportedChange[] = [],
): string[] | null {
  const skipped = (field: FieldName): boolean =>
    (kind === 'prostate_warning' && isProstateField(field)) ||
    // His own cancer blocks by a rule of its own; a relative's flags.
    (kind === 'prostate_cancer' && wordsForBlock(field, answers).length > 0) ||
    (kind === 'breast_cancer' && field === 'cancer_type') ||
    (kind === 'other_cancer' && isProstateField(field)) ||
    (field === 'family_other' && NOT_OF_RELATIVES.has(kind));
  const read = SCANNED_TEXT_FIELDS.flatMap((field) => {
    const text = skipped(field) ? null : textIn(answers, field);
    return text === null ? [] : [{ field, text }];
  });
  const told = changes.filter((change) => isReadFor(kind, change));
  const wishes = kind === 'wish_for_children' && changes.some(tellsOfPlans) ? [PLANS_CHANGED] : [];
  if (read.length === 0 && told.length === 0) return null;
  return [
    ...new Set([
      ...read.flatMap(({ field, text }) =>
        kind === 'hormone_use' && NO_HORMONE_USE.has(field)
          ? wordsFound(text, SELF_SUPPLIED)
          : wordsOfKind(text, kind),
      ),
      ...told.flatMap((change) => toldWords(change, kind)),
      ...wishes,
    ]),
  ];
}

const NAMED_CANCERS = [HISTORY_PATTERNS.prostate_cancer, HISTORY_PATTERNS.breast_cancer];
/** Words of one kind; a cancer that has a finding of its own is no other cancer. */
function wordsOfKind(text: string, kind: HistoryPattern): string[] {
  const words = wordsFound(text, HISTORY_PATTERNS[kind]);
  if (kind !== 'other_cancer' || !words.length) return words;
  return NAMED_CANCERS.some((pattern) => wordsFound(text, pattern).length > 0) ? [] : words;
}

/** What a patient wants or takes is not denied in these words, and a wife’s news is the patient’s too. */
const AS_WRITTEN: ReadonlySet<HistoryPattern> = new Set(['wish_for_children', 'hormone_use']);
const ownWords = ({ kind: from, text }: Told, kind: HistoryPattern): string[] => {
  const told = from === 'staff_note' ? withoutCounseling(text) : text;
  return wordsOfKind(AS_WRITTEN.has(kind) ? told : saidOfSelf(told), kind);
};
type Told = Pick<ReportedChange, 'kind' | 'text'>;

/** Patients and staff write of testosterone every day: in a message or a note those words say nothing new. */
const EVERYDAY: ReadonlySet<ReportedKind> = new Set(['message', 'staff_note']);
const isReadFor = (kind: HistoryPattern, { kind: from }: Told): boolean =>
  kind !== 'hormone_use' || !EVERYDAY.has(from);

/** Whether one reported change names it, of the patient or of a relative. */
export const changeMentions = (change: ReportedChange, kind: HistoryPattern): boolean =>
  isReadFor(kind, change) &&
  (toldWords(change, kind).length > 0 || (kind === 'wish_for_children' && tellsOfPlans(change)));

/** Words told outside the form: those denied are left out, and those about relatives are named as such. */
function toldWords(change: Told, kind: HistoryPattern): string[] {
  const own = ownWords(change, kind);
  if (own.length || NOT_OF_RELATIVES.has(kind)) return own;
  const told = change.kind === 'staff_note' ? withoutCounseling(change.text) : change.text;
  return wordsOfKind(undenied(told), kind).map((word) => `${word} (family)`);
}

const PLANS_CHANGED = 'plans to have children changed';
const NO_PLANS = /^\W*(no|nope|no changes?|same( as before)?|none?|nothing|n\/?a)\W*$/i;
/** Whether an answer about what changed tells of nothing. */
export const saysNothingNew = (text: string): boolean => NOTHING.test(text) || NO_PLANS.test(text);
/** The question was whether the plans to have children changed, so an answer in any words counts. */
const tellsOfPlans = ({ kind, text }: ReportedChange): boolean =>
  kind === 'fertility' && !NO_PLANS.test(text);

/** Whether one reported change says this of the patient: not of a relative, and not that it is not so. */
export const changeTellsOf = (change: ReportedChange, kind: HistoryPattern): boolean =>
  ownWords(change, kind).length > 0 || (kind === 'wish_for_children' && tellsOfPlans(change));

/** Safety check texts, messages and staff notes, listed under their kind. */
export type ChangeField = `changes.${ReportedKind}`;
export const CHANGE_FIELDS = REPORTED_KINDS.map((kind): ChangeField => `changes.${kind}`);

export interface HistoryText {
  readonly field: HistoryField | ChangeField;
  readonly text: string;
  /** Words that a pattern matched. */
  readonly matched: string[];
  /** What a clinician who reads it has read: the parts with their digests. */
  readonly reviews: readonly HistoryReview[];
}

const KINDS = Object.keys(HISTORY_PATTERNS) as HistoryPattern[];
const wordsOf = (text: string, kinds: readonly HistoryPattern[], more: readonly RegExp[] = []): string[] => [
  ...new Set([
    ...kinds.flatMap((kind) => wordsOfKind(text, kind)),
    ...more.flatMap((pattern) => wordsFound(text, pattern)),
  ]),
];
const OF_RELATIVES = KINDS.filter((kind) => !NOT_OF_RELATIVES.has(kind));
const matchedInField = (field: HistoryField, text: string): string[] =>
  wordsOf(text, field === 'family_other' ? OF_RELATIVES : KINDS);
const IN_MESSAGES = KINDS.filter((kind) => kind !== 'hormone_use');
const matchedInMessage = (text: string): string[] => wordsOf(text, IN_MESSAGES, NEWLY_TOLD);
/** What a safety check tells, or an intake no longer does. */
const matchedInChange = (text: string): string[] => wordsOf(text, KINDS, NEWLY_TOLD);
/** Clinicians deny and explain more than they find: only what is left is read. */
const matchedInNote = (text: string): string[] =>
  wordsOf(undenied(withoutCounseling(text)), IN_MESSAGES, [
    MEDICINES.anticoagulant,
    MEDICINES.doac,
    SUPPLIED_TWICE,
  ]);
export const noteReadsAsHistory = (text: string): boolean => matchedInNote(text).length > 0;
export const messageReadsAsHistory = (text: string): boolean => matchedInMessage(text).length > 0;
/** Whether a text, in any field, argues against treatment. */
export const readsAsHistory = (text: string): boolean => matchedInChange(text).length > 0;

const wasRead = (
  { field, text_sha256: digest }: HistoryReview,
  reviewed: readonly HistoryReview[],
): boolean => reviewed.some((review) => review.field === field && review.text_sha256 === digest);

/** The filled-in history texts, read or unread. */
export const historyTexts = (answers: IntakeData): HistoryText[] =>
  HISTORY_FIELDS.flatMap((field) => {
    const text = textIn(answers, field);
    if (text === null || NOTHING.test(text)) return [];
    const matched = [...new Set([...wordsForBlock(field, answers), ...matchedInField(field, text)])];
    return [{ field, text, matched, reviews: [{ field, text_sha256: sha256(text) }] }];
  });

const MATCHED: Readonly<Partial<Record<ReportedKind, (text: string) => string[]>>> = {
  message: matchedInMessage,
  staff_note: matchedInNote,
};

/** Unread safety check texts, messages and notes, grouped by kind, oldest first. */
function unreadChanges(
  changes: readonly ReportedChange[],
  reviewed: readonly HistoryReview[],
): HistoryText[] {
  return REPORTED_KINDS.flatMap((kind) => {
    const unread = changes.filter(
      (change) =>
        change.kind === kind && !NOTHING.test(change.text) && !wasRead(changeReview(change), reviewed),
    );
    if (!unread.length) return [];
    const text = unread.map(({ on, text: written }) => `${on}: ${written}`).join('\n');
    return [
      {
        field: `changes.${kind}` as const,
        text,
        matched: MATCHED[kind]?.(text) ?? matchedInChange(text),
        reviews: unread.map(changeReview),
      },
    ];
  });
}

/** Texts that no clinician has read in their current form. */
export const unreadHistory = (
  answers: IntakeData,
  reviewed: readonly HistoryReview[] = [],
  changes: readonly ReportedChange[] = [],
): HistoryText[] => [
  ...historyTexts(answers).filter(({ reviews }) => !reviews.every((review) => wasRead(review, reviewed))),
  ...unreadChanges(changes, reviewed),
];

/**
 * Whether one of those texts keeps an order back until it is read: with words against treatment, or whatever a patient
 * answered when asked what has changed. A list of words never names everything that speaks against testosterone.
 */
export const hasUnreadWarning = (
  answers: IntakeData,
  reviewed: readonly HistoryReview[] = [],
  changes: readonly ReportedChange[] = [],
): boolean =>
  unreadHistory(answers, reviewed, changes).some(({ matched }) => matched.length > 0) ||
  changes.some((change) => tellsOfChange(change) && !wasRead(changeReview(change), reviewed));

const tellsOfChange = ({ kind, text }: ReportedChange): boolean =>
  kind === 'withdrawn' || (!EVERYDAY.has(kind) && !saysNothingNew(text));
