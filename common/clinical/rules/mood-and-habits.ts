/** Mood, alcohol, tobacco. */
import { LONG_TEXT_FIELDS, numberOf, textOf } from '../case.js';
import type { ClinicalCase } from '../case.js';
import { answer, answers, found } from './inputs.js';
import { above, any, atLeast } from './logic.js';
import { is, isNo, matches, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const SELF_HARM = /suicid|kill myself|self.?harm|end my life/;

/** Every long answer a patient wrote, lower case. */
function freeText(c: ClinicalCase): string | null {
  const texts = LONG_TEXT_FIELDS.map((name) => textOf(c.answers[name])).filter((text) => text !== null);
  return texts.length > 0 ? texts.join('\n') : null;
}

export const moodAndHabitsRules = [
  rule({
    key: 'depression_anxiety',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'NOTE',
    threshold: 'depression=yes OR anxiety=yes OR psychiatric_other=yes',
    recommendation:
      'Mood disorder: record baseline mood; ask about it at each visit; testosterone is not an antidepressant.',
    source: 'Xyosted label K; AUA18 V',
    sources: ['AUA18', 'LBL'],
    inputs: answers('depression', 'anxiety', 'psychiatric_other'),
    test: (c) => any(yes(c, 'depression'), yes(c, 'anxiety'), yes(c, 'psychiatric_other')),
  }),
  rule({
    key: 'mood_severe',
    phases: ['BE'],
    severity: 'critical',
    effect: 'FLAG+CALL',
    threshold: 'sadness_mood_severity ≥8 OR free text matches /suicid|kill myself|self.?harm|end my life/',
    recommendation: 'Same-day contact for safety assessment; give 988 / 911 information.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      ...answers('sadness_mood'),
      answer('sadness_mood_severity', '>= 8'),
      found('free_text', freeText, SELF_HARM),
    ],
    test: (c) =>
      any(
        isNo(c, 'sadness_mood') ? false : atLeast(numberOf(c.answers.sadness_mood_severity), 8),
        matches(freeText(c), SELF_HARM) ?? false,
      ),
  }),
  rule({
    key: 'alcohol_heavy',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'alcohol drinks/week >14 or heavy history=yes',
    recommendation: 'Heavy alcohol lowers T and raises estradiol: advise reduction; liver tests.',
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [
      answer('alcohol_consumption'),
      answer('alcohol_drinks_per_week', '> 14'),
      answer('alcohol_heavy_history'),
    ],
    test: (c) =>
      isNo(c, 'alcohol_consumption')
        ? false
        : any(above(numberOf(c.answers.alcohol_drinks_per_week), 14), yes(c, 'alcohol_heavy_history')),
  }),
  rule({
    key: 'copd_tobacco_hct',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'copd=yes OR tobacco_use=yes',
    recommendation: 'Smoking/COPD raise hematocrit: interpret Hct, advise stopping.',
    source: 'P; FDA sleep-apnea/lung V',
    sources: ['LBL', 'PRODUCT'],
    inputs: [...answers('copd'), answer('tobacco_use', '= yes')],
    test: (c) => any(yes(c, 'copd'), is(c, 'tobacco_use', 'yes')),
  }),
] satisfies readonly Rule[];
