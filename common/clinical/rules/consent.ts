/** Consents and education. */
import { answer, answers, input } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

const CONSENTS = ['consent_evaluation', 'consent_labs', 'consent_understand', 'consent_disclosed'] as const;

export const consentRules = [
  rule({
    key: 'consent_missing',
    phases: ['BE'],
    severity: 'critical',
    effect: 'SUBMIT-BLOCK',
    overridable: false,
    threshold: 'any of consent_evaluation, consent_labs, consent_understand, consent_disclosed ≠ true',
    recommendation: 'Please acknowledge all consent statements before submitting.',
    source: 'seed',
    sources: ['SPEC'],
    inputs: CONSENTS.map((name) => answer(name, 'yes')),
    test: (c) => CONSENTS.some((name) => c.answers[name] !== true),
  }),
  rule({
    key: 'consent_rx_missing',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold: 'consent_telemedicine or consent_controlled ≠ true, or signature_date blank',
    recommendation:
      'Telemedicine and controlled-substance consents plus signature are needed before prescribing.',
    source: 'state law varies K; P',
    sources: ['STATE', 'PRODUCT'],
    inputs: [
      answer('consent_telemedicine', 'yes'),
      answer('consent_controlled', 'yes'),
      ...answers('signature_date'),
    ],
    test: (c) =>
      c.answers.consent_telemedicine !== true ||
      c.answers.consent_controlled !== true ||
      c.answers.signature_date === undefined,
  }),
  rule({
    key: 'education_not_acknowledged',
    phases: ['RX'],
    severity: 'warning',
    effect: 'RXBLOCK',
    threshold: 'education_acknowledged ≠ true when a prescription is approved',
    recommendation: 'Patient has not acknowledged education: remind before first fill.',
    source: 'P; FDA Medication Guides V',
    sources: ['LBL', 'PRODUCT'],
    inputs: [input('education_acknowledged', (c) => c.facts.education_acknowledged, 'yes')],
    test: (c) => c.facts.education_acknowledged !== true,
  }),
] satisfies readonly Rule[];
