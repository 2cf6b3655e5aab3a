/** PSA, prostate and other cancers, urinary symptoms. */
import { textOf } from '../case.js';
import type { ClinicalCase } from '../case.js';
import {
  age,
  answer,
  answers,
  extra,
  foundInAnswer,
  onTherapyInput,
  psa,
  psaBaseline,
  psaSinceStart,
  therapyDay,
} from './inputs.js';
import { above, all, any, atLeast, not } from './logic.js';
import type { Tri } from './logic.js';
import { followUpMatches, matches, notOnTherapy, onTherapy, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const PROSTATE = /prostat/;
const BREAST = /breast/;
const PROSTATE_CANCER = /prostat.*cancer/;
const NODULE = /nodul|indurat|lump|abnormal (exam|dre)/;

const notCleared = (c: ClinicalCase): Tri => c.facts.extras.urology_cleared !== true;

/** Rise of the latest PSA on treatment over the last one up to the start, rounded to two decimals. */
const psaRise = (c: ClinicalCase): number | null =>
  c.psaBaseline && c.psaSinceStart
    ? Math.round((c.psaSinceStart.value - c.psaBaseline.value) * 100) / 100
    : null;

const cancerOf = (c: ClinicalCase, kind: RegExp): Tri =>
  all(yes(c, 'cancer'), followUpMatches(c, 'cancer', 'cancer_type', kind));

export const prostateRules: readonly Rule[] = [
  rule({
    key: 'psa_baseline_over_4',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'not on therapy AND psa_ng_ml >4.0 without urology clearance',
    recommendation: 'PSA above 4: repeat and obtain urology evaluation before testosterone.',
    source: 'ES18 V; AUA18 V(second PSA)',
    sources: ['ES18', 'AUA18'],
    inputs: [onTherapyInput, psa('> 4.0 ng/mL'), extra('urology_cleared', 'not yes')],
    applies: notOnTherapy,
    test: (c) => all(above(c.psa?.value, 4), notCleared(c)),
  }),
  rule({
    key: 'psa_baseline_over_3_high_risk',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold:
      'not on therapy AND psa_ng_ml >3.0 AND (family_prostate_cancer=yes OR clinician-entered prostate_high_risk=true) without urology clearance',
    recommendation: 'PSA above 3 in a higher-risk man: urology evaluation first.',
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: [
      onTherapyInput,
      psa('> 3.0 ng/mL'),
      ...answers('family_prostate_cancer'),
      extra('prostate_high_risk'),
      extra('urology_cleared', 'not yes'),
    ],
    applies: notOnTherapy,
    test: (c) =>
      all(
        above(c.psa?.value, 3),
        any(yes(c, 'family_prostate_cancer'), c.facts.extras.prostate_high_risk ?? null),
        notCleared(c),
      ),
  }),
  rule({
    key: 'psa_missing',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold: 'not on therapy AND age ≥40 AND no PSA in 365 d AND psa_agreed≠no',
    recommendation: 'Baseline PSA is due (age 40 or over) before the first prescription.',
    source: 'AUA18 V (>40 y); ES18 V (55–69), 40–69 if high risk K',
    sources: ['ES18', 'AUA18'],
    inputs: [
      onTherapyInput,
      age('>= 40'),
      psa('present', { max_age_days: 365 }),
      answer('psa_agreed', 'not no'),
    ],
    applies: notOnTherapy,
    test: (c) =>
      all(atLeast(c.age, 40), c.psa === null || c.psa.age_days > 365, c.answers.psa_agreed !== false),
  }),
  rule({
    key: 'psa_declined',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'psa_agreed=no',
    recommendation: 'Patient declined PSA: record the reason (psa_decline_reason) and shared decision.',
    source: 'ES18 V (shared decision)',
    sources: ['ES18'],
    inputs: [answer('psa_agreed', '= no')],
    test: (c) => not(yes(c, 'psa_agreed')),
  }),
  rule({
    key: 'psa_rise_over_1_4',
    phases: ['MO'],
    severity: 'critical',
    effect: 'HOLD+REFER',
    threshold: 'on therapy ≤365 d AND latest − baseline PSA >1.40',
    recommendation:
      'PSA up more than 1.4 in the first year: repeat to confirm, then urology; no dose increase or refill meanwhile.',
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: [onTherapyInput, therapyDay('<= 365'), psaBaseline(), psaSinceStart('> 1.40 above the baseline')],
    applies: (c) => all(onTherapy(c), c.therapyDay !== null && c.therapyDay <= 365),
    test: (c) => above(psaRise(c), 1.4),
  }),
  rule({
    key: 'psa_on_therapy_over_4',
    phases: ['MO'],
    severity: 'critical',
    effect: 'HOLD+REFER',
    threshold: 'on therapy AND psa_ng_ml >4.0',
    recommendation: 'PSA above 4 on treatment: confirm and refer to urology; hold refills until reviewed.',
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: [onTherapyInput, psa('> 4.0 ng/mL')],
    applies: onTherapy,
    test: (c) => above(c.psa?.value, 4),
  }),
  rule({
    key: 'prostate_cancer_history',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: '(cancer=yes AND cancer_type matches /prostat/) OR prostate_details matches /prostat… cancer/',
    recommendation:
      'Known or suspected prostate cancer: contraindicated on the label; specialist decision only.',
    source: 'ES18 V; FDA labels V',
    sources: ['ES18', 'LBL'],
    inputs: [
      ...answers('cancer'),
      foundInAnswer('cancer_type', PROSTATE),
      foundInAnswer('prostate_details', PROSTATE_CANCER),
    ],
    test: (c) =>
      any(cancerOf(c, PROSTATE), followUpMatches(c, 'prostate_issues', 'prostate_details', PROSTATE_CANCER)),
  }),
  rule({
    key: 'breast_cancer_history',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'cancer=yes AND cancer_type matches /breast/',
    recommendation: 'Male breast cancer: contraindicated.',
    source: 'ES18 V; FDA labels V',
    sources: ['ES18', 'LBL'],
    inputs: [...answers('cancer'), foundInAnswer('cancer_type', BREAST)],
    test: (c) => cancerOf(c, BREAST),
  }),
  rule({
    key: 'other_cancer_review',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'cancer=yes AND type neither prostate nor breast',
    recommendation: 'Other cancer history: confirm remission with oncology; watch calcium if bone disease.',
    source: 'FDA labels V (hypercalcemia)',
    sources: ['LBL'],
    inputs: [...answers('cancer'), foundInAnswer('cancer_type', /prostat|breast/)],
    test: (c) =>
      // A cancer without a type is reviewed too.
      all(yes(c, 'cancer'), matches(textOf(c.answers.cancer_type), /prostat|breast/) !== true),
  }),
  rule({
    key: 'prostate_nodule',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'prostate_issues=yes AND prostate_details matches /nodul|indurat|lump|abnormal (exam|dre)/',
    recommendation: 'Unevaluated prostate nodule or induration: urology first.',
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: [...answers('prostate_issues'), foundInAnswer('prostate_details', NODULE)],
    test: (c) =>
      all(yes(c, 'prostate_issues'), followUpMatches(c, 'prostate_issues', 'prostate_details', NODULE)),
  }),
  rule({
    key: 'luts_reported',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: '(urinary_problems=yes OR prostate_issues=yes) AND no ipss_total recorded',
    recommendation: 'Urinary symptoms or BPH: record an IPSS before starting; monitor for worsening.',
    source: 'ES18 V; FDA labels V (BPH)',
    sources: ['ES18', 'LBL'],
    inputs: [...answers('urinary_problems', 'prostate_issues'), extra('ipss_total', 'absent')],
    test: (c) =>
      all(
        any(yes(c, 'urinary_problems'), yes(c, 'prostate_issues')),
        (c.facts.extras.ipss_total ?? null) === null,
      ),
  }),
  rule({
    key: 'luts_severe',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'clinician-entered ipss_total >19',
    recommendation: 'Severe lower urinary tract symptoms: treat or refer before testosterone.',
    source: 'ES10/18 V',
    sources: ['ES10', 'ES18'],
    inputs: [extra('ipss_total', '> 19')],
    test: (c) => above(c.facts.extras.ipss_total, 19),
  }),
];
