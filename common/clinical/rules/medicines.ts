/** Medicines and supplements that interact or explain a result. */
import type { ClinicalCase } from '../case.js';
import { HISTORY_PATTERNS, wordsFound } from '../history.js';
import { MEDICINES } from '../medicines.js';
import { answers, foundInMeds, input } from './inputs.js';
import { matches, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const { anticoagulant, doac, insulin, corticosteroid, opioid, five_ari, sex_hormone } = MEDICINES;

const THINNER = new RegExp(
  `${doac.source}|enoxaparin|lovenox|heparin|fondaparinux|arixtra|blood thinner|anticoagul`,
);
/** Among the medicines of the form a vitamin K antagonist flags by a rule of its own. */
const NEW_THINNER = new RegExp(`${anticoagulant.source}|${THINNER.source}`);
const REASON = new RegExp(
  [
    HISTORY_PATTERNS.clotting.source,
    HISTORY_PATTERNS.cardiac_event.source,
    /\ba-?fib\b|atrial|fibrillation|fibrilacion|flutter|arrh?ythm|irregular (heart|rhythm)|valve/.source,
  ].join('|'),
);
/** Blood thinners among the medicines or reported since, where no text says what for. */
function thinnersWithoutReason({ meds, facts }: ClinicalCase): string[] | null {
  const reported = (facts.safety_changes ?? []).map(({ text }) => text);
  const texts = meds === null ? reported : [meds, ...reported];
  if (texts.length === 0) return null;
  if (texts.some((text) => wordsFound(text, REASON).length > 0)) return [];
  const found = [
    ...wordsFound(meds ?? '', THINNER),
    ...reported.flatMap((text) => wordsFound(text, NEW_THINNER)),
  ];
  return [...new Set(found)];
}

export const medicinesRules = [
  rule({
    key: 'ddi_anticoagulant',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'medicines or supplements name a vitamin K antagonist',
    version: 2,
    recommendation:
      'Anticoagulant: ask why it is taken (clot, atrial fibrillation); check INR more often when starting, changing or stopping; avoid IM if unstable.',
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
    key: 'anticoagulant_reason_unknown',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+NO-INCREASE',
    threshold:
      'medicines name an anticoagulant other than a vitamin K antagonist, or a safety check or message any, AND neither a clot, heart attack, stroke, atrial fibrillation nor other heart disease is reported',
    recommendation:
      'Anticoagulant without a stated reason: ask why it is taken (clot, atrial fibrillation) before deciding.',
    source: 'FDA labels V (venous thromboembolism warning); P',
    sources: ['LBL', 'PRODUCT'],
    inputs: [
      input('anticoagulants_without_reason', (c) => {
        const found = thinnersWithoutReason(c);
        return found === null ? null : found.join(', ') || 'no match';
      }),
      ...answers('vte_history', 'heart_attack', 'stroke', 'cardiovascular_other'),
    ],
    applies: (c) =>
      !(['vte_history', 'heart_attack', 'stroke', 'cardiovascular_other'] as const).some(
        (field) => yes(c, field) === true,
      ),
    test: (c) => {
      const found = thinnersWithoutReason(c);
      return found === null ? null : found.length > 0;
    },
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
