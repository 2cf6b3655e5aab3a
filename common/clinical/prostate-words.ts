/** Prostate cancer in the words of a patient, in the questions that ask about it and anywhere else. */
import { saidOfSelf } from './denials.js';

const any = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'));

/** Given for prostate cancer, and to men for hardly anything else. */
const CASTRATION =
  /androgen deprivation|\badt\b|lupron|leuprolide|leuprorelin|eligard|orgovyx|relugolix|firmagon|degarelix|zoladex|goserelin|casodex|bicalutamide|xtandi|enzalutamide|zytiga|abiraterone|erleada|nubeqa/;

/** "Ca" for cancer, beside the gland; elsewhere it is a state. */
const CA =
  /\b(?:prostr?at\w{0,16}|protate|postrate|prosate)[ /-](?:gland )?ca\b(?! ?\d{5})|\bca (?:of |in |de )?(?:the |my |la )?(?:prostr?at\w{0,16}|protate|postrate|prosate)\b(?! (?:screening|exam|clinic|center|health))/;

/** Names prostate cancer whatever was asked. */
export const PROSTATE_CANCER = any(
  /prostr?at\w{0,16}[^.]{0,40}(cancer|carcinom|malign|gle+[sa]s?on)|(cancer|carcinom|adenoca)[^.]{0,40}prostr?at|adenoca|brachytherap|prostatectom|\bpca\b|\bgle+[sa]s?on|\bc61\b|\bz85\.46\b|\bcap,? s ?\/ ?p\b|\bebrt\b/
    .source,
  /prostr?at\w{0,16}[^.]{0,20}\b(out|removed|gone|operada|quitada)\b|\b(removed|removal of|took out|taken out|operaron|sacaron|quitaron)\b[^.]{0,20}prostr?at|no prostate (anymore|any more|left)|no longer have (a|my) prostate|seed implants?|\bhifu\b|cyber ?knife[^.]{0,20}prostr?at|urolog\w*[^.]{0,40}\b[345] ?\+ ?[345]\b/
    .source,
  CASTRATION.source,
  CA.source,
);

/** Prostate as it is written: prostrate, protate, postrate. */
const PROSTATE = /\bpro?st?r?[aeiou]?t[aei]|prostat|prostr|\bprot[ae]te|\bpost?r?ate\b|\bprosate/;

/** Said of the prostate, because the question was about it. */
const SAID_OF_PROSTATE = any(
  PROSTATE_CANCER.source,
  String.raw`\bcan[cs]+[eoa]?rs?\b|\bcancr|carcinom|malign|gleason|metasta|\bmets\b`,
  String.raw`\btumou?re?s?\b`,
  String.raw`(^|[;.] *|prostat\w* )ca\b|\bca (of|dx|stage|19\d\d\b|20\d\d\b)`,
  String.raw`radiation|radiacion|radiotherap|radioterapia|brachy|proton (beam|therapy)|cyberknife|\b(sbrt|imrt|hifu)\b`,
  String.raw`(?<!pumpkin |flax |hemp |chia )\bseeds?\b`,
  String.raw`(^|[,;.] *|\b(it|mine|all|gland|been|they|la|me) )(was |is |were )?(surgically |completely )?(removed|removal|took (it )?out|taken out|cut out|quitaron|sacaron|extirp\w+)\b`,
  String.raw`active surveillance|under surveillance|on surveillance|hormone therapy`,
  String.raw`pi-?rads ?[45]|(?<!no |not )positive (biops|cores?)|biops\w{0,16}( was| came back| is)? positive`,
);

/** Says in other words that it is not there. */
const NOT_HIS: readonly RegExp[] = [
  /\bbenign (\w+ )?(tumou?r|growth)s?|\btumou?rs?\b[^.;]{0,15}\bbenign\b/g,
  /\b(worried about|worry about|afraid of|fear of|scared of|risk of|risk for) (getting |having )?(prostate )?cancer\b/g,
  /\bcancer scare\b|\b(screen\w*|check\w*|test\w*) for (prostate )?cancer\b(?=[^.;]{0,1000}\b(negative|clear|normal|yearly|annual\w*|every year)\b)/g,
  /\b(stones?|polyps?|cysts?|moles?|catheter|stent|tissue|hernia|appendix|gall ?bladder)\b[^.;]{0,20}\b(removed|taken out)\b/g,
];

const ofHimself = (text: string): string =>
  NOT_HIS.reduce((rest, pattern) => rest.replace(pattern, ' - '), saidOfSelf(text));

export type ProstateQuestion = 'cancer_type' | 'prostate_details';

/** What counts in each of the two answers. */
const SAYS: { readonly [Question in ProstateQuestion]: RegExp } = {
  cancer_type: any(PROSTATE.source, PROSTATE_CANCER.source, 'gleason|brachy'),
  prostate_details: SAID_OF_PROSTATE,
};

/** The words in one of the two answers that say this man has or had prostate cancer. */
export const prostateCancerWords = (question: ProstateQuestion, text: string): string[] => [
  ...new Set(
    [...ofHimself(text).matchAll(new RegExp(`(?:${SAYS[question].source})\\w*`, 'g'))].map(([word]) =>
      word.replace(/^\W+/, '').trim(),
    ),
  ),
];
