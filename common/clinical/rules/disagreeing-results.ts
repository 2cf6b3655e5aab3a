/** Results that do not settle what they should: two that differ, and a limit in place of a value. */
import { asGiven } from '../case.js';
import type { ClinicalCase, Measured } from '../case.js';
import { daysBetween } from '../dates.js';
import { CRITICAL_LIMITS } from '../critical-labs.js';
import { ANALYTE_BY_KEY, type AnalyteKey } from '../labs.js';
import { HCT, PSA, tenths } from '../limits.js';
import { input, measured } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

interface Disagreement {
  readonly analyte: AnalyteKey;
  readonly high: Measured;
  readonly newest: Measured;
}

/** Hematocrit falls by a point or two a week, PSA by half in weeks: faster than that is an error until it is repeated. */
const HCT_DAYS = 7;
const PSA_DAYS = 28;
/** To less than half in so many days is an error or an infection that is over: a repeat tells. */
const PSA_HALVED_DAYS = 90;
/** The highest first: above it treatment stops. */
const HCT_LIMITS = { before: [HCT.safe], on: [HCT.stop, HCT.reduce] };
/** Normal results on so many other days outweigh the high one. */
const CONFIRMING_DAYS = 2;

/** The highest result above the limit in the days before the newest one, which is not. */
function disagreement(
  analyte: AnalyteKey,
  draws: ClinicalCase['hctDraws'],
  { limit, days, halvedDays = days }: { limit: number; days: number; halvedDays?: number },
): Disagreement[] {
  const at = draws.findIndex(({ value }) => value > limit);
  const [last, newest] = [draws[at], draws[0]];
  if (at < 1 || !last || !newest) return [];
  const within = newest.value < last.value / 2 ? halvedDays : days;
  if (daysBetween(last.date, newest.date) > within) return [];
  const confirming = new Set(draws.slice(0, at).map(({ date }) => date));
  confirming.delete(last.date);
  if (confirming.size >= CONFIRMING_DAYS) return [];
  const close = draws.filter(({ date }) => daysBetween(date, newest.date) <= within);
  const high = close.reduce((highest, draw) => (draw.value > highest.value ? draw : highest), last);
  return [{ analyte, high, newest }];
}

const hctDisagreements = (c: ClinicalCase): Disagreement[] =>
  HCT_LIMITS[c.onTherapy ? 'on' : 'before']
    .flatMap((limit) => disagreement('hct_percent', c.hctDraws, { limit, days: HCT_DAYS }))
    .slice(0, 1);
const psaDisagreements = (c: ClinicalCase): Disagreement[] =>
  disagreement('psa_ng_ml', c.psaDraws, {
    limit: PSA.limit / c.psaFactor,
    days: PSA_DAYS,
    halvedDays: PSA_HALVED_DAYS,
  });
const disagreements = (c: ClinicalCase): Disagreement[] => [...hctDisagreements(c), ...psaDisagreements(c)];

/** Where a rule reads the value; a limit of any other test is only shown. */
const READ_BY_RULES: ReadonlySet<AnalyteKey> = new Set([
  ...CRITICAL_LIMITS.map(({ analyte }) => analyte),
  'tt_ng_dl',
  'psa_ng_ml',
  'prolactin_ng_ml',
]);
const undecided = (c: ClinicalCase) => [...c.undecided].filter(([analyte]) => READ_BY_RULES.has(analyte));

function limitInWords([analyte, draw]: readonly [AnalyteKey, Measured]): string {
  const { short, unit } = ANALYTE_BY_KEY.get(analyte)!;
  return `${short} ${asGiven(draw)} ${unit} (${draw.date})`;
}

const inWords = ({ analyte, high, newest }: Disagreement): string => {
  const { short, unit } = ANALYTE_BY_KEY.get(analyte)!;
  return `${short} ${asGiven(high)} ${unit} (${high.date}), then ${asGiven(newest)} (${newest.date})`;
};

export const disagreeingResultsRules = [
  rule({
    key: 'results_disagree',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold: `hct_percent >${tenths(HCT.safe)} (on therapy >${tenths(HCT.reduce)} or >${tenths(HCT.stop)}) and at most that within ${HCT_DAYS} d after it, or psa_ng_ml >${tenths(PSA.limit)} and at most that within ${PSA_DAYS} d (less than half within ${PSA_HALVED_DAYS} d), without normal results on two other days`,
    recommendation:
      'Two results differ by more than a few days can explain: check the laboratory’s reports or repeat the test before deciding.',
    source: 'P safety',
    sources: ['PRODUCT'],
    version: 3,
    inputs: [
      input('results_that_disagree', (c) => disagreements(c).map(inWords).join('; ')),
      measured('hct_percent_disputed', '%', (c) => hctDisagreements(c)[0]?.high ?? null, 'repeat'),
      measured('psa_ng_ml_disputed', 'ng/mL', (c) => psaDisagreements(c)[0]?.high ?? null, 'repeat'),
    ],
    test: (c) => (c.hctDraws.length + c.psaDraws.length ? disagreements(c).length > 0 : null),
  }),
  rule({
    key: 'result_limit_undecided',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold:
      'the newest result of a test that rules read is a limit that no rule can judge, such as psa_ng_ml <10 or tt_ng_dl <600',
    recommendation:
      'The laboratory gave a limit that does not say enough: ask it for the number, or repeat the test. No rule reads this result.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('undecided_limits', (c) =>
        c.facts.labs.length ? undecided(c).map(limitInWords).join('; ') || 'none' : null,
      ),
    ],
    test: (c) => (c.facts.labs.length ? undecided(c).length > 0 : null),
  }),
] satisfies readonly Rule[];
