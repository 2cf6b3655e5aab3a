/** What patients wrote in their own words, and the words in it that a clinician must not miss. */
import { FIELDS } from '../intake/index.js';
import { remembered } from '../text/remembered.js';
import type { Field, FieldName, IntakeData } from '../intake/index.js';
import type { ClinicalFacts, HistoryReview } from './facts.js';
import { ASKED, affirmedIn, asksOfAllergy } from './asked-words.js';
import { plainWords, saidOfSelf, undenied, withoutCounseling } from './denials.js';
import { DIVERSION } from './diversion-words.js';
import { saysEverydayThings } from './everyday-words.js';
import { WISH_FOR_CHILDREN } from './fertility-words.js';
import { isKnownAllergy, isKnownMedicine } from './known-names.js';
import { MEDICINES } from './medicines.js';
import { TOLD_ELSEWHERE, TOLD_NOT_TO } from './elsewhere-words.js';
import { NEWLY_TOLD, OTHER_THINNERS, SELF_SUPPLIED, SUPPLIED_TWICE } from './newly-told-words.js';
import { OTHER_LANGUAGE, isInOtherLanguage } from './other-language.js';
import { tellsInPlainWords } from './plain-news.js';
import { PROSTATE_CANCER, prostateCancerWords, type ProstateQuestion } from './prostate-words.js';
import type { ReportedChange, ReportedKind } from './safety-check.js';
import { REPORTED_KINDS } from './safety-check.js';
import { sha256 } from './sha256.js';
import { changeReview } from './told-settled.js';
import { USES_IT } from './use-words.js';

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

/** Texts that are history by their question first, then the rest. */
export const READ_FIELDS: readonly FieldName[] = [...new Set([...HISTORY_FIELDS, ...SCANNED_TEXT_FIELDS])];

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
/** These words do, there too. */
const IN_ANY_FIELD = new RegExp(`${SELF_SUPPLIED.source}|${USES_IT.source}`);
/** Testosterone from elsewhere, in a message: also in words that mean other things in the form. */
const FROM_ELSEWHERE = new RegExp(`${SELF_SUPPLIED.source}|${TOLD_ELSEWHERE.source}`);
const IN_A_MESSAGE = new RegExp(`${FROM_ELSEWHERE.source}|${USES_IT.source}`);

/** The abbreviation, and not the Spanish "my": "mi esposa", "de mi", "mi presión". */
const INFARCTION =
  /(?<!\b(?:a|de|para|por|con|en|sin|es|que|sobre|contra|hacia) )\bmi\b(?! (?!(?:a|ago|also|to|two|no|so|who)\b)[a-z]{2,}[ao]s?\b)(?! (?:mujer|madre|padre|jefe|bebe|doctor|medic\w*|gel|parche|dosis|inyeccion\w*|nivel\w*|presion|sangre|analisis|examen\w*|corazon|pie|piel|voz|salud|vientre|animo|estres|plan|nombre|edad|opinion|deseo|ereccion\w*|mes|azucar|colesterol|test|tos|higado|rinon\w*|pecho|cuello)\b)/;

