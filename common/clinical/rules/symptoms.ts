/** Symptoms and questionnaires. Scores inform; none decides eligibility by itself. */
import { ADAM_ITEMS } from '../../scores/index.js';
import { input } from './inputs.js';
import { answers } from './inputs.js';
import { any, atLeastOf, atMost, below } from './logic.js';
import { rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const iiefTotal = (threshold: string) => input('iief5_total', (c) => c.iief?.score, threshold);

export const symptomsRules = [
  rule({
    key: 'symptoms_absent',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'adam_positive false AND IIEF-5 total ≥22 or blank',
    recommendation:
      'No qualifying symptoms reported: a low value alone is not testosterone deficiency; clinician must document symptoms or signs.',
    source: 'AUA18 V; ES18 V',
    sources: ['ES18', 'AUA18'],
    inputs: [input('adam_positive', (c) => c.adam?.positive, 'no'), iiefTotal('>= 22, or no score')],
    test: (c) => c.adam?.positive !== true && (c.iief === null || c.iief.score >= 22),
  }),
  rule({
    key: 'adam_positive',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'Q1 decreased_libido OR Q7 weaker_erections OR ≥3 of the ten',
    recommendation:
      'ADAM screen positive (sensitive, not specific): supports testing, never diagnoses or selects treatment.',
    source: 'Morley00 V; AUA18 advises against questionnaires V',
    sources: ['AUA18', 'Morley00'],
    inputs: answers(...ADAM_ITEMS),
    test: (c) =>
      any(
        yes(c, 'decreased_libido'),
        yes(c, 'weaker_erections'),
        atLeastOf(
          3,
          ADAM_ITEMS.map((item) => yes(c, item)),
        ),
      ),
  }),
  rule({
    key: 'iief_ed_present',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'IIEF-5 total ≤21 (seed bands: 17–21 mild, 12–16 moderate, 8–11 moderate-severe, <8 severe)',
    recommendation:
      'Erectile dysfunction by score: assess cardiovascular risk; testosterone alone may not correct it.',
    source: 'seed; Rosen99 V; AUA18 K',
    sources: ['AUA18', 'Rosen99', 'SPEC'],
    inputs: [iiefTotal('<= 21')],
    test: (c) => atMost(c.iief?.score, 21),
  }),
  rule({
    key: 'iief_severe',
    phases: ['BE'],
    severity: 'warning',
    effect: 'NOTE',
    threshold: 'IIEF-5 total <8 (all zeros may mean "not sexually active")',
    recommendation:
      'Severe score: check for inactivity (zeros), vascular disease, drugs; discuss ED treatment separately.',
    source: 'seed bands; Rosen99 V',
    sources: ['Rosen99', 'SPEC'],
    inputs: [iiefTotal('< 8')],
    test: (c) => below(c.iief?.score, 8),
  }),
] satisfies readonly Rule[];
