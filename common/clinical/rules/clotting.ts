/** Clotting, polycythemia and bleeding. */
import type { ClinicalCase } from '../case.js';
import { isCalendarDate } from '../dates.js';
import { answer, answers, extra, formulation, route } from './inputs.js';
import { all } from './logic.js';
import { is, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const notCleared = (c: ClinicalCase): boolean => !isCalendarDate(c.facts.extras.hematology_cleared_on);
const cleared = extra('hematology_cleared_on', 'absent');

export const clottingRules = [
  rule({
    key: 'thrombophilia',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'thrombophilia=yes AND no hematology clearance',
    recommendation: 'Clotting disorder: recommended against; hematology decision only.',
    source: 'ES18 V',
    sources: ['ES18'],
    version: 2,
    when: {
      on: 'Clotting disorder reported on treatment: stop, contact the patient, and refer to hematology.',
    },
    inputs: [...answers('thrombophilia'), cleared],
    test: (c) => all(yes(c, 'thrombophilia'), notCleared(c)),
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
    threshold: 'polycythemia=yes AND no hematology clearance',
    recommendation:
      'History of polycythemia: establish cause and current hematocrit before considering therapy.',
    source: 'ES18 V (elevated Hct); FDA V',
    sources: ['ES18', 'LBL'],
    version: 2,
    when: {
      on: 'History of polycythemia reported on treatment: stop, establish the cause and the current hematocrit.',
    },
    inputs: [...answers('polycythemia'), cleared],
    test: (c) => all(yes(c, 'polycythemia'), notCleared(c)),
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
  rule({
    key: 'vte_history',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'vte_history=yes AND no hematology clearance',
    recommendation: 'Past blood clot in a vein or lung: do not start before hematology has cleared it.',
    when: { on: 'Blood clot reported on treatment: stop, contact the patient, and refer to hematology.' },
    source: 'FDA labels V (venous thromboembolism warning); ES18 V',
    sources: ['LBL', 'ES18'],
    inputs: [answer('vte_history', '= yes'), cleared],
    test: (c) => all(is(c, 'vte_history', 'yes'), notCleared(c)),
  }),
  rule({
    key: 'vte_unsure',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+NO-INCREASE',
    version: 2,
    threshold: 'vte_history=unsure AND no hematology clearance',
    recommendation: 'Patient is unsure about a past blood clot: take the history or get the records.',
    source: 'FDA labels V (venous thromboembolism warning)',
    sources: ['LBL'],
    inputs: [answer('vte_history', '= unsure'), cleared],
    test: (c) => all(is(c, 'vte_history', 'unsure'), notCleared(c)),
  }),
] satisfies readonly Rule[];
