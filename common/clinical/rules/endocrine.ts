/** Free testosterone, pituitary hormones, and results that call for contact today. */
import { deriveCase } from '../case.js';
import type { ClinicalCase } from '../case.js';
import { criticalValues } from '../critical-labs.js';
import type { CriticalValue } from '../critical-labs.js';
import { daysBetween } from '../dates.js';
import type { ClinicalFacts, LabPanel } from '../facts.js';
import { ANALYTE_BY_KEY } from '../labs.js';
import { input, morningTotals, newest, onTherapyInput } from './inputs.js';
import type { InputUse } from './inputs.js';
import { above, all, atLeast, below } from './logic.js';
import type { Tri } from './logic.js';
import { notOnTherapy, rule } from './rule.js';
import type { Rule } from './rule.js';

const LOW_TOTAL = 300;
/** 225 pmol/L. */
export const LOW_FREE_PG_ML = 65;
const PROLACTIN_TIMES_UPPER = 1.5;

const lowTotal = (c: ClinicalCase): Tri =>
  c.latestTwo.length === 0 ? null : c.latestTwo.some((draw) => draw.value < LOW_TOTAL);
const bothLow = (c: ClinicalCase): Tri =>
  c.latestTwo.length < 2 ? null : c.latestTwo.every((draw) => draw.value < LOW_TOTAL);

const freeT = (threshold: string): InputUse[] => [
  {
    name: 'free_t_calculated',
    unit: 'pg/mL',
    threshold,
    read: (c) => (c.freeT ? { value: c.freeT.pg_ml, age_days: c.freeT.total.age_days } : { value: null }),
  },
  newest('shbg_nmol_l', undefined, { max_age_days: 180 }),
  input('albumin_assumed', (c) => c.freeT?.albumin_assumed),
];

const upper = ANALYTE_BY_KEY.get('prolactin_ng_ml')?.reference_high ?? Infinity;
const prolactinLimit = Math.round(PROLACTIN_TIMES_UPPER * upper * 10) / 10;
const lowerLh = ANALYTE_BY_KEY.get('lh_miu_ml')?.reference_low ?? 0;

/** The hematocrit rules speak of a high value themselves, while it is the newest. */
const hasOwnRule = ({ analyte, value, limit, comparator }: CriticalValue): boolean =>
  analyte === 'hct_percent' && (value > limit || Boolean(comparator?.startsWith('>')));

/** A critical value that another draw contradicts so soon is not settled by it. */
const CONTRADICTED_WITHIN_DAYS = 14;
/** One that was entered after a newer draw was seen by nobody in time: it counts for so long after its own. */
const LATE_WITHIN_DAYS = 120;
const DAY_MS = 86_400_000;

/** How a value past its limit stands to the newest one of its analyte. */
function besides(c: ClinicalCase, panel: LabPanel, { analyte }: CriticalValue): 'soon' | 'late' | null {
  const newest = c.newest.get(analyte);
  if (newest === undefined || newest.collected_at === panel.collected_at) return null;
  const other = c.facts.labs.find(({ collected_at: at }) => at === newest.collected_at);
  const isLate = Date.parse(panel.entered_at ?? '') > Date.parse(other?.entered_at ?? '');
  if (isLate && daysBetween(panel.collected_at.slice(0, 10), c.today) <= LATE_WITHIN_DAYS) return 'late';
  const apart = Date.parse(newest.collected_at) - Date.parse(panel.collected_at);
  return apart <= CONTRADICTED_WITHIN_DAYS * DAY_MS ? 'soon' : null;
}

/** Above what any product gives between two doses: whatever the hour of the draw, someone looks at it. */
const FAR_ABOVE_NG_DL = 1500;
const newestIsDosed = (c: ClinicalCase): boolean =>
  c.newest.get('tt_ng_dl')?.collected_at === c.dosedTotal?.collected_at;

