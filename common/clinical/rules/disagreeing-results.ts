/** A result that keeps treatment back, and one soon after it that does not: the second alone takes nothing away. */
import type { ClinicalCase } from '../case.js';
import { daysBetween } from '../dates.js';
import { ANALYTE_BY_KEY, type AnalyteKey } from '../labs.js';
import { input } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

interface Disagreement {
  readonly analyte: AnalyteKey;
  readonly high: { readonly value: number; readonly date: string };
  readonly newest: { readonly value: number; readonly date: string };
}

/** Hematocrit falls by a point or two a week, PSA by half in weeks: faster than that is an error until it is repeated. */
const HCT_DAYS = 7;
const PSA_DAYS = 28;
const PSA_LIMIT = 4;
const HCT_LIMITS = { before: 50, on: 52 };
/** Normal results on so many other days outweigh the high one. */
const CONFIRMING_DAYS = 2;

function disagreement(
  analyte: AnalyteKey,
  draws: ClinicalCase['hctDraws'],
  { limit, days }: { limit: number; days: number },
): Disagreement[] {
  const at = draws.findIndex(({ value }) => value > limit);
  const [high, newest] = [draws[at], draws[0]];
  if (at < 1 || !high || !newest || daysBetween(high.date, newest.date) > days) return [];
  const confirming = new Set(draws.slice(0, at).map(({ date }) => date));
  confirming.delete(high.date);
  return confirming.size < CONFIRMING_DAYS ? [{ analyte, high, newest }] : [];
}

const disagreements = (c: ClinicalCase): Disagreement[] => [
  ...disagreement('hct_percent', c.hctDraws, {
    limit: c.onTherapy ? HCT_LIMITS.on : HCT_LIMITS.before,
    days: HCT_DAYS,
  }),
  ...disagreement('psa_ng_ml', c.psaDraws, { limit: PSA_LIMIT / c.psaFactor, days: PSA_DAYS }),
];

const inWords = ({ analyte, high, newest }: Disagreement): string => {
  const { short, unit } = ANALYTE_BY_KEY.get(analyte)!;
  return `${short} ${high.value} ${unit} (${high.date}), then ${newest.value} (${newest.date})`;
};

export const disagreeingResultsRules = [
  rule({
    key: 'results_disagree',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold:
      'hct_percent >50.0 (on therapy >52.0) and at most that within 7 d after it, or psa_ng_ml >4.0 and at most that within 28 d, without normal results on two other days',
    recommendation:
      'Two results differ by more than a few days can explain: check the laboratory’s reports or repeat the test before deciding.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [input('results_that_disagree', (c) => disagreements(c).map(inWords).join('; '))],
    test: (c) => (c.hctDraws.length + c.psaDraws.length ? disagreements(c).length > 0 : null),
  }),
] satisfies readonly Rule[];
