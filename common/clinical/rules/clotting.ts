/** Clotting, polycythemia and bleeding. */
import { answers, formulation, route } from './inputs.js';
import { rule, yes } from './rule.js';
import type { Rule } from './rule.js';

export const clottingRules: readonly Rule[] = [
  rule({
    key: 'thrombophilia',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'thrombophilia=yes',
    recommendation: 'Clotting disorder: recommended against; hematology decision only.',
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: answers('thrombophilia'),
    test: (c) => yes(c, 'thrombophilia'),
  }),
  rule({
    key: 'family_thrombophilia',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'family_thrombophilia=yes',
    recommendation: 'Family clotting disorder: consider testing before start.',
    source: 'P (ES18 basis)',
    sources: ['ES18', 'PRODUCT'],
    inputs: answers('family_thrombophilia'),
    test: (c) => yes(c, 'family_thrombophilia'),
  }),
  rule({
    key: 'polycythemia_history',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'polycythemia=yes',
    recommendation:
      'History of polycythemia: establish cause and current hematocrit before considering therapy.',
    source: 'ES18 V (elevated Hct); FDA V',
    sources: ['ES18', 'LBL'],
    inputs: answers('polycythemia'),
    test: (c) => yes(c, 'polycythemia'),
  }),
  rule({
    key: 'bleeding_disorder_im',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'bleeding_disorders=yes AND plan route IM',
    recommendation: 'Bleeding disorder with intramuscular injection: prefer gel or SC.',
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [formulation, route, ...answers('bleeding_disorders')],
    applies: (c) => (c.product === null ? null : c.product.route === 'intramuscular'),
    test: (c) => yes(c, 'bleeding_disorders'),
  }),
];