export const HISTORY_PATTERNS = {
  prostate_cancer: PROSTATE_CANCER,
  prostate_warning:
    /(nodule|lump|mass|seeds?|robot\w{0,16}|radiation|radiotherapy|irradiat\w{0,16}|radiated|beam|active surveillance|biops\w{1,16})[^.]{0,30}prostat|prostat\w{0,16}[^.]{0,30}(nodule|lump|mass|seeds?|radiation|radiotherapy|irradiat|radiated|beam|biops|tumou?r|growth|shadow)|active surveillance|radiation[^.]{0,20}(down there|pelvi|groin)|\bpsa\b[^.\d]{0,20}([4-9]|\d\d)|\bpsa\b[^.]{0,40}\b(to|now|was|is|at|came back|of)\b\D{0,6}([4-9]|\d\d)\b|\bpsa (came back|is up|went up|was high|is high|(?:was |is )?way up)|\bpsa\b[^.]{0,12}\b(?:double digits|five|six|seven|eight|nine|ten)\b|seeds[^.]{0,20}prostrat|nodule[^.]{0,20}(\bdre\b|rectal|exam)|\bdre\b[^.]{0,20}(nodule|lump|hard|abnormal)|hormone[- ](?:block\w*|shots?|therap\w*|treat\w{0,16})[^.]{0,20}prostat|(?:spot|shadow|growth|tumou?r)s?\b[^.]{0,20}prostat|\bpi ?-?rads\b[^.\d]{0,12}[345]\b|\bpsa\b[^.]{0,30}\b(?:doubl(?:ed|ing)|tripled|quadrupled|jumped|climb(?:ed|ing|s)|rising|rose|shot up|cr(?:ept|eeping) up|elevated|twice (?:as|the|what))\b|(?:lump|bump|knot|nodule|hard (?:spot|area)|something hard)\b[^.]{0,24}\b(?:finger|rectal|glove)\b|\b(?:finger|rectal|glove)\b[^.]{0,30}\b(?:lump|bump|knot|nodule|hard spot|something hard)\b|antigeno prostatico\b[^.\d]{0,24}(?:[4-9]|\d\d)/,
  breast_cancer:
    /(breast|mammar)\w{0,16}[^.]{0,40}(cancer|carcinom|malign|tumou?r)|tumou?rs?[^.]{0,20}breast|(cancer|carcinom)[^.]{0,40}breast|mastectom|lump[^.]{0,30}(breast|nipple)|(breast|nipple)[^.]{0,15}lump|nipples?[^.]{0,15}(?:discharge|bleed|blood)|bleed\w{0,16}[^.]{0,12}nipple|\bc50(?:\.\d+)?\b/,
  clotting:
    /blood clots?|\bclots?\b|thrombo(?!cytopen)|\bdvt\b|\bvte\b|(pulmonary|lungs?) embol|embol\w{0,16}[^.]{0,12}lungs?|\bthromb(us|i)\b|\bpe\b(?= )|factor (v|5|five|ii|2|two|viii|8)\b|leiden|\b(ivc|vena cava|greenfield) filter|\bput (?:a|the|one of those) filters? in (?:me|my)\b|\bfilter in (?:me|my (?:belly|stomach|chest|leg|neck|body|blood))\b|filter[^.]{0,15}\b(vein|vena)|\b(vein|vena)\b[^.]{0,10}filter|\bi(?:26|82)\.\d+\b|antiphosphol|prothrombin\b(?! (?:time|complex))|g20210a|protrombina\b|\bvein occlusion|occlu\w{1,6}[^.]{0,12}\b(?:eye|retina\w{0,3}) ?(?:vein)?|lupus anticoag|\bvein\b[^.]{0,20}block|block[^.]{0,12}\bvein\b|protein [cs] def|antithrombin|phlebitis|trombo|coagulos?\b|embolia|\b(?:a|the|my) pe\b(?! (?:class|teacher|coach|lesson))|\bclott\b/,
  cardiac_event: new RegExp(
    `${/heart at+a?c?k|\b(?:bleed(?:ing)?|blood) (?:in|on) (?:my|the|his) (?:head|brain)\b|\bbrain (?:bleed|ha?emorrhage)|cardiac arrest|myocardial|\bn?stemi\b/.source}|${INFARCTION.source}|${/infarct|\bstents?\b|\bstints?\b[^.]{0,20}\b(?:heart(?! of\b)|arter(?:y|ies)|ticker|chest|lad|coronary|aorta)\b|\b(?:heart(?! of\b)|cardiac|cardiologist|cardiology|coronary|arter(?:y|ies)|cath|bypass)\b[^.]{0,30}\bstints?\b|\bstints? (?:(?:was|were|got|been) )?(?:placed|put in|inserted|implanted)\b|\b(?:put|placed|inserted) (?:in )?(?:two|three|four|five|\d|several) stints?\b|\bcabg\b|bypass|angioplast|\b(?:had|having|survived|since|after) (?:a|my|the|another|one|two) coronar(?:y|ies)\b(?! (?:calcium|scan|ct|angiogram|artery))|\b(?:another|second|third|massive|mild) coronary\b(?! (?:calcium|scan|ct|angiogram|artery))|(?<!\b(?:back|breast|butterfly|side|golf) )stroke(?!s? of (?:\w+ ){0,2}(?:luck|fortune|genius|midnight|noon)\b)|\bcva\b|\btia\b|ataque (al|del) corazon|derrame cerebral|embolia cerebral|widow[- ]?maker|heart surgery|\binfarto|nitroglycerin|nitrostat|brilinta|ticagrelor|prasugrel|effient|clopidogrel|plavix|\bnitro\b[^.]{0,20}(?:tongue|needed|spray|chest)|\bcath lab\b|balloon[^.]{0,25}(?:coronary|arter|heart)|(?:open|block|unblock)(?:ed|ing)[^.]{0,15}\barter(?:ies|y)\b(?! (?:road|rd|st|street))|\barter(?:y|ies)\b[^.]{0,15}(?:opened|blocked|cleared|unblocked)|aneurysm|\bangina\b|brain (?:bleed|hemorrhage)|bleed\w{0,16}[^.]{0,12}\bbrain\b|\bi(?:2[12]|6[0134])\.\d+\b|\bi25\.2\b|\b(?:pipes?|plumbing|tubes?)\b[^.]{0,15}\b(?:ticker|heart)\b(?! of\b)|\b(?:ticker|heart)(?:['’]s)? (?:pipes?|plumbing)\b|\b(?:through|thru|via|up) (?:the|my|a) (?:wrist|groin)\b[^.]{0,30}\b(?:heart|ticker|open\w{0,3}|un(?:clog|block|plug)\w{0,3}|fix\w{0,2})\b|\bun(?:clog|block|plug)\w{0,4}[^.]{0,16}\b(?:heart|ticker|arter(?:y|ies))\b|\b(?:fix|work|operat|repair)\w{0,4} (?:on )?(?:my|the) ticker\b|\bticker (?:attack|surgery|gave out|stopped|quit)\b|cateterismo|\bdestap\w{1,6} (?:\w+ )?arteria|pace-?maker|defibrillator|marcapasos|desfibrilador/.source}`,
  ),
  heart_failure:
    /heart failure|enlarged heart|(?:water|fluid) (?:on|in) (?:the|my) lungs|\bchf\b|\bhfref\b|\bhfpef\b|weak heart|cardiomyopath|ejection fraction|\bef\b[^.\d]{0,6}\d{2}\b|entresto|sacubitril|insuficiencia cardiaca|\bh(?:ar|ea|eat|eart)t fail|congestive h\w{2,5}t\b|heart (?:only )?pumps?[^.]{0,12}\d{2}\b|\bmy pump\b[^.]{0,25}\d{2}\b|\bi50\.\d+\b/,
  thick_blood:
    /polycyth|erythrocytosis|(blood|sangre)[^.]{0,15}(too thick|thick as|like (sludge|syrup|mud|molasses)|espesa)|phlebotom|flebotom|bloodlet|\bjak2\b|hemoglobin[^.]{0,12}too thick|donat\w*[^.]{0,12}every \w+ (?:weeks|months)|\bd45\b|\bd75\.1\b|(hematocrito?|\bhct|\bcrit)\b[^.\d]{0,40}\b(?:[5-6]\d|fifty|sixty|cincuenta|sesenta)|\b(?:my )?crit (?:was|is|were|got) (?:too )?high|(?:hemoglobina?|\bhgb)\b[^.\d]{0,20}(?:1[89]|2[0-3])\b|high red (blood )?(cell )?count|hydroxyurea|hydrea|ruxolitinib|jakafi|(takes?|took|draws?|drew|drains?|drained|gives?|donates?)\b[^.]{0,12}\b(pints?|unit of blood|blood)\b[^.]{0,25}\b(month|week|regular)/,
  wish_for_children: WISH_FOR_CHILDREN,
  sleep_apnea:
    /sleep apn|apnoea|\bahi\b|(?:wak|woke)\w*(?: up)?[^.]{0,10}(?:chok|gasp)|snor\w*[^.]{0,30}(?:chok|gasp)|\bosa\b|\bc-?pap\b|\bbi-?pap\b|(?:stop(s|ped|ping)?|quits?|quitting) breathing|\b(gasp|chok)\w{0,16}[^.]{0,12}(sleep|night)|\bmask\b[^.]{0,15}(sleep|night)|(sleep|night)[^.]{0,20}\bmask\b|\bapno?ea\b|apnea del sueno|breathing machine|\bsleep (?:study|test)\b[^.]{0,40}\b(?:\d{1,3} (?:an|per|times an|events|episodes) ?|positive|severe|moderate|failed)|\b(?:stand|tolerate|hate|sleep with|get used to|stick with) (?:wearing )?(?:the|my|that|this) mask\b|\bmachine (?:at night|for my (?:sleep|breathing)|to (?:sleep|breathe))/,
  other_cancer:
    /\bcancer(?! society)|carcinom|lymphom|leuk\w?emi|melanom|sarcom|seminom|hodgkin|myeloma|\bin remission\b|oncolog|imatinib|gleevec|\bchemo\b|chemotherap|\blinfom|metasta|testic\w{0,16}[^.]{0,20}tumou?r|tumou?r[^.]{0,20}testic|\borchi(?:d)?ectomy\b/,
  organ_failure:
    /cirrho|dialysis|dialisis|(liver|kidneys?|renal|hepatic)[^.]{0,20}(fail|transplant|shut)|(fail|transplant)\w{0,16}[^.]{0,12}(liver|kidneys?)|end.stage|\besrd\b|(fallo|insuficiencia) (renal|hepatica)|\bci?r+h?osis\b|jaundice|\b(?:eyes?|skin|face)\b[^.]{0,24}\byellow(?:ish)?\b(?! (?:discharge|pus|gunk|goo|stuff|crust|fluid))|\byellow (?:eyes|skin)\b|\bi (?:turned|look|am|got) (?:all )?yellow\b|ictericia|\b(?:ojos|piel)\b[^.]{0,20}\bamarill[oa]s?\b/,
  told_not_to: TOLD_NOT_TO,
  diversion: DIVERSION,
  hormone_use: new RegExp(
    `${IN_ANY_FIELD.source}|${/(?<!['’])\b(?:t|trt|test) (?:shots?|injections?|jabs?)\b|\btren|\bdeca\b|nandrol|stanozol|winstrol|anavar|oxandrol|dianabol|steroid cycle|anabolic|\bsarms?\b|ostarine|ligandrol|\blgd-?\d|\brad-?140|\bmk-?677|\btrt\b|testosterone (shot|inject|gel|cream|pellet|therap|replac|treat|cyp|enan|undec|prop)|on testosterone/.source}|${MEDICINES.testosterone.source.replace('testosterone|', '')}`,
  ),
} as const;
export type HistoryPattern = keyof typeof HISTORY_PATTERNS;

