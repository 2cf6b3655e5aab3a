/** Age, sex and body weight. */
import { age, answer, bodyMassIndex } from './inputs.js';
import { atLeast, below, not, within } from './logic.js';
import { is, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

export const personRules = [
  rule({
    key: 'age_under_18',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'age <18',
    recommendation: 'Under 18: outside this program.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [age('< 18')],
    test: (c) => below(c.age, 18),
  }),
  rule({
    key: 'age_18_24',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: '18 ≤ age ≤24',
    recommendation: 'Young adult: look for congenital/pituitary causes; fertility counseling is essential.',
    source: 'P; ES18 basis',
    sources: ['ES18', 'PRODUCT'],
    inputs: [age('18-24')],
    test: (c) => within(c.age, 18, 24),
  }),
  rule({
    key: 'age_65_plus',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'NOTE',
    threshold: 'age ≥65',
    recommendation:
      '65 or older: individual decision only with symptoms and consistently low T; low start, closer Hct/PSA/BP checks.',
    source: 'ES18 K; FDA geriatric V',
    sources: ['ES18', 'LBL'],
    inputs: [age('>= 65')],
    test: (c) => atLeast(c.age, 65),
  }),
  rule({
    key: 'sex_not_male',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'STOP-BANG male=no',
    recommendation:
      'Products are labeled for males only: clinician review (also checks a mis-tapped answer).',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [answer('stopbang_male', '= no')],
    test: (c) => not(yes(c, 'stopbang_male')),
  }),
  rule({
    key: 'bmi_obesity',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'BMI ≥30.0',
    recommendation: 'Obesity lowers total T via SHBG: measure free T; weight loss can raise T.',
    source: 'ES18 V(secondary)',
    sources: ['ES18'],
    inputs: [bodyMassIndex('>= 30.0 kg/m2')],
    test: (c) => atLeast(c.bmi, 30),
  }),
  rule({
    key: 'bmi_40_plus',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'BMI ≥40.0',
    recommendation:
      'Class III obesity: screen for sleep apnea; expect lower levels per mg; BP and Hct closely.',
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [bodyMassIndex('>= 40.0 kg/m2')],
    test: (c) => atLeast(c.bmi, 40),
  }),
  rule({
    key: 'sex_assigned_not_male',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'sex_assigned_at_birth answered with anything but male',
    recommendation:
      'Sex assigned at birth is not recorded as male: the program rules and lab ranges are made for men; a clinician decides.',
    source: 'FDA labels V',
    sources: ['LBL'],
    inputs: [answer('sex_assigned_at_birth', 'not male')],
    test: (c) => not(is(c, 'sex_assigned_at_birth', 'male')),
  }),
] satisfies readonly Rule[];
