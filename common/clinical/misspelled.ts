/** The words that findings in free texts rest on, recognized when they are misspelled. */
import { respeller } from '../text/spelling.js';

export const KEY_WORDS: readonly string[] =
  `surveillance radiation radiotherapy chemotherapy prostate prostatectomy biopsy cancer carcinoma lymphoma leukemia melanoma tumor
  mastectomy stroke angioplasty pacemaker defibrillator cardiomyopathy infarction bypass thrombosis embolism pulmonary
  polycythemia hematocrit phlebotomy apnea eliquis xarelto coumadin warfarin apixaban rivaroxaban clopidogrel testosterone androgel
  cypionate enanthate steroid nandrolone trenbolone cirrhosis dialysis transplant pituitary prolactinoma bipolar lupron leuprolide`.split(
    /\s+/,
  );

/** English and Spanish words that are near one of them and mean what they say. */
export const NO_SLIPS: ReadonlySet<string> = new Set(
  'tudor timor strode carcer infractions androgen aerogel cancel canner canter inaction infection inflection infraction warfare postage probate prorate peacemaker radiating radiator radiators radiative tutor stoke strike strobe strove stokes cryotherapy prostata testosterona peacemakers papermaker carcinoid bypast surveying prolactin tumour embolic embolus pituitaria biopsia prostatic lymphoid leukemic caner canker sterols spheroid'.split(
    ' ',
  ),
);

const HEART = /\bh(?:ar|aer|er|ear|aert|eart|hart|art|urt|rt|eat|eaat)t? ?(?=at{1,2}[ae]?c{0,2}k|failure\b)/g;
const respelled = respeller(KEY_WORDS, NO_SLIPS);

/** A text in lower case, each key word spelled as the patterns expect it. */
export const withKeyWords = (text: string): string => respelled(text).replace(HEART, 'heart ');
