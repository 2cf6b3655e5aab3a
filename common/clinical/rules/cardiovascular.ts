/** Heart, vessels and blood pressure. */
import { SEVERE_DIASTOLIC, SEVERE_SYSTOLIC } from '../../intake/index.js';
import { daysBetween, isCalendarDate } from '../dates.js';
import { numberOf } from '../case.js';
import type { ClinicalCase } from '../case.js';
import { isOralUndecanoate } from '../formulations.js';
import { answer, answers, bloodPressure, extra, formulation, input, onTherapyInput } from './inputs.js';
import { above, all, any, atLeast, below } from './logic.js';
import type { Tri } from './logic.js';
import { notOnTherapy, onTherapy, product, rule, yes } from './rule.js';
import type { Rule } from './rule.js';
import { BP } from '../limits.js';

const SIX_MONTHS = 183;
const FASTEST_AT_REST = 120;
const SLOWEST_AT_REST = 40;
/** As old as a baseline hematocrit may be. */
const BASELINE_DAYS = 365;

const hadEvent = (c: ClinicalCase): Tri => any(yes(c, 'heart_attack'), yes(c, 'stroke'));

function daysSinceEvent(c: ClinicalCase): number | null {
  const on = c.facts.extras.cv_event_on;
  return isCalendarDate(on) ? daysBetween(on, c.today) : null;
}

const daysSinceBp = (c: ClinicalCase): number | null =>
  c.bpOn === null || c.systolic === null || c.diastolic === null ? null : daysBetween(c.bpOn, c.today);
const bpAge = (threshold: string) => input('blood_pressure_age', daysSinceBp, threshold, { unit: 'd' });

const from = ({ systolic, diastolic }: { systolic: number; diastolic: number }): [string, string] => [
  `>= ${systolic} mmHg`,
  `>= ${diastolic} mmHg`,
];
const reaches = (c: ClinicalCase, limit: { systolic: number; diastolic: number }): Tri =>
  any(atLeast(c.systolic, limit.systolic), atLeast(c.diastolic, limit.diastolic));
const raised = (c: ClinicalCase): Tri => reaches(c, BP.raised);