/** Of panels that nobody reached the patient about; one that says nothing of a call is not judged. */
const notReached = (
  c: ClinicalCase,
  counts: (panel: LabPanel, value: CriticalValue) => boolean,
): CriticalValue[] =>
  c.facts.labs
    .filter(({ called }) => called === false)
    .flatMap((panel) => criticalValues(panel.results, panel.limits).filter((value) => counts(panel, value)));

/** The newest of each analyte, and those that came in late and that nobody called about. */
function criticalOf(c: ClinicalCase): CriticalValue[] {
  const newest = [...c.newest];
  const values = Object.fromEntries(newest.map(([key, draw]) => [key, draw.limit?.value ?? draw.value]));
  const limits = Object.fromEntries(newest.map(([key, draw]) => [key, draw.limit?.comparator]));
  return [
    ...criticalValues(values, limits).filter((value) => !hasOwnRule(value)),
    ...notReached(c, (panel, value) => besides(c, panel, value) === 'late'),
  ];
}

/** Critical values whose patient was not reached: the newest of each analyte, and earlier ones that still count. */
const notCalled = (c: ClinicalCase): CriticalValue[] =>
  notReached(
    c,
    (panel, value) =>
      besides(c, panel, value) !== null ||
      (c.newest.get(value.analyte)?.collected_at === panel.collected_at && !hasOwnRule(value)),
  );

/** Whether a critical result waits for the call, whatever came in since. */
export const callMissing = (facts: ClinicalFacts): boolean => notCalled(deriveCase(facts)).length > 0;

const criticalInWords = (values: readonly CriticalValue[]): string =>
  values
    .map(
      ({ analyte, value, comparator = '', unit }) =>
        `${ANALYTE_BY_KEY.get(analyte)?.short ?? analyte} ${comparator}${value} ${unit}`,
    )
    .join(', ') || 'none';