/** Where medicines are asked for, other rules read them. */
const MEDICINE_FIELDS: ReadonlySet<FieldName> = new Set(['current_medications', 'supplements']);
/** Named anywhere else, a blood thinner may be all that tells of a clot. */
const CLOT_OR_THINNER = new RegExp(
  [HISTORY_PATTERNS.clotting, MEDICINES.anticoagulant, MEDICINES.doac, OTHER_THINNERS]
    .map(({ source }) => source)
    .join('|'),
);

/** Of relatives they say nothing about this patient. */
const NOT_OF_RELATIVES: ReadonlySet<HistoryPattern> = new Set(['other_cancer', 'organ_failure', 'diversion']);

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
    // The patient's own cancer blocks by a rule of its own; a relative's flags.
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
      ...read.flatMap(({ field, text }) => wordsInField(field, text, kind)),
      ...told.flatMap((change) => toldWords(change, kind)),
      ...wishes,
    ]),
  ];
}

function wordsInField(field: FieldName, text: string, kind: HistoryPattern): string[] {
  if (kind === 'hormone_use' && NO_HORMONE_USE.has(field)) return wordsFound(text, IN_ANY_FIELD);
  if (kind === 'clotting' && !MEDICINE_FIELDS.has(field)) return wordsFound(text, CLOT_OR_THINNER);
  return wordsOfKind(text, kind);
}

