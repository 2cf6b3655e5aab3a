/** Wish for children, breast symptoms and estradiol. */
import type { ClinicalCase } from '../case.js';
import { answer, answers, estradiol, extra, onTherapyInput } from './inputs.js';
import { above, all, any } from './logic.js';
import type { Tri } from './logic.js';
import { is, notOnTherapy, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const breastSymptoms = (c: ClinicalCase): Tri =>
  any(yes(c, 'gynecomastia'), c.facts.extras.breast_symptoms ?? null);

export const fertilityAndEstradiolRules = [
  rule({
    key: 'fertility_desired',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'desire_fertility=yes',
    recommendation:
      'Wants fertility: do not start testosterone (suppresses sperm); refer to reproductive urology for alternatives.',
    when: {
      on: 'Now desires fertility: discuss stopping testosterone; refer to reproductive urology.',
      held: 'Desires fertility: do not restart testosterone; refer to reproductive urology.',
      after: 'Desires fertility: do not restart testosterone; refer to reproductive urology.',
    },
    source: 'ES18 V; AUA18 V',
    sources: ['ES18', 'AUA18'],
    inputs: [answer('desire_fertility', '= yes')],
    test: (c) => is(c, 'desire_fertility', 'yes'),
  }),
  rule({
    key: 'fertility_unsure',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+NO-INCREASE',
    version: 2,
    threshold: 'desire_fertility=unsure',
    recommendation: 'Undecided: counsel on sperm suppression, offer semen analysis/banking before starting.',
    source: 'AUA18 V',
    sources: ['AUA18'],
    inputs: [answer('desire_fertility', '= unsure')],
    test: (c) => is(c, 'desire_fertility', 'unsure'),
  }),
  rule({
    key: 'gynecomastia_baseline_e2',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'not on therapy AND gynecomastia=yes AND no estradiol on file',
    recommendation: 'Breast enlargement: measure estradiol before treatment; breast exam.',
    source: 'AUA18 V',
    sources: ['AUA18'],
    inputs: [onTherapyInput, ...answers('gynecomastia'), estradiol('present')],
    applies: notOnTherapy,
    test: (c) => all(yes(c, 'gynecomastia'), c.estradiol === null),
  }),
  rule({
    key: 'estradiol_high_symptomatic',
    phases: ['MO'],
    severity: 'warning',
    effect: 'NO-INCREASE',
    version: 2,
    threshold: 'estradiol_pg_ml >42.0 AND (gynecomastia=yes or breast_symptoms=true)',
    recommendation:
      'High estradiol with breast symptoms: examine, lower dose or split doses; aromatase inhibitor only by clinician.',
    when: {
      held: 'High estradiol with breast symptoms: examine, keep holding. After release: a lower or split dose; aromatase inhibitor only by clinician.',
      after:
        'High estradiol with breast symptoms after stopping: examine and look for another cause; aromatase inhibitor only by clinician.',
    },
    source: 'cut-off: literature V(42.6); P',
    sources: ['PRODUCT'],
    inputs: [estradiol('> 42.0 pg/mL'), ...answers('gynecomastia'), extra('breast_symptoms')],
    test: (c) => all(above(c.estradiol?.value, 42), breastSymptoms(c)),
  }),
  rule({
    key: 'estradiol_over_60',
    phases: ['MO'],
    severity: 'warning',
    effect: 'NO-INCREASE',
    version: 2,
    threshold: 'estradiol_pg_ml >60.0 (any symptoms)',
    recommendation: 'Marked estradiol rise: repeat by LC-MS/MS; review dose, weight, alcohol, liver.',
    when: {
      held: 'Marked estradiol rise: repeat by LC-MS/MS; review weight, alcohol, liver. After release: review the dose.',
      after: 'Marked estradiol rise after stopping: repeat by LC-MS/MS; review weight, alcohol, liver.',
    },
    source: 'practice survey V(secondary); P',
    sources: ['PRODUCT'],
    inputs: [estradiol('> 60.0 pg/mL')],
    test: (c) => above(c.estradiol?.value, 60),
  }),
] satisfies readonly Rule[];
