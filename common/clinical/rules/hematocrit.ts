/** Hematocrit before and on treatment. */
import type { ClinicalCase, Measured } from '../case.js';
import { hct, hctSinceStart, measured, newest, onTherapyInput, therapyDay } from './inputs.js';
import { above, all, atMost, below } from './logic.js';
import { notOnTherapy, onTherapy, rule } from './rule.js';
import type { Rule } from './rule.js';

const LATELY_DAYS = 120;
/** Also where it was entered after a later, better one. */
function highestLately(c: ClinicalCase): Measured | null {
  const lately = c.hctDraws.filter(
    ({ date, age_days: age }) => age <= LATELY_DAYS && (c.startedOn === null || date > c.startedOn),
  );
  return lately.toSorted((a, b) => b.value - a.value)[0] ?? null;
}

export const hematocritRules = [
  rule({
    key: 'hct_baseline_over_50',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'not on therapy AND latest hct_percent >50.0',
    recommendation:
      'Hematocrit above 50% before treatment: withhold and find the cause (sleep apnea, smoking, lung disease, myeloproliferative).',
    source: 'AUA18 V',
    sources: ['AUA18'],
    inputs: [onTherapyInput, hct('> 50.0 %')],
    when: {
      after: 'Hematocrit still above 50% after stopping: do not restart; look for the cause.',
    },
    applies: notOnTherapy,
    test: (c) => above(c.hct?.value, 50),
  }),
  rule({
    key: 'hct_baseline_48_50',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'not on therapy AND 48.0 < hct_percent ≤50.0',
    recommendation:
      'High-normal hematocrit (above the stricter 48% cut-off unless living at altitude): prefer a gel, start low, recheck at 6 weeks.',
    source: 'ES10/ES18 table V',
    sources: ['ES18', 'ES10'],
    inputs: [onTherapyInput, hct('> 48.0 and <= 50.0 %')],
    applies: notOnTherapy,
    test: (c) => all(above(c.hct?.value, 48), atMost(c.hct?.value, 50)),
  }),
  rule({
    key: 'hgb_over_18_5',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold: 'latest hgb_g_dl >18.5',
    recommendation: 'Hemoglobin above 18.5 g/dL: check the hematocrit before deciding on testosterone.',
    source: 'P (hematocrit is about three times hemoglobin)',
    sources: ['PRODUCT'],
    inputs: [newest('hgb_g_dl', '> 18.5 g/dL'), hct('any')],
    test: (c) => above(c.newest.get('hgb_g_dl')?.value, 18.5),
  }),
  rule({
    key: 'hct_missing_baseline',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    version: 2,
    threshold: 'no hct_percent in the 365 d up to today, or up to the start of therapy, and none since',
    recommendation: 'Baseline hematocrit is required before the first prescription.',
    when: { on: 'No hematocrit at baseline or since: draw one before the next prescription.' },
    source: 'AUA18 V; ES18 V; labels V',
    sources: ['ES18', 'AUA18', 'LBL'],
    inputs: [onTherapyInput, hct('present', { max_age_days: 365 })],
    test: (c) => !c.hctQualifies,
  }),
  rule({
    key: 'hct_on_therapy_over_54',
    phases: ['MO'],
    severity: 'critical',
    effect: 'STOP',
    threshold: 'on therapy AND latest hct_percent >54.0',
    recommendation:
      'Call the patient today: tell them to stop testosterone until hematocrit is 50% or lower (clinic limit); check hydration, hypoxia and sleep apnea; restart one step lower or with a gel. Clinician decides on phlebotomy.',
    when: {
      held: 'Call the patient today: tell them to stop, also what is left at home. Therapy is held: keep holding, recheck 28 days after the last draw, look for the cause.',
    },
    source: 'ES18 V; AUA18 V; ISSM15 V',
    sources: ['ES18', 'AUA18', 'ISSM15'],
    inputs: [onTherapyInput, hct('> 54.0 %')],
    applies: onTherapy,
    test: (c) => above(c.hct?.value, 54),
  }),
  rule({
    key: 'hct_on_therapy_52_54',
    phases: ['MO'],
    severity: 'warning',
    effect: 'HOLD+DOSE↓',
    threshold: 'on therapy AND 52.0 < hct_percent ≤54.0',
    recommendation:
      'Approaching the stop limit: reduce one step or change route, hydrate, recheck in 6 weeks.',
    when: { held: 'Hematocrit above 52% while therapy is held: do not restart before it is 50% or lower.' },
    source: 'P (ISSM15 reduce/switch V at >54)',
    sources: ['ISSM15', 'PRODUCT'],
    inputs: [onTherapyInput, hct('> 52.0 and <= 54.0 %')],
    applies: onTherapy,
    test: (c) => all(above(c.hct?.value, 52), atMost(c.hct?.value, 54)),
  }),
  rule({
    key: 'hct_over_54_lately',
    phases: ['MO'],
    severity: 'warning',
    effect: 'NO-INCREASE',
    threshold: `on therapy AND latest hct_percent ≤54.0 AND an earlier one of the last ${LATELY_DAYS} d, drawn on therapy, >54.0`,
    recommendation:
      'Hematocrit was above 54% on this treatment: no dose increase until it has stayed down for 120 days.',
    source: 'ES18 V (restart at a lower dose); days P',
    sources: ['ES18', 'PRODUCT'],
    inputs: [
      onTherapyInput,
      hct('<= 54.0 %'),
      measured('highest_hct_lately', '%', highestLately, '> 54.0 %'),
    ],
    applies: onTherapy,
    test: (c) => all(atMost(c.hct?.value, 54), above(highestLately(c)?.value, 54)),
  }),
  rule({
    key: 'hct_on_therapy_50_52',
    phases: ['MO'],
    severity: 'warning',
    effect: 'NO-INCREASE',
    threshold: 'on therapy AND 50.0 < hct_percent ≤52.0',
    recommendation: 'Rising hematocrit: no dose increase; repeat in 6–12 weeks.',
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [onTherapyInput, hct('> 50.0 and <= 52.0 %')],
    applies: onTherapy,
    test: (c) => all(above(c.hct?.value, 50), atMost(c.hct?.value, 52)),
  }),
  rule({
    key: 'hct_missing_on_therapy',
    phases: ['LS'],
    severity: 'warning',
    effect: 'REMIND',
    threshold: 'on therapy ≥84 d AND no hct since start',
    recommendation: 'No hematocrit since starting: draw now (labels: about every 3 months at first).',
    source: 'Xyosted/Jatenzo labels V; ES18 V',
    sources: ['ES18', 'LBL'],
    inputs: [onTherapyInput, therapyDay('>= 84'), hctSinceStart()],
    applies: onTherapy,
    test: (c) => c.hctSinceStart === null && (c.therapyDay ?? 0) >= 84,
  }),
  rule({
    key: 'anemia',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'latest hct_percent <36.0',
    recommendation:
      'Anemia: find the cause (iron, B12, kidney, blood loss) before treating fatigue with testosterone.',
    source: 'P (WHO definition in men: hemoglobin <13 g/dL)',
    sources: ['PRODUCT'],
    inputs: [hct('< 36.0 %')],
    test: (c) => below(c.hct?.value, 36),
  }),
  rule({
    key: 'hct_stale',
    phases: ['MO'],
    severity: 'warning',
    effect: 'NO-INCREASE',
    threshold: 'on therapy AND latest hct_percent >200 d old in year 1, >400 d old later',
    recommendation: 'Hematocrit is out of date: draw it before any dose increase.',
    source: 'ES18 V (at 3–6 months, then yearly); margins P',
    sources: ['ES18', 'PRODUCT'],
    inputs: [onTherapyInput, therapyDay('year 1: 200 d, later: 400 d'), hct('too old')],
    applies: onTherapy,
    test: (c) => above(c.hct?.age_days, (c.therapyDay ?? 0) < 365 ? 200 : 400),
  }),
  rule({
    key: 'hct_over_400_days',
    phases: ['MO'],
    severity: 'warning',
    effect: 'RXBLOCK',
    threshold: 'on therapy AND latest hct_percent >400 d old',
    recommendation: 'No hematocrit for over 400 days: draw it before the next prescription.',
    source: 'ES18 V (yearly); margin P',
    sources: ['ES18', 'PRODUCT'],
    inputs: [onTherapyInput, hct('> 400 d old', { max_age_days: 400 })],
    applies: onTherapy,
    test: (c) => above(c.hct?.age_days, 400),
  }),
] satisfies readonly Rule[];
