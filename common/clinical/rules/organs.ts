/** Liver and kidney. */
import { isOralUndecanoate } from '../formulations.js';
import { answers, formulation } from './inputs.js';
import { any } from './logic.js';
import { product, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

export const organsRules = [
  rule({
    key: 'liver_disease_oral',
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold: 'liver_disease=yes AND oral formulation',
    recommendation: 'Liver disease: avoid oral testosterone; never 17-alpha-alkylated androgens.',
    source: 'FDA labels V (hepatic AE)',
    sources: ['LBL'],
    inputs: [formulation, ...answers('liver_disease')],
    applies: product(isOralUndecanoate),
    test: (c) => yes(c, 'liver_disease'),
  }),
  rule({
    key: 'organ_disease_review',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'liver_disease=yes OR kidney_disease=yes',
    recommendation:
      'Liver or kidney disease: grade severity (serious disease is a cypionate label contraindication), watch edema; get CMP.',
    source: 'Depo-T label V',
    sources: ['LBL'],
    inputs: answers('liver_disease', 'kidney_disease'),
    test: (c) => any(yes(c, 'liver_disease'), yes(c, 'kidney_disease')),
  }),
] satisfies readonly Rule[];
