import type { DrawStep, DrawTiming } from './draw-preparation.js';

/** When to go, as the patient, the clinician and the laboratory read it. */
export const DRAW_TIMING_TEXT: Readonly<Record<DrawTiming, string>> = {
  any_hour: 'At any hour. These tests do not depend on the time of day or on your last dose.',
  before_10: 'Between 7 and 10 a.m. Testosterone is highest in the morning.',
  mid_interval:
    'In the morning, midway between two injections. With weekly injections: 3 to 4 days after one.',
  before_weekly_injection: 'Seven days after your last injection, before the next one.',
  before_gel: 'In the morning, before that day’s gel: 20 to 26 hours after you last applied it.',
  patch_on: 'In the morning, 3 to 12 hours after you put on the patch the evening before.',
  oral_5_to_7_hours: '5 to 7 hours after your morning dose.',
  oral_3_to_5_hours: '3 to 5 hours after your morning dose.',
  oral_8_to_9_hours: '8 to 9 hours after your morning dose.',
  before_next_injection: 'Just before your next injection, on the same day or the day before.',
  before_next_pellets: 'At the end of the interval, before the next pellets are placed.',
  clinician_says: 'At the hour that your clinician told you.',
};

/** What to do or skip before. */
export const DRAW_STEP_TEXT: Readonly<Record<DrawStep, string>> = {
  fast: 'Do not eat for 8 to 12 hours before. Water is fine. Take your other medicines as usual.',
  no_gel_before: 'Do not apply gel that morning before the draw. Apply it afterward.',
  not_gel_arm:
    'If you put gel on your arms or shoulders, say so: gel left on the skin gives false high results.',
  no_injection_before: 'Do not inject before the draw. Inject afterward.',
  keep_patch: 'Leave the patch on. Have the blood drawn away from it.',
  no_biotin:
    'Do not take biotin (vitamin B7, also in hair and nail products) for 3 days before: it gives false results.',
  psa_rest: 'For the PSA: no ejaculation and no cycling for 2 days before.',
  dose_with_food: 'Take your morning dose with food as usual, and write down the time.',
};

export const FASTING_CONFLICT_TEXT =
  'This medicine is taken with food, and other tests of this order need an empty stomach. Two visits: the fasting tests before the dose, testosterone after it.';
