/** The diagnosis: two morning totals on different days. */
import { isNotMorning } from '../case.js';
import type { ClinicalCase, Draw } from '../case.js';
import { isCalendarDate } from '../dates.js';
import {
  answer,
  answers,
  bodyMassIndex,
  drawTime,
  extra,
  input,
  morningTotals,
  onTherapyInput,
} from './inputs.js';
import { LOW_FREE_PG_ML } from './endocrine.js';
import { all, any, atLeast, below } from './logic.js';
import type { Tri } from './logic.js';
import { notOnTherapy, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const LOW = 300;
const HARMONIZED_LOWER_LIMIT = 264;

/** Above this total, only a low free testosterone on file can explain the diagnosis. */
const BORDERLINE = 400;

/** A clinician has confirmed a low free testosterone, and nothing on file makes that impossible. */
const freeTConfirmed = (c: ClinicalCase): boolean =>
  isCalendarDate(c.facts.extras.free_t_low_confirmed_on) &&
  (c.latestTwo.every((draw) => draw.value <= BORDERLINE) || below(c.freeT?.pg_ml, LOW_FREE_PG_ML) === true);

const bothOfTwo = (c: ClinicalCase, test: (value: number) => boolean): Tri =>
  c.latestTwo.length < 2 ? null : c.latestTwo.every((draw) => test(draw.value));

const lowest = (c: ClinicalCase): number | null =>
  c.morningTotals.length === 0 ? null : Math.min(...c.morningTotals.map((draw) => draw.value));

const isLow = (draw: Draw): boolean => draw.value < LOW;
/** Two low mornings at the approval stand for good once a dose may have been taken: until then a new result counts. */
const wasEstablished = (c: ClinicalCase): boolean =>
  c.dosed && c.morningsAtApproval.filter(isLow).length >= 2;
/** Without a plan, two normal mornings block treatment by a rule of their own; with one, also a correction may make them so. */
function isOpen(c: ClinicalCase): boolean {
  const low = c.latestTwo.filter(isLow).length;
  return c.latestTwo.length < 2 || low === 1 || (low === 0 && c.onTherapy);
}

export const lowTestosteroneRules = [
  rule({
    key: 'low_t_confirmed',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold:
      '≥2 pre-treatment morning tt_ng_dl (drawn 05:00 to 10:00, different dates, ≤365 d old) with the latest two both <300',
    recommendation:
      'Two separate morning totals are below 300 ng/dL: the biochemical criterion is met; confirm symptoms and look for the cause (LH, FSH, prolactin).',
    source: 'AUA18 V; ES18 V',
    sources: ['ES18', 'AUA18'],
    inputs: morningTotals('< 300 ng/dL'),
    test: (c) => bothOfTwo(c, (value) => value < LOW),
  }),
  rule({
    key: 'low_t_below_es_reference',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'latest two morning totals both <264',
    recommendation:
      'Both totals are also under the harmonized lower reference limit (264 ng/dL), the stricter cut-off.',
    source: 'ES18 / Travison17 V',
    sources: ['ES18', 'Travison17'],
    inputs: morningTotals('< 264 ng/dL'),
    test: (c) => bothOfTwo(c, (value) => value < HARMONIZED_LOWER_LIMIT),
  }),
  rule({
    key: 'low_t_unconfirmed',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    version: 5,
    threshold:
      'fewer than 2 qualifying morning totals before treatment OR exactly one of the latest two is <300 (once a plan is approved also none of them), and no low free testosterone confirmed (a total >400 needs a calculated one <65 pg/mL); therapy begun or not',
    recommendation:
      'Diagnosis not confirmed: order a (repeat) fasting total testosterone before 10 a.m. on a separate day before any prescription.',
    when: {
      on: 'Diagnosis was not confirmed before treatment: find two morning totals drawn before the start, or document why treatment continues.',
    },
    source: 'AUA18 V; ES18 V; all FDA labels V',
    sources: ['ES18', 'AUA18', 'LBL'],
    inputs: [
      onTherapyInput,
      ...morningTotals('both < 300 ng/dL, or both not'),
      extra('free_t_low_confirmed_on', 'absent'),
    ],
    test: (c) => !freeTConfirmed(c) && !wasEstablished(c) && isOpen(c),
  }),
  rule({
    key: 't_not_low',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    version: 3,
    threshold:
      'not on therapy AND previous_trt_experience≠current AND latest two morning totals both ≥300 AND no low free testosterone confirmed (a total >400 needs a calculated one <65 pg/mL)',
    recommendation:
      'Testosterone is not low on two mornings: do not start; look for other causes of symptoms; consider free T if SHBG is abnormal.',
    source: 'AUA18 V; FDA labels V',
    sources: ['AUA18', 'LBL'],
    inputs: [
      onTherapyInput,
      answer('previous_trt_experience', 'not current'),
      ...morningTotals('>= 300 ng/dL'),
      extra('free_t_low_confirmed_on', 'absent'),
    ],
    applies: notOnTherapy,
    test: (c) =>
      all(
        c.answers.previous_trt_experience !== 'current',
        !freeTConfirmed(c),
        bothOfTwo(c, (value) => value >= LOW),
      ),
  }),
  rule({
    key: 't_borderline_free_t',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold:
      'not on therapy AND any of latest two morning totals in 264–400, or (any <300 AND BMI ≥30 or diabetes)',
    recommendation:
      'Near-threshold total T or a condition that shifts SHBG: add SHBG and free T (equilibrium dialysis or calculated).',
    source: 'ES18 V (band edges P)',
    sources: ['ES18', 'PRODUCT'],
    inputs: [
      onTherapyInput,
      ...morningTotals('264-400 ng/dL'),
      bodyMassIndex('>= 30 kg/m2'),
      ...answers('diabetes'),
    ],
    applies: notOnTherapy,
    test: (c) => {
      const values = c.latestTwo.map((draw) => draw.value);
      const near = values.some((value) => value >= HARMONIZED_LOWER_LIMIT && value <= 400);
      const low = values.some((value) => value < LOW);
      return any(
        near,
        all(low, any(atLeast(c.bmi, 30), yes(c, 'diabetes'))),
        values.length < 2 ? null : false,
      );
    },
  }),
  rule({
    key: 't_very_low_pituitary',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'not on therapy AND any morning total <150',
    recommendation:
      'Very low testosterone: measure LH, FSH and prolactin; consider pituitary imaging if LH is low or low-normal.',
    source: 'AUA18 V(secondary); ES18 V(secondary)',
    sources: ['ES18', 'AUA18'],
    inputs: [
      onTherapyInput,
      input('tt_ng_dl_morning_lowest', lowest, '< 150 ng/dL', { unit: 'ng/dL', max_age_days: 365 }),
    ],
    applies: notOnTherapy,
    test: (c) => (c.morningTotals.length === 0 ? null : c.morningTotals.some((draw) => draw.value < 150)),
  }),
  rule({
    key: 'lab_draw_not_morning',
    version: 2,
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'a pre-treatment tt_ng_dl whose collected_at local time is after 10:00 or before 05:00',
    recommendation:
      'Sample drawn after 10 a.m., or before 5 a.m. (check the time): does not count toward the diagnosis; repeat in the morning, fasting.',
    source: 'AUA18 V; ES18 V (10:00 and 05:00 cuts P)',
    sources: ['ES18', 'AUA18', 'PRODUCT'],
    inputs: [
      drawTime(
        (c) => c.pretreatmentTotals.find(isNotMorning) ?? c.pretreatmentTotals[0],
        'after 10:00 or before 05:00',
      ),
    ],
    test: (c) => (c.pretreatmentTotals.length === 0 ? null : any(...c.pretreatmentTotals.map(isNotMorning))),
  }),
] satisfies readonly Rule[];
