/** Medicines and supplements that interact or explain a result. */
import { foundInMeds } from './inputs.js';
import { matches, rule } from './rule.js';
import type { Rule } from './rule.js';

const ANTICOAGULANT = /warfarin|coumadin|jantoven|acenocoumarol|phenprocoumon/;
const INSULIN = /insulin|lantus|humalog|novolog|glargine|glipizide|glyburide|glimepiride/;
const CORTICOSTEROID = /prednis|dexameth|hydrocortisone|methylpred|medrol|acth/;
const OPIOID = /oxycod|hydrocod|morphin|methadon|fentanyl|bupren|tramadol/;
const FIVE_ALPHA_REDUCTASE_INHIBITOR = /finasteride|dutasteride|proscar|propecia|avodart/;

export const medicinesRules: readonly Rule[] = [
  rule({
    key: 'ddi_anticoagulant',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold:
      'current_medications matches /warfarin|coumadin|jantoven|acenocoumarol|phenprocoumon/ (DOACs: info)',
    recommendation:
      'Anticoagulant: check INR more often when starting, changing or stopping; avoid IM if unstable.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [foundInMeds(ANTICOAGULANT)],
    test: (c) => matches(c.meds, ANTICOAGULANT),
  }),
  rule({
    key: 'ddi_insulin',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'NOTE',
    threshold: 'meds match /insulin|lantus|humalog|novolog|glargine|glipizide|glyburide|glimepiride/',
    recommendation: 'Glucose may fall: monitor and be ready to lower insulin/sulfonylurea.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [foundInMeds(INSULIN)],
    test: (c) => matches(c.meds, INSULIN),
  }),
  rule({
    key: 'ddi_corticosteroid',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'NOTE',
    threshold: 'meds match /prednis|dexameth|hydrocortisone|methylpred|medrol|acth/',
    recommendation: 'Steroid plus testosterone can cause fluid retention; also a cause of low testosterone.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [foundInMeds(CORTICOSTEROID)],
    test: (c) => matches(c.meds, CORTICOSTEROID),
  }),
  rule({
    key: 'ddi_opioid',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'meds match /oxycod|hydrocod|morphin|methadon|fentanyl|bupren|tramadol/',
    recommendation: 'Chronic opioids lower testosterone: address the cause; check sleep apnea.',
    source: 'AUA18 V (narcotics)',
    sources: ['AUA18'],
    inputs: [foundInMeds(OPIOID)],
    test: (c) => matches(c.meds, OPIOID),
  }),
  rule({
    key: 'psa_5ari_adjust',
    phases: ['BE', 'MO'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'meds match /finasteride|dutasteride|proscar|propecia|avodart/',
    recommendation: '5-alpha-reductase inhibitor roughly halves PSA: interpret against the doubled value.',
    source: 'FDA 5-ARI labels K',
    sources: ['LBL'],
    inputs: [foundInMeds(FIVE_ALPHA_REDUCTASE_INHIBITOR)],
    test: (c) => matches(c.meds, FIVE_ALPHA_REDUCTASE_INHIBITOR),
  }),
];