export const endocrineRules = [
  rule({
    key: 'free_t_normal',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: `not on therapy AND latest two morning totals both <300 AND calculated free testosterone ≥${LOW_FREE_PG_ML} pg/mL`,
    recommendation:
      'Total testosterone is low but calculated free testosterone is normal (low SHBG): confirm symptoms and consider not treating.',
    source: 'ES18 V (free T where SHBG is altered); cut-off EAU K',
    sources: ['ES18', 'EAU-FT', 'VERMEULEN99'],
    inputs: [onTherapyInput, ...morningTotals('< 300 ng/dL'), ...freeT(`>= ${LOW_FREE_PG_ML} pg/mL`)],
    applies: notOnTherapy,
    test: (c) => all(bothLow(c), atLeast(c.freeT?.pg_ml, LOW_FREE_PG_ML)),
  }),
  rule({
    key: 'free_t_low',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: `not on therapy AND calculated free testosterone <${LOW_FREE_PG_ML} pg/mL`,
    recommendation:
      'Calculated free testosterone is low: with symptoms this supports the diagnosis even where the total is not low.',
    source: 'ES18 V (free T where SHBG is altered); cut-off EAU K',
    sources: ['ES18', 'EAU-FT', 'VERMEULEN99'],
    inputs: [onTherapyInput, ...freeT(`< ${LOW_FREE_PG_ML} pg/mL`)],
    applies: notOnTherapy,
    test: (c) => below(c.freeT?.pg_ml, LOW_FREE_PG_ML),
  }),
  rule({
    key: 'lh_missing',
    phases: ['BE'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'not on therapy AND any of the latest two morning totals <300 AND no LH on file',
    recommendation: 'Low testosterone without an LH: measure it to tell testicular from pituitary causes.',
    source: 'AUA18 V (LH in all with low T)',
    sources: ['AUA18'],
    inputs: [onTherapyInput, ...morningTotals('< 300 ng/dL'), newest('lh_miu_ml', 'present')],
    applies: notOnTherapy,
    test: (c) => all(lowTotal(c), !c.newest.has('lh_miu_ml')),
  }),
  rule({
    key: 'lh_low_prolactin_missing',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: `not on therapy AND a low morning total AND LH <${lowerLh} mIU/mL AND no prolactin on file`,
    recommendation:
      'Low testosterone with low LH: measure prolactin before treatment; consider pituitary imaging.',
    source: 'AUA18 V',
    sources: ['AUA18', 'ES18'],
    inputs: [
      onTherapyInput,
      ...morningTotals('< 300 ng/dL'),
      newest('lh_miu_ml', `< ${lowerLh} mIU/mL`),
      newest('prolactin_ng_ml', 'present'),
    ],
    applies: notOnTherapy,
    test: (c) =>
      all(lowTotal(c), below(c.newest.get('lh_miu_ml')?.value, lowerLh), !c.newest.has('prolactin_ng_ml')),
  }),
  rule({
    key: 'prolactin_high',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'FLAG+RXBLOCK',
    threshold: `prolactin >${prolactinLimit} ng/mL (1.5 × the upper limit)`,
    recommendation:
      'High prolactin: repeat it, review medicines, consider pituitary imaging and endocrinology before prescribing.',
    source: 'AUA18 V; factor P',
    sources: ['AUA18', 'PRODUCT'],
    inputs: [newest('prolactin_ng_ml', `> ${prolactinLimit} ng/mL`)],
    test: (c) => above(c.newest.get('prolactin_ng_ml')?.value, prolactinLimit),
  }),
  rule({
    key: 't_far_above_normal',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: `the newest tt_ng_dl >${FAR_ABOVE_NG_DL}, unless it is judged as a level of the dose (t_supraphysiologic)`,
    recommendation:
      'Testosterone far above normal: verify the draw, its hours since the dose, contamination of the arm by gel, and what was taken; repeat it.',
    source: 'Travison17 upper 916 V; 1500 P',
    sources: ['Travison17', 'PRODUCT'],
    inputs: [newest('tt_ng_dl', `> ${FAR_ABOVE_NG_DL} ng/dL`)],
    applies: (c) => !(c.onTherapy && c.dosedTimingValid === true && newestIsDosed(c)),
    test: (c) => above(c.newest.get('tt_ng_dl')?.value, FAR_ABOVE_NG_DL),
  }),
  rule({
    key: 'critical_lab',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'FLAG+CALL',
    version: 2,
    threshold: `the newest value of an analyte passes its critical limit, or one that was drawn at most ${LATE_WITHIN_DAYS} d ago and entered after the newest, of which no call is recorded`,
    recommendation:
      'Critical lab result: contact the patient the same day and record who was reached and when.',
    source: 'reference laboratories K; KDIGO K',
    sources: ['CRITICAL-LISTS', 'KDIGO12'],
    inputs: [input('critical_values', (c) => (c.newest.size === 0 ? null : criticalInWords(criticalOf(c))))],
    test: (c) => (c.newest.size === 0 ? null : criticalOf(c).length > 0),
  }),
  rule({
    key: 'critical_lab_not_called',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'RXBLOCK+CALL',
    version: 4,
    threshold: `the newest value of an analyte, one drawn at most ${CONTRADICTED_WITHIN_DAYS} d before it, or one drawn at most ${LATE_WITHIN_DAYS} d ago and entered after it, passes its critical limit, and no call that reached the patient is recorded`,
    recommendation: 'Critical lab result: call the patient and record the call before the order leaves.',
    source: 'P safety',
    sources: ['CRITICAL-LISTS', 'PRODUCT'],
    inputs: [input('critical_values', (c) => (c.newest.size === 0 ? null : criticalInWords(notCalled(c))))],
    // Beside an order always; on the case where no newer critical result asks for the call.
    applies: (c) => Boolean(c.facts.prescription) || (Boolean(c.facts.plan) && criticalOf(c).length === 0),
    test: (c) => (c.newest.size === 0 ? null : notCalled(c).length > 0),
  }),
] satisfies readonly Rule[];
