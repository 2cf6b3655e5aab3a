/** How soon someone has to act on a finding, among findings of the same severity. */
import { closesWithContact } from './contact-alerts.js';
import { effectsOf, firedKeys } from './rules/evaluate.js';
import type { Effect, Evaluation } from './types.js';

/** 3 an emergency or too much medicine that the patient reported; 2 today: stop or call; 1 a clinical finding; 0 a preference, paperwork, a date. */
export type Urgency = 0 | 1 | 2 | 3;

const NOW: readonly Effect[] = ['STOP', 'CALL'];
const FINDING: readonly Effect[] = ['HOLD', 'DOSE↓', 'NO-INCREASE', 'BLOCK'];
/** They block, but are not urgent. */
const NO_FINDING: ReadonlySet<string> = new Set([
  'fertility_desired',
  'age_under_18',
  'sex_not_male',
  't_not_low',
  'consent_missing',
  'patient_outside_service_states',
]);

/** A key that is not a rule's is a report, such as an order canceled at the pharmacy: that is for today. */
export function urgencyOf(ruleKey: string, byRule: boolean): Urgency {
  if (!byRule) return closesWithContact(ruleKey) ? 3 : 2;
  const effects = effectsOf(ruleKey);
  if (NOW.some((effect) => effects.includes(effect))) return 2;
  return !NO_FINDING.has(ruleKey) && FINDING.some((effect) => effects.includes(effect)) ? 1 : 0;
}

/** Rules that stop or block a treatment because of a finding in the patient. */
export const safetyStops = (evaluation: Evaluation): string[] =>
  firedKeys(evaluation, 'STOP', 'BLOCK').filter((key) => !NO_FINDING.has(key));