export const cardiovascularRules = [
  rule({
    key: 'heart_failure_unreviewed',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'heart_failure=yes AND case hf_controlled≠true',
    recommendation:
      'Heart failure: do not start until a clinician documents it is controlled (fluid retention risk).',
    when: {
      on: 'Heart failure reported on treatment: stop until a clinician documents it is controlled (fluid retention risk).',
    },
    source: 'ES18 V; FDA labels V',
    sources: ['ES18', 'LBL'],
    inputs: [...answers('heart_failure'), extra('hf_controlled', 'not yes')],
    test: (c) => all(yes(c, 'heart_failure'), c.facts.extras.hf_controlled !== true),
  }),
  rule({
    key: 'mi_stroke_within_6_months',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: '(heart_attack OR stroke)=yes AND (cv_event_on missing OR <183 d ago)',
    recommendation:
      'Heart attack or stroke within 6 months (or date unknown): do not start; clinician to record the date.',
    when: {
      on: 'Heart attack or stroke within 6 months (or date unknown): stop treatment and contact the patient; record the date.',
    },
    source: 'ES18 V (6 mo); AUA18 V (3–6 mo)',
    sources: ['ES18', 'AUA18'],
    inputs: [...answers('heart_attack', 'stroke'), extra('cv_event_on', '< 183 d ago, or no date')],
    test: (c) => all(hadEvent(c), below(daysSinceEvent(c), SIX_MONTHS) ?? true),
  }),
  rule({
    key: 'mi_stroke_remote',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: '(heart_attack OR stroke)=yes AND cv_event_on ≥183 d ago',
    recommendation:
      'Past event: shared decision, cardiology input; TRAVERSE found no rise in MACE but more AF, PE and AKI.',
    source: 'TRAVERSE V; FDA25 V',
    sources: ['TRAVERSE', 'FDA25'],
    inputs: [...answers('heart_attack', 'stroke'), extra('cv_event_on', '>= 183 d ago')],
    test: (c) => all(hadEvent(c), atLeast(daysSinceEvent(c), SIX_MONTHS)),
  }),
  rule({
    key: 'cv_other_review',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'cardiovascular_other=yes (or text present)',
    recommendation:
      'Other heart disease: ask about atrial fibrillation, angina, clots; weigh TRAVERSE signals.',
    source: 'TRAVERSE V',
    sources: ['TRAVERSE'],
    inputs: answers('cardiovascular_other'),
    test: (c) => {
      const value = c.answers.cardiovascular_other;
      return typeof value === 'string' ? value !== 'no' : yes(c, 'cardiovascular_other');
    },
  }),
  rule({
    key: 'heart_rate_out_of_range',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: `heart_rate >${FASTEST_AT_REST} or <${SLOWEST_AT_REST} per minute`,
    recommendation:
      'Heart rate out of the range expected at rest: measure it again; look for arrhythmia, anemia, thyroid disease, medicines or illness before starting or increasing.',
    source: 'P safety (limits not from a guideline)',
    sources: ['PRODUCT'],
    inputs: [answer('heart_rate', `> ${FASTEST_AT_REST} or < ${SLOWEST_AT_REST} /min`)],
    test: (c) => {
      const rate = numberOf(c.answers.heart_rate);
      return any(above(rate, FASTEST_AT_REST), below(rate, SLOWEST_AT_REST));
    },
  }),
  rule({
    key: 'bp_uncontrolled',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+NO-INCREASE',
    threshold: 'blood_pressure_systolic ≥140 OR diastolic ≥90',
    recommendation: 'Control blood pressure before starting or increasing; recheck 3–6 weeks after start.',
    source: 'FDA25 class BP warning V; threshold P',
    sources: ['FDA25', 'PRODUCT'],
    inputs: bloodPressure(...from(BP.raised)),
    test: raised,
  }),
  rule({
    key: 'bp_uncontrolled_oral_sc',
    phases: ['BE', 'RX'],
    severity: 'critical',
    effect: 'BLOCK-FORM',
    threshold: 'BP ≥140/90 AND formulation oral undecanoate or SC enanthate auto-injector',
    recommendation:
      'This product has product-specific BP warnings: choose another formulation or control BP first.',
    source: 'Jatenzo/Tlando/Kyzatrex/Xyosted labels V',
    sources: ['LBL'],
    inputs: [formulation, ...bloodPressure(...from(BP.raised))],
    applies: product((id) => isOralUndecanoate(id) || id === 'testosterone_enanthate_sc_auto'),
    test: raised,
  }),
  rule({
    key: 'bp_missing',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    version: 2,
    threshold: `blood_pressure_systolic or diastolic blank, or not on therapy and measured >${BASELINE_DAYS} d ago`,
    recommendation: 'No recent blood pressure on file: obtain a reading before the first prescription.',
    source: 'FDA25 V; labels V; age P',
    sources: ['FDA25', 'LBL', 'PRODUCT'],
    inputs: [
      onTherapyInput,
      ...bloodPressure('present', 'present'),
      bpAge(`> ${BASELINE_DAYS} d, before therapy`),
    ],
    test: (c) =>
      any(
        c.systolic === null || c.diastolic === null,
        all(notOnTherapy(c), above(daysSinceBp(c), BASELINE_DAYS)),
      ),
  }),
  rule({
    key: 'bp_severe',
    phases: ['BE', 'MO'],
    severity: 'critical',
    effect: 'BLOCK/STOP',
    threshold: 'systolic ≥180 OR diastolic ≥120',
    recommendation:
      'Severe-range blood pressure: same-day clinician contact; emergency services if symptomatic; no testosterone.',
    source: 'ACC/AHA K',
    sources: ['ACC-AHA'],
    inputs: bloodPressure('>= 180 mmHg', '>= 120 mmHg'),
    test: (c) => any(atLeast(c.systolic, SEVERE_SYSTOLIC), atLeast(c.diastolic, SEVERE_DIASTOLIC)),
  }),
  rule({
    key: 'bp_160_100',
    phases: ['MO', 'RX'],
    severity: 'warning',
    effect: 'NO-INCREASE+RXBLOCK',
    threshold: 'systolic ≥160 OR diastolic ≥100',
    recommendation: 'Blood pressure 160/100 or higher: treat it, recheck within 14 days, no dose increase.',
    source: 'FDA25 class BP warning V; threshold P',
    sources: ['FDA25', 'ACC-AHA', 'PRODUCT'],
    inputs: bloodPressure(...from(BP.high)),
    test: (c) => reaches(c, BP.high),
  }),
  rule({
    key: 'bp_reported_160_100',
    phases: ['MO'],
    severity: 'warning',
    effect: 'FLAG+CALL',
    threshold:
      'on therapy AND the latest blood pressure was reported by the patient AND (systolic ≥160 OR diastolic ≥100)',
    recommendation:
      'The patient reported a blood pressure of 160/100 or higher: call today, ask about symptoms, and have it measured again after five minutes of rest.',
    source: 'ACC/AHA K; threshold P',
    sources: ['ACC-AHA', 'PRODUCT'],
    inputs: [
      onTherapyInput,
      input('blood_pressure_patient_reported', (c) => c.bpReported),
      ...bloodPressure(...from(BP.high)),
    ],
    applies: onTherapy,
    test: (c) => all(c.bpReported, reaches(c, BP.high)),
  }),
  rule({
    key: 'bp_stale',
    phases: ['MO'],
    severity: 'warning',
    effect: 'NO-INCREASE',
    threshold: 'on therapy AND the latest blood pressure >200 d old',
    recommendation: 'Blood pressure is out of date: measure it before any dose increase.',
    source: 'FDA25 class BP warning V; margin P',
    sources: ['FDA25', 'PRODUCT'],
    inputs: [onTherapyInput, bpAge('> 200 d')],
    applies: onTherapy,
    test: (c) => above(daysSinceBp(c), 200),
  }),
  rule({
    key: 'bp_over_400_days',
    phases: ['MO'],
    severity: 'warning',
    effect: 'RXBLOCK',
    threshold: 'on therapy AND the latest blood pressure >400 d old',
    recommendation: 'No blood pressure for over 400 days: measure it before the next prescription.',
    source: 'FDA25 class BP warning V; margin P',
    sources: ['FDA25', 'PRODUCT'],
    inputs: [onTherapyInput, bpAge('> 400 d')],
    applies: onTherapy,
    test: (c) => above(daysSinceBp(c), 400),
  }),
] satisfies readonly Rule[];
