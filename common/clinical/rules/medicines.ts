/** Medicines and supplements that interact or explain a result. */
import { MEDICINES } from '../medicines.js';
import { foundInMeds } from './inputs.js';
import { matches, rule } from './rule.js';
import type { Rule } from './rule.js';

const { anticoagulant, doac, insulin, corticosteroid, opioid, five_ari, sex_hormone } = MEDICINES;

export const medicinesRules = [
  rule({
    key: 'ddi_anticoagulant',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'medicines or supplements name a vitamin K antagonist',
    recommendation:
      'Anticoagulant: check INR more often when starting, changing or stopping; avoid IM if unstable.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [foundInMeds(anticoagulant)],
    test: (c) => matches(c.meds, anticoagulant),
  }),
  rule({
    key: 'ddi_insulin',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'NOTE',
    threshold: 'medicines or supplements name insulin or a sulfonylurea',
    recommendation: 'Glucose may fall: monitor and be ready to lower insulin/sulfonylurea.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [foundInMeds(insulin)],
    test: (c) => matches(c.meds, insulin),
  }),
  rule({
    key: 'ddi_corticosteroid',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'NOTE',
    threshold: 'medicines or supplements name a corticosteroid',
    recommendation: 'Steroid plus testosterone can cause fluid retention; also a cause of low testosterone.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [foundInMeds(corticosteroid)],
    test: (c) => matches(c.meds, corticosteroid),
  }),
  rule({
    key: 'ddi_opioid',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'medicines or supplements name an opioid',
    recommendation: 'Chronic opioids lower testosterone: address the cause; check sleep apnea.',
    source: 'AUA18 V (narcotics)',
    sources: ['AUA18'],
    inputs: [foundInMeds(opioid)],
    test: (c) => matches(c.meds, opioid),
  }),
  rule({
    key: 'psa_5ari_adjust',
    phases: ['BE', 'MO'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'medicines or supplements name a 5-alpha-reductase inhibitor',
    recommendation:
      '5-alpha-reductase inhibitor roughly halves PSA: the rules judge twice the measured value.',
    source: 'FDA 5-ARI labels K',
    sources: ['LBL'],
    inputs: [foundInMeds(five_ari)],
    test: (c) => matches(c.meds, five_ari),
  }),
  rule({
    key: 'ddi_doac',
    phases: ['BE', 'MO'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'medicines or supplements name a direct oral anticoagulant',
    recommendation:
      'Direct oral anticoagulant: ask why it is taken (clot, atrial fibrillation); watch bleeding at injection sites.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [foundInMeds(doac)],
    test: (c) => matches(c.meds, doac),
  }),
  rule({
    key: 'ddi_sex_hormone',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'medicines or supplements name a drug that changes sex hormones',
    recommendation:
      'A medicine that changes sex hormones: clarify why it is taken; levels on it may mislead.',
    source: 'FDA labels V; P',
    sources: ['LBL', 'PRODUCT'],
    inputs: [foundInMeds(sex_hormone)],
    test: (c) => matches(c.meds, sex_hormone),
  }),
] satisfies readonly Rule[];