const NAMED_CANCERS = [HISTORY_PATTERNS.prostate_cancer, HISTORY_PATTERNS.breast_cancer];
/** Words of one kind; a cancer that has a finding of its own is no other cancer. */
function wordsOfKind(text: string, kind: HistoryPattern): string[] {
  const words = wordsFound(text, HISTORY_PATTERNS[kind]);
  if (kind !== 'other_cancer' || !words.length) return words;
  return NAMED_CANCERS.some((pattern) => wordsFound(text, pattern).length > 0) ? [] : words;
}

/** What a patient wants or takes is not denied in these words, and a wife’s news is the patient’s too. */
const AS_WRITTEN: ReadonlySet<HistoryPattern> = new Set(['wish_for_children', 'hormone_use', 'told_not_to']);
const ownWords = (change: Told, kind: HistoryPattern): string[] => [
  ...new Set([...saidWords(change, kind), ...affirmedWords(change, kind)]),
];
/** Words of a question of staff that the answer says yes to; what the answer itself names, it says or denies in its own words. */
function affirmedWords({ text, asked }: Told, kind: HistoryPattern): string[] {
  if (!asked || wordsOfKind(text, kind).length > 0) return [];
  const question = affirmedIn(asked, text);
  if (!question) return [];
  const known = kind === 'hormone_use' ? [] : wordsOfKind(question, kind);
  const more = kind in ASKED ? wordsFound(question, ASKED[kind as keyof typeof ASKED]) : [];
  return [...known, ...more];
}
const saidWords = ({ kind: from, text }: Told, kind: HistoryPattern): string[] => {
  const told = from === 'staff_note' ? withoutCounseling(text) : text;
  // Patients ask about testosterone every day; that they use it, they say in other words.
  if (kind === 'hormone_use' && from === 'message') return wordsFound(told, IN_A_MESSAGE);
  // To whom it went is a relative more often than not.
  if (kind === 'diversion') return wordsOfKind(undenied(told), kind);
  return wordsOfKind(AS_WRITTEN.has(kind) ? told : saidOfSelf(told), kind);
};
type Told = Pick<ReportedChange, 'kind' | 'text' | 'asked'>;

