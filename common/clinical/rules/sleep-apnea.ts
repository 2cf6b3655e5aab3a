/** Sleep apnea, known or likely. */
import type { ClinicalCase } from '../case.js';
import { STOPBANG_ITEMS } from '../../scores/index.js';
import { isCalendarDate } from '../dates.js';
import { answer, answers, extra, input } from './inputs.js';
import { all, any, atLeastOf, not } from './logic.js';
import type { Tri } from './logic.js';
import { rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const score = (threshold: string) => input('stopbang_score', (c) => c.stopBang?.score, threshold);
const points = (c: ClinicalCase, count: number): Tri =>
  atLeastOf(
    count,
    STOPBANG_ITEMS.map((item) => yes(c, item)),
  );
const noKnownApnea = (c: ClinicalCase): Tri => c.answers.sleep_apnea !== true;

/** Three or four yes answers; open items count nothing, as in the score people see. */
const intermediate = (c: ClinicalCase): Tri => all(points(c, 3), not(points(c, 5)) ?? true);

export const sleepApneaRules = [
  rule({
    key: 'osa_untreated',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    version: 2,
    threshold:
      'sleep_apnea=yes AND sleep_apnea_cpap≠yes (severity not captured by the form) AND not cleared by a clinician',
    recommendation:
      'Sleep apnea without treatment: treat first if severe; clinician to document severity/therapy to clear.',
    source: 'ES18 V; FDA labels V',
    sources: ['ES18', 'LBL'],
    inputs: [
      ...answers('sleep_apnea'),
      answer('sleep_apnea_cpap', 'not yes'),
      extra('osa_cleared_on', 'absent'),
    ],
    test: (c) =>
      all(
        yes(c, 'sleep_apnea'),
        c.answers.sleep_apnea_cpap !== true,
        !isCalendarDate(c.facts.extras.osa_cleared_on),
      ),
  }),
  rule({
    key: 'stopbang_high',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'STOP-BANG 5–8 AND sleep_apnea≠yes',
    recommendation: 'High risk of undiagnosed sleep apnea: sleep study before or alongside starting.',
    source: 'seed bands; UHN V; ES18 V',
    sources: ['ES18', 'UHN', 'SPEC'],
    inputs: [score('5-8'), answer('sleep_apnea', 'not yes'), ...answers(...STOPBANG_ITEMS)],
    applies: noKnownApnea,
    test: (c) => points(c, 5),
  }),
  rule({
    key: 'stopbang_intermediate',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'STOP-BANG 3–4 AND sleep_apnea≠yes',
    recommendation: 'Intermediate sleep-apnea risk: ask about sleep; consider a home test if symptomatic.',
    source: 'seed; UHN V',
    sources: ['UHN', 'SPEC'],
    inputs: [score('3-4'), answer('sleep_apnea', 'not yes'), ...answers(...STOPBANG_ITEMS)],
    applies: noKnownApnea,
    test: intermediate,
  }),
  rule({
    key: 'stopbang_refined_high',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'score 3–4 AND ≥2 of the four STOP items AND (BMI >35 item or neck item)',
    recommendation:
      'The refined STOP-Bang scoring rates this pattern high risk; the displayed band stays "intermediate".',
    source: 'UHN V',
    sources: ['UHN'],
    inputs: [score('3-4'), ...answers(...STOPBANG_ITEMS)],
    test: (c) =>
      all(
        intermediate(c),
        atLeastOf(
          2,
          STOPBANG_ITEMS.slice(0, 4).map((item) => yes(c, item)),
        ),
        any(yes(c, 'stopbang_bmi'), yes(c, 'stopbang_neck')),
      ),
  }),
] satisfies readonly Rule[];
