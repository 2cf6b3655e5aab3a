import { cardiovascularRules } from './cardiovascular.js';
import { clottingRules } from './clotting.js';
import { consentRules } from './consent.js';
import { fertilityAndEstradiolRules } from './fertility-and-estradiol.js';
import { hematocritRules } from './hematocrit.js';
import { hormoneHistoryRules } from './hormone-history.js';
import { lowTestosteroneRules } from './low-testosterone.js';
import { medicinesRules } from './medicines.js';
import { monitoringRules } from './monitoring.js';
import { moodAndHabitsRules } from './mood-and-habits.js';
import { organsRules } from './organs.js';
import { personRules } from './person.js';
import { prescriptionRules } from './prescription.js';
import { productFitRules } from './product-fit.js';
import { prostateRules } from './prostate.js';
import type { Rule } from './rule.js';
import { sleepApneaRules } from './sleep-apnea.js';
import { symptomsRules } from './symptoms.js';
import { titrationRules } from './titration.js';

/** Rises with every change of a rule; stored with each evaluation, so that it can be replayed. */
export const RULE_SET_VERSION = '2026.11.1';

export interface RuleSetChange {
  readonly version: string;
  readonly date: string;
  readonly text: string;
}

/** Newest first. */
export const RULE_SET_CHANGES: readonly RuleSetChange[] = [
  { version: '2026.11.1', date: '2026-11-20', text: 'First rule set: 96 rules in 18 families.' },
];

/** All rules; this order is the order of every evaluation and of every list of reasons. */
export const RULES: readonly Rule[] = [
  ...lowTestosteroneRules,
  ...symptomsRules,
  ...hematocritRules,
  ...prostateRules,
  ...sleepApneaRules,
  ...cardiovascularRules,
  ...clottingRules,
  ...fertilityAndEstradiolRules,
  ...organsRules,
  ...medicinesRules,
  ...hormoneHistoryRules,
  ...productFitRules,
  ...personRules,
  ...moodAndHabitsRules,
  ...consentRules,
  ...titrationRules,
  ...monitoringRules,
  ...prescriptionRules,
];

export const RULE_BY_KEY: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.key, rule]));
