/** PSA, prostate and other cancers, urinary symptoms. */
import { textOf } from '../case.js';
import type { ClinicalCase, Measured } from '../case.js';
import { addMonths, daysBetween } from '../dates.js';
import { PSA, hundredths, tenths } from '../limits.js';
import { isInFirstYear, judgedPsa, psaRise, riseBetween } from '../psa.js';
import { prostateCancerWords, type ProstateQuestion } from '../prostate-words.js';
import {
  age,
  answer,
  answers,
  extra,
  input,
  foundInAnswer,
  onTherapyInput,
  psa,
  psaBaseline,
  psaSinceStart,
  therapyDay,
} from './inputs.js';
import { above, all, any, atLeast, below, not } from './logic.js';
import type { Tri } from './logic.js';
import { followUpMatches, isNo, matches, notOnTherapy, onTherapy, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const BREAST = /breast/;
const NODULE = /nodul|indurat|lump|abnormal (exam|dre)/;

/** What ordinary methods can tell; a prostate in place gives more. */
const UNDETECTABLE_PSA = 0.1;

const notCleared = (c: ClinicalCase): Tri => c.facts.extras.urology_cleared !== true;

const factorInput = input('psa_factor', (c) => c.psaFactor, '2 on a 5-alpha-reductase inhibitor');

const VELOCITY_MONTHS = 18;
/** The steepest yearly rise from a value at least 18 months older to the latest one. */
function psaVelocity(c: ClinicalCase, latest: Measured | null): number | null {
  if (!latest) return null;
  const rates = c.psaDraws
    .filter(({ date }) => addMonths(date, VELOCITY_MONTHS) <= latest.date)
    .map(
      ({ value, date }) => ((latest.value - value) * c.psaFactor * 365.25) / daysBetween(date, latest.date),
    );
  return rates.length === 0 ? null : Math.round(Math.max(...rates) * 100) / 100;
}

/** Rise over the lowest PSA before the start. */
function riseOverAnyBaseline(c: ClinicalCase): number | null {
  const before = c.psaDraws.filter(({ date }) => c.startedOn !== null && date <= c.startedOn);
  if (!c.psaSinceStart || before.length === 0) return null;
  return riseBetween(c, Math.min(...before.map(({ value }) => value)), c.psaSinceStart.value);
}

/** Before the first dose: rise of the latest PSA over the lowest one before it. */
function riseBeforeTreatment(c: ClinicalCase): number | null {
  const [latest, ...earlier] = c.psaDraws;
  if (!latest || earlier.length === 0) return null;
  return riseBetween(c, Math.min(...earlier.map(({ value }) => value)), latest.value);
}

/** None between day 90 and 365, and none later; or the newest one over 400 days old. */
function psaOverdue(c: ClinicalCase): boolean {
  const last = c.psaSinceStart;
  if (!last || c.startedOn === null) return true;
  return daysBetween(c.startedOn, last.date) < 90 || last.age_days > 400;
}

const cancerOf = (c: ClinicalCase, kind: RegExp): Tri =>
  all(yes(c, 'cancer'), followUpMatches(c, 'cancer', 'cancer_type', kind));

/** Words for prostate cancer in an answer; null while it is blank. */
const prostateWords = (c: ClinicalCase, question: ProstateQuestion): string[] | null => {
  const text = textOf(c.answers[question]);
  return text === null ? null : prostateCancerWords(question, text);
};
const saysProstateCancer = (c: ClinicalCase, question: ProstateQuestion): Tri => {
  const words = prostateWords(c, question);
  return words === null ? null : words.length > 0;
};
const prostateWordsIn = (question: ProstateQuestion) =>
  input(question, (c) => {
    const words = prostateWords(c, question);
    return words === null ? null : words.join(', ') || 'no match';
  });

export const prostateRules = [
  rule({
    key: 'psa_baseline_over_4',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: `not on therapy AND psa_ng_ml >${tenths(PSA.limit)} without urology clearance`,
    recommendation: `PSA above ${PSA.limit}: repeat and obtain urology evaluation before testosterone.`,
    source: 'ES18 V; AUA18 V(second PSA)',
    sources: ['ES18', 'AUA18'],
    version: 2,
    inputs: [
      onTherapyInput,
      psa(`> ${tenths(PSA.limit)} ng/mL`),
      factorInput,
      extra('urology_cleared', 'not yes'),
    ],
    applies: notOnTherapy,
    test: (c) => all(above(judgedPsa(c, c.psa), PSA.limit), notCleared(c)),
  }),
  rule({
    key: 'psa_undetectable',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'not on therapy AND psa_ng_ml <0.1 AND no 5-alpha-reductase inhibitor',
    recommendation:
      'PSA is undetectable: typical after the prostate was removed or irradiated, or under androgen deprivation. Ask why, and read the history again, before starting.',
    source: 'P safety (no guideline names a lower limit)',
    sources: ['PRODUCT'],
    inputs: [onTherapyInput, psa('< 0.1 ng/mL'), factorInput],
    applies: notOnTherapy,
    test: (c) => all(below(c.psa?.value, UNDETECTABLE_PSA), c.psaFactor === 1),
  }),
  rule({
    key: 'psa_baseline_over_3_high_risk',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: `not on therapy AND psa_ng_ml >${tenths(PSA.highRiskLimit)} AND (family_prostate_cancer=yes OR clinician-entered prostate_high_risk=true) without urology clearance`,
    recommendation: `PSA above ${PSA.highRiskLimit} in a higher-risk man: urology evaluation first.`,
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: [
      onTherapyInput,
      psa(`> ${tenths(PSA.highRiskLimit)} ng/mL`),
      factorInput,
      ...answers('family_prostate_cancer'),
      extra('prostate_high_risk'),
      extra('urology_cleared', 'not yes'),
    ],
    applies: notOnTherapy,
    test: (c) =>
      all(
        above(judgedPsa(c, c.psa), PSA.highRiskLimit),
        any(yes(c, 'family_prostate_cancer'), c.facts.extras.prostate_high_risk ?? null),
        notCleared(c),
      ),
  }),
  rule({
    key: 'psa_rise_before_treatment',
    phases: ['BE'],
    severity: 'critical',
    effect: 'FLAG+RXBLOCK+REFER',
    threshold: `no dose sent or filled yet AND (latest PSA >${hundredths(PSA.rise)} over an earlier one OR rising >${PSA.velocity} ng/mL a year over values ≥${VELOCITY_MONTHS} months apart)`,
    recommendation:
      'PSA has risen before treatment: repeat to confirm, then refer to urology before starting.',
    source: 'ES18 V (the limits of the first year); ES10 V (velocity); before treatment P',
    sources: ['ES18', 'ES10', 'PRODUCT'],
    inputs: [
      psa(`> ${hundredths(PSA.rise)} over an earlier one`),
      input('psa_rise_before_treatment', riseBeforeTreatment, `> ${hundredths(PSA.rise)} ng/mL`, {
        unit: 'ng/mL',
      }),
      input('psa_velocity', (c) => psaVelocity(c, c.psa), `> ${PSA.velocity} ng/mL a year`, {
        unit: 'ng/mL a year',
      }),
      factorInput,
    ],
    applies: (c) => !c.dosed,
    // One value alone has no rise.
    test: (c) =>
      c.psa && ((riseBeforeTreatment(c) ?? 0) > PSA.rise || (psaVelocity(c, c.psa) ?? 0) > PSA.velocity),
  }),
  rule({
    key: 'psa_missing',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    version: 2,
    threshold:
      'age ≥40 AND no PSA in the 365 d up to today, or up to the start of therapy, and none since AND psa_agreed≠no',
    recommendation: 'Baseline PSA is due (age 40 or over) before the first prescription.',
    when: { on: 'No PSA at baseline or since (age 40 or over): draw one before the next prescription.' },
    source: 'AUA18 V (>40 y); ES18 V (55–69), 40–69 if high risk K',
    sources: ['ES18', 'AUA18'],
    inputs: [
      onTherapyInput,
      age('>= 40'),
      psa('present', { max_age_days: 365 }),
      answer('psa_agreed', 'not no'),
    ],
    test: (c) => all(atLeast(c.age, 40), !c.psaQualifies, c.answers.psa_agreed !== false),
  }),
  rule({
    key: 'psa_declined',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'psa_agreed=no',
    recommendation: 'Patient declined PSA: record the reason (psa_decline_reason) and shared decision.',
    source: 'ES18 V (shared decision)',
    sources: ['ES18'],
    inputs: [answer('psa_agreed', '= no')],
    test: (c) => not(yes(c, 'psa_agreed')),
  }),
  rule({
    key: 'psa_rise_over_1_4',
    phases: ['MO'],
    severity: 'critical',
    effect: 'HOLD+REFER',
    threshold: `on therapy ≤365 d AND latest − baseline PSA >${hundredths(PSA.rise)}`,
    recommendation: `PSA up more than ${PSA.rise} in the first year: repeat to confirm, then urology; no dose increase or refill meanwhile.`,
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: [
      onTherapyInput,
      therapyDay('<= 365'),
      psaBaseline(),
      psaSinceStart(`> ${hundredths(PSA.rise)} above the baseline`),
      factorInput,
    ],
    applies: (c) => all(onTherapy(c), c.therapyDay !== null && isInFirstYear(c.therapyDay)),
    test: (c) => above(psaRise(c), PSA.rise),
  }),
  rule({
    key: 'psa_on_therapy_over_4',
    phases: ['MO'],
    severity: 'critical',
    effect: 'HOLD+REFER',
    threshold: `on therapy AND psa_ng_ml >${tenths(PSA.limit)}`,
    recommendation: `PSA above ${PSA.limit} on treatment: confirm and refer to urology; hold refills until reviewed.`,
    source: 'ES18 V',
    sources: ['ES18'],
    version: 2,
    inputs: [onTherapyInput, psa(`> ${tenths(PSA.limit)} ng/mL`), factorInput],
    applies: onTherapy,
    test: (c) => above(judgedPsa(c, c.psa), PSA.limit),
  }),
  rule({
    key: 'prostate_cancer_history',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    version: 2,
    threshold:
      '(cancer=yes AND cancer_type names the prostate, also misspelled, or a Gleason score) OR (prostate_issues≠no AND prostate_details name a cancer, tumor, Gleason score, removal, radiation or hormone treatment of the patient; "no cancer" and relatives do not count)',
    recommendation:
      'Known or suspected prostate cancer: contraindicated on the label; specialist decision only.',
    when: {
      on: 'Known or suspected prostate cancer on treatment: stop and contact the patient; specialist decision only.',
    },
    source: 'ES18 V; FDA labels V',
    sources: ['ES18', 'LBL'],
    inputs: [
      ...answers('cancer', 'prostate_issues'),
      prostateWordsIn('cancer_type'),
      prostateWordsIn('prostate_details'),
    ],
    test: (c) =>
      any(
        all(yes(c, 'cancer'), saysProstateCancer(c, 'cancer_type')),
        isNo(c, 'prostate_issues') ? false : saysProstateCancer(c, 'prostate_details'),
      ),
  }),
  rule({
    key: 'breast_cancer_history',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'cancer=yes AND cancer_type matches /breast/',
    recommendation: 'Male breast cancer: contraindicated.',
    source: 'ES18 V; FDA labels V',
    sources: ['ES18', 'LBL'],
    inputs: [...answers('cancer'), foundInAnswer('cancer_type', BREAST)],
    test: (c) => cancerOf(c, BREAST),
  }),
  rule({
    key: 'other_cancer_review',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'cancer=yes AND type neither prostate nor breast',
    recommendation: 'Other cancer history: confirm remission with oncology; watch calcium if bone disease.',
    source: 'FDA labels V (hypercalcemia)',
    sources: ['LBL'],
    inputs: [...answers('cancer'), prostateWordsIn('cancer_type')],
    test: (c) =>
      // A cancer without a type is reviewed too.
      all(
        yes(c, 'cancer'),
        saysProstateCancer(c, 'cancer_type') !== true,
        matches(textOf(c.answers.cancer_type), BREAST) !== true,
      ),
  }),
  rule({
    key: 'prostate_nodule',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'prostate_issues=yes AND prostate_details matches /nodul|indurat|lump|abnormal (exam|dre)/',
    recommendation: 'Unevaluated prostate nodule or induration: urology first.',
    source: 'ES18 V',
    sources: ['ES18'],
    inputs: [...answers('prostate_issues'), foundInAnswer('prostate_details', NODULE)],
    test: (c) =>
      all(yes(c, 'prostate_issues'), followUpMatches(c, 'prostate_issues', 'prostate_details', NODULE)),
  }),
  rule({
    key: 'luts_reported',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: '(urinary_problems=yes OR prostate_issues=yes) AND no ipss_total recorded',
    recommendation: 'Urinary symptoms or BPH: record an IPSS before starting; monitor for worsening.',
    source: 'ES18 V; FDA labels V (BPH)',
    sources: ['ES18', 'LBL'],
    inputs: [...answers('urinary_problems', 'prostate_issues'), extra('ipss_total', 'absent')],
    test: (c) =>
      all(
        any(yes(c, 'urinary_problems'), yes(c, 'prostate_issues')),
        (c.facts.extras.ipss_total ?? null) === null,
      ),
  }),
  rule({
    key: 'luts_severe',
    phases: ['BE'],
    severity: 'critical',
    effect: 'BLOCK',
    threshold: 'clinician-entered ipss_total >19',
    recommendation: 'Severe lower urinary tract symptoms: treat or refer before testosterone.',
    source: 'ES10/18 V',
    sources: ['ES10', 'ES18'],
    inputs: [extra('ipss_total', '> 19')],
    test: (c) => above(c.facts.extras.ipss_total, 19),
  }),
  rule({
    key: 'psa_due_on_therapy',
    phases: ['MO'],
    severity: 'warning',
    effect: 'RXBLOCK',
    threshold:
      'on therapy >365 d AND age ≥40 AND psa_agreed≠no AND (no PSA from day 90 on OR the latest >400 d old)',
    recommendation: 'PSA is overdue on treatment (age 40 or over): draw it before the next prescription.',
    source: 'ES18 V (3–12 months, then by screening guidelines); margin P',
    sources: ['ES18', 'PRODUCT'],
    inputs: [
      onTherapyInput,
      therapyDay('> 365'),
      age('>= 40'),
      answer('psa_agreed', 'not no'),
      psaSinceStart('day 90 or later, at most 400 d old'),
    ],
    applies: (c) => all(onTherapy(c), c.therapyDay !== null && c.therapyDay > 365),
    test: (c) => all(atLeast(c.age, 40), c.answers.psa_agreed !== false, psaOverdue(c)),
  }),
  rule({
    key: 'psa_velocity',
    phases: ['MO'],
    severity: 'warning',
    effect: 'REFER',
    threshold: `on therapy >365 d AND (PSA rise >${PSA.velocity} ng/mL a year over values ≥${VELOCITY_MONTHS} months apart OR >${hundredths(PSA.rise)} over any baseline)`,
    recommendation: 'PSA is rising faster than expected: repeat to confirm, then refer to urology.',
    source: 'ES10 V (velocity over two years or more)',
    sources: ['ES10', 'ES18'],
    inputs: [
      onTherapyInput,
      therapyDay('> 365'),
      psaSinceStart(),
      input('psa_velocity', (c) => psaVelocity(c, c.psaSinceStart), `> ${PSA.velocity} ng/mL a year`, {
        unit: 'ng/mL a year',
      }),
      input('psa_rise_over_baseline', riseOverAnyBaseline, `> ${hundredths(PSA.rise)} ng/mL`, {
        unit: 'ng/mL',
      }),
    ],
    applies: (c) => all(onTherapy(c), c.therapyDay !== null && c.therapyDay > 365),
    test: (c) =>
      any(above(psaVelocity(c, c.psaSinceStart), PSA.velocity), above(riseOverAnyBaseline(c), PSA.rise)),
  }),
] satisfies readonly Rule[];