/** Staff write of testosterone every day: in a note those words say nothing new. */
const isReadFor = (kind: HistoryPattern, { kind: from }: Told): boolean =>
  kind !== 'hormone_use' || from !== 'staff_note';

/** Whether one reported change names it, of the patient or of a relative. */
export const changeMentions = (change: ReportedChange, kind: HistoryPattern): boolean =>
  isReadFor(kind, change) &&
  (toldWords(change, kind).length > 0 || (kind === 'wish_for_children' && tellsOfPlans(change)));

/** Words told outside the form: those denied are left out, and those about relatives are named as such. */
function toldWords(change: Told, kind: HistoryPattern): string[] {
  const own = ownWords(change, kind);
  if (own.length || NOT_OF_RELATIVES.has(kind) || kind === 'hormone_use') return own;
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

/** Whether a message tells of testosterone that is not ours, itself or as a yes to our question: on treatment too. */
export const tellsOfOtherSupply = (change: ReportedChange): boolean =>
  change.kind === 'message' &&
  (wordsFound(change.text, FROM_ELSEWHERE).length > 0 || affirmedWords(change, 'hormone_use').length > 0);

/** Safety check texts, messages and staff notes, listed under their kind. */
export type ChangeField = `changes.${ReportedKind}`;
export const CHANGE_FIELDS = REPORTED_KINDS.map((kind): ChangeField => `changes.${kind}`);

export interface HistoryText {
  readonly field: FieldName | ChangeField;
  readonly text: string;
  /** Words that a pattern matched, or that none of them reads this language. */
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
const matchedInField = (field: FieldName, text: string): string[] =>
  wordsOf(text, field === 'family_other' ? OF_RELATIVES : KINDS);
const isHistoryField = (field: FieldName): boolean => HISTORY_FIELDS.some((one) => one === field);
const IN_MESSAGES = KINDS.filter((kind) => kind !== 'hormone_use');
const unknownLanguage = (text: string): string[] => (isInOtherLanguage(text) ? [OTHER_LANGUAGE] : []);
const matchedInMessage = (text: string): string[] => [
  ...wordsOf(text, IN_MESSAGES, [...NEWLY_TOLD, TOLD_ELSEWHERE]),
  ...unknownLanguage(text),
];
/** What a safety check tells, or an intake no longer does. */
const matchedInChange = (text: string): string[] => [
  ...wordsOf(text, KINDS, NEWLY_TOLD),
  ...unknownLanguage(text),
];
/** Clinicians deny and explain more than they find: only what is left is read. */
const matchedInNote = (text: string): string[] =>
  wordsOf(undenied(withoutCounseling(text)), IN_MESSAGES, [
    MEDICINES.anticoagulant,
    MEDICINES.doac,
    SUPPLIED_TWICE,
  ]);
export const noteReadsAsHistory = (text: string): boolean => matchedInNote(text).length > 0;
const matchedByAnswer = (text: string, asked: string | undefined): string[] =>
  asked === undefined
    ? []
    : [
        ...KINDS.flatMap((kind) => affirmedWords({ kind: 'message', text, asked }, kind)),
        ...(asksOfAllergy(affirmedIn(asked, text)) ? ['allergy'] : []),
      ];
/** @param asked what the care team wrote before it */
export const messageReadsAsHistory = (text: string, asked?: string): boolean =>
  matchedInMessage(text).length > 0 || matchedByAnswer(text, asked).length > 0;
/** Whether a message says that its writer uses testosterone: news before we treat, and none afterwards. */
export const messageTellsOfUse = (text: string): boolean => wordsFound(text, USES_IT).length > 0;
/** Whether a text, in any field, argues against treatment. */
export const readsAsHistory = (text: string): boolean => matchedInChange(text).length > 0;

const wasRead = (
  { field, text_sha256: digest }: HistoryReview,
  reviewed: readonly HistoryReview[],
): boolean => reviewed.some((review) => review.field === field && review.text_sha256 === digest);

/** The filled-in history texts, and any other that is in a language the patterns do not know; read or unread. */
export const historyTexts = (answers: IntakeData): HistoryText[] =>
  READ_FIELDS.flatMap((field) => {
    const text = textIn(answers, field);
    if (text === null || NOTHING.test(text) || !(isHistoryField(field) || isInOtherLanguage(text))) return [];
    const matched = [
      ...new Set([
        ...wordsForBlock(field, answers),
        ...matchedInField(field, text),
        ...unknownLanguage(text),
      ]),
    ];
    return [{ field, text, matched, reviews: [{ field, text_sha256: sha256(text) }] }];
  });

/** An answer as a clinician reads it. */
export const withQuestion = ({ text, asked }: Pick<ReportedChange, 'text' | 'asked'>): string =>
  asked === undefined ? text : `Asked: “${asked}”\n${text}`;

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
    const dated = (written: (change: ReportedChange) => string): string =>
      unread.map((change) => `${change.on}: ${written(change)}`).join('\n');
    const own = dated(({ text }) => text);
    const matched = MATCHED[kind]?.(own) ?? matchedInChange(own);
    const answered = unread.flatMap(({ text, asked }) => matchedByAnswer(text, asked));
    return [
      {
        field: `changes.${kind}` as const,
        text: dated(withQuestion),
        matched: [...new Set([...matched, ...answered])],
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

/** About the person, not about health. */
const OF_THE_PERSON: ReadonlySet<FieldName> = new Set([
  'emergency_contact_relationship',
  'ethnicity',
  'race',
] as const);
/** Questions of how long, how often and how much: numbers answer them. */
const COUNTED: ReadonlySet<FieldName> = new Set([
  'symptom_onset',
  'sexual_activity_frequency',
  'morning_erections_frequency',
  'tobacco_amount',
  'tobacco_type',
  'exercise_type',
  'diet_description',
] as const);
/** What is known where lists of names are asked for. */
const KNOWN_IN: Readonly<Partial<Record<FieldName, (word: string) => boolean>>> = {
  current_medications: isKnownMedicine,
  allergies: isKnownAllergy,
};
const isEveryday = (field: FieldName, text: string): boolean =>
  saysEverydayThings(COUNTED.has(field) ? text.replace(/\d+/g, ' ') : text, KNOWN_IN[field]) &&
  !tellsInPlainWords(text);
/** The other free texts that say more than everyday things, whether or not a pattern finds something in them. */
export const textsInOwnWords = (answers: IntakeData): HistoryText[] =>
  SCANNED_TEXT_FIELDS.flatMap((field) => {
    const text = isHistoryField(field) || OF_THE_PERSON.has(field) ? null : textIn(answers, field);
    if (text === null || NOTHING.test(text) || isEveryday(field, text) || isInOtherLanguage(text)) return [];
    const matched = [...new Set(KINDS.flatMap((kind) => wordsInField(field, text, kind)))];
    return [{ field, text, matched, reviews: [{ field, text_sha256: sha256(text) }] }];
  });

/** Once a therapy began: its start is told, or medicine is on its way. */
export const mayBeDosed = (facts: ClinicalFacts): boolean =>
  !facts.start_assumed || Boolean(facts.other_orders?.sent) || Boolean(facts.previous_prescription);

/** No dose was told yet. */
export const isBeforeFirstDose = ({ extras, start_assumed: assumed }: ClinicalFacts): boolean =>
  !extras.therapy_started_on || Boolean(assumed);

/** The patient submitted the form again after the active plan was approved. */
export const sentAgain = ({ intake_at: sent, earlier_doses: earlier }: ClinicalFacts): boolean =>
  Boolean(sent && earlier?.approved_at) && Date.parse(sent!) > Date.parse(earlier!.approved_at!);

/**
 * Those that no clinician has read, before the first dose or since the form was sent again: a list of words never names
 * everything that speaks against testosterone.
 */
export const unreadOwnWords = (facts: ClinicalFacts, answers: IntakeData): HistoryText[] => {
  const { extras, history_reviewed: read = [] } = facts;
  return extras.therapy_started_on && mayBeDosed(facts) && !sentAgain(facts)
    ? []
    : textsInOwnWords(answers).filter(({ reviews }) => !reviews.every((review) => wasRead(review, read)));
};

/** Whether any free text of the form says more than everyday things and is unread. */
export const hasUnreadFormText = (answers: IntakeData, reviewed: readonly HistoryReview[] = []): boolean =>
  textsInOwnWords(answers).some(({ reviews }) => !reviews.every((review) => wasRead(review, reviewed))) ||
  // A level in words alone says nothing of how low.
  unreadHistory(answers, reviewed).some(
    ({ field, text }) => field === 'prior_testosterone_levels' || !saysEverydayThings(text),
  );

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

/** Of what is written unasked, only what says more than everyday things is among the changes; staff write of a patient every day. */
const tellsOfChange = ({ kind, text }: ReportedChange): boolean =>
  kind === 'withdrawn' || kind === 'message' || (kind !== 'staff_note' && !saysNothingNew(text));
