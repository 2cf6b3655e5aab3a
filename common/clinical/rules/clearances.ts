/** What a clinician entered that lifts a block. */
import { CASE_EXTRAS } from '../case-extras.js';
import type { CaseExtras } from '../case-extras.js';
import type { ClinicalCase } from '../case.js';
import { daysBetween, isCalendarDate } from '../dates.js';
import { PSA } from '../limits.js';
import { judgedPsa } from '../psa.js';
import { answers, input, onTherapyInput, psa } from './inputs.js';
import { above, all, any } from './logic.js';
import type { Tri } from './logic.js';
import { is, notOnTherapy, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

type Clearance =
  | 'urology_cleared'
  | 'hematology_cleared_on'
  | 'osa_cleared_on'
  | 'hf_controlled'
  | 'free_t_low_confirmed_on';

const LOW = 300;

/** Where each fact lifts a block. */
const LIFTS: { readonly [Name in Clearance]: (c: ClinicalCase) => Tri } = {
  hematology_cleared_on: (c) =>
    any(yes(c, 'thrombophilia'), yes(c, 'polycythemia'), is(c, 'vte_history', 'yes')),
  osa_cleared_on: (c) => all(yes(c, 'sleep_apnea'), c.answers.sleep_apnea_cpap !== true),
  hf_controlled: (c) => yes(c, 'heart_failure'),
  // At a higher risk; the limit of others is higher.
  urology_cleared: (c) => above(judgedPsa(c, c.psa) ?? 0, PSA.highRiskLimit),
  free_t_low_confirmed_on: (c) => c.latestTwo.some((draw) => draw.value >= LOW),
};
const NAMES = Object.keys(LIFTS) as Clearance[];

const isEntered = (value: CaseExtras[Clearance]): boolean => value === true || isCalendarDate(value);

/** As for a blood pressure: what was found is not new any more. Source: product default. */
const OLD_AFTER_DAYS = 400;
const aged = (on: string, today: string): string => {
  const days = daysBetween(on, today);
  return days > OLD_AFTER_DAYS ? `${on} (${days} days ago: ask for a new report)` : on;
};

/** The facts that lift a block of this case, in words. */
function lifted(c: ClinicalCase): string[] {
  const { extras } = c.facts;
  return NAMES.filter((name) => isEntered(extras[name]) && LIFTS[name](c) === true).map((name) => {
    const label = CASE_EXTRAS.find((one) => one.name === name)?.label ?? name;
    const on = name === 'hf_controlled' || name === 'urology_cleared' ? extras[`${name}_on`] : extras[name];
    return isCalendarDate(on) ? `${label} ${aged(on, c.facts.today)}` : label;
  });
}

export const clearancesRules = [
  rule({
    key: 'contraindication_cleared',
    version: 2,
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: `not on therapy AND a clinician-entered fact lifts a block: clots or polycythemia cleared, sleep apnea cleared, heart failure controlled, PSA over ${PSA.highRiskLimit} cleared by urology, low free testosterone confirmed`,
    recommendation:
      'A contraindication counts as cleared because of a date that was entered: read the report behind it before approving.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      onTherapyInput,
      ...answers('thrombophilia', 'polycythemia', 'vte_history', 'sleep_apnea', 'heart_failure'),
      psa(),
      input('cleared', (c) => lifted(c).join(', ') || 'none'),
    ],
    applies: (c) =>
      all(
        notOnTherapy(c),
        NAMES.some((name) => isEntered(c.facts.extras[name])),
      ),
    test: (c) => any(...NAMES.map((name) => all(isEntered(c.facts.extras[name]), LIFTS[name](c)))),
  }),
] satisfies readonly Rule[];
