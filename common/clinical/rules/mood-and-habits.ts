/** Mood, alcohol, tobacco. */
import { emergencyDetector } from '../../emergency/emergency.js';
import { FREE_TEXT_FIELDS, redFlags, type FieldName } from '../../intake/index.js';
import { numberOf, textOf } from '../case.js';
import type { ClinicalCase } from '../case.js';
import { daysBetween } from '../dates.js';
import type { ReportedScores } from '../reported.js';
import { answer, answers, input } from './inputs.js';
import type { InputUse } from './inputs.js';
import { above, any, atLeast } from './logic.js';
import { is, isNo, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

/** The questions whose text speaks of self-harm, in any wording the detector knows; null while no text is filled in. */
function selfHarmTexts(c: ClinicalCase): FieldName[] | null {
  const written = FREE_TEXT_FIELDS.some((name) => textOf(c.answers[name]) !== null);
  if (!written) return null;
  return redFlags(c.answers, emergencyDetector)
    .filter(({ kind, field }) => kind === 'self_harm' && field !== 'sadness_mood_severity')
    .map(({ field }) => field);
}

/** As long as a check-in tells of today. */
const CHECK_IN_DAYS = 90;
/** The newest check-in with a PHQ-2, and its age in days. */
function moodAsked({ facts, today }: ClinicalCase): { told: ReportedScores; days: number } | null {
  const told = facts.check_ins?.findLast(({ phq2_total: total }) => typeof total === 'number');
  return told ? { told, days: daysBetween(told.on, today) } : null;
}
const moodInput = (
  name: string,
  read: (told: ReportedScores) => number | string | null,
  threshold?: string,
): InputUse => ({
  name,
  max_age_days: CHECK_IN_DAYS,
  ...(threshold && { threshold }),
  read: (c) => {
    const asked = moodAsked(c);
    return asked ? { value: read(asked.told), age_days: asked.days } : { value: null };
  },
});

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
    version: 2,
    threshold:
      'sadness_mood_severity ≥8 OR the emergency detector reads self-harm in a free text of the intake',
    recommendation: 'Same-day contact for safety assessment; give 988 / 911 information.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      ...answers('sadness_mood'),
      answer('sadness_mood_severity', '>= 8'),
      input('free_text', (c) => {
        const texts = selfHarmTexts(c);
        return texts === null ? null : texts.join(', ') || 'no match';
      }),
    ],
    test: (c) =>
      any(
        isNo(c, 'sadness_mood') ? false : atLeast(numberOf(c.answers.sadness_mood_severity), 8),
        (selfHarmTexts(c) ?? []).length > 0,
      ),
  }),
  rule({
    key: 'phq2_positive',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+CALL',
    threshold: 'PHQ-2 of 3 or more at the newest check-in that asked it, at most 90 d old',
    recommendation:
      'PHQ-2 positive: call the patient about mood and safety, and complete the PHQ-9 where it was not asked.',
    source: 'Kroenke03 V',
    sources: ['Kroenke03'],
    inputs: [
      moodInput('phq2_total', ({ phq2_total: total }) => total ?? null, '>= 3'),
      moodInput('phq9_total', ({ phq9_total: total }) => total ?? 'not asked or not complete'),
      moodInput(
        'call_owner',
        ({ call_owner: owner }) => owner ?? 'no one could be named for the same day, so PHQ-9 was not asked',
      ),
    ],
    test: (c) => {
      const asked = moodAsked(c);
      return asked ? asked.days <= CHECK_IN_DAYS && (asked.told.phq2_total ?? 0) >= 3 : null;
    },
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
