import type { CaseAlert, FiredRule, LeftOutPlan, MessageBesideCase } from '#common/api/index.js';
import { isBeforeFirstDose, toldFindings, unreadHistory } from '#common/clinical/index.js';
import { effectiveAnswers } from '#common/intake/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { openFlags, type StoredPlan } from './plan-rows.js';

/**
 * Whether only notes fire, nothing was written lately, the rest was read, what was told is settled, and no alert waits. Before
 * the first dose, words that someone said are harmless are looked at once more.
 */
export const isQuiet = (
  { facts, saidHarmless }: CaseFacts,
  rules: readonly FiredRule[],
  alerts: readonly CaseAlert[],
  messages: readonly MessageBesideCase[],
): boolean =>
  messages.length === 0 &&
  !(saidHarmless && isBeforeFirstDose(facts)) &&
  rules.every(({ severity }) => severity === 'info') &&
  alerts.every(({ severity, acknowledged }) => severity === 'info' || acknowledged !== null) &&
  !unreadHistory(effectiveAnswers(facts.intake), facts.history_reviewed, facts.safety_changes).length &&
  !toldFindings(facts).some(({ open }) => open);

/** What keeps it out: the reason named first, its flags, and the rules that approval asks for. */
export const leftOut = (plan: StoredPlan, reason: string, rules: readonly string[]): LeftOutPlan => {
  const flags = openFlags(plan).flatMap(({ key, text }) => key ?? text ?? []);
  const reasons = [...new Set([reason, ...flags, ...rules])];
  return {
    plan_id: plan.id,
    case_id: plan.case_id,
    patient_name: plan.patient_name,
    mrn: plan.mrn,
    // That it is flagged says nothing beside what flags it.
    reasons: reasons.length > 1 ? reasons.filter((one) => one !== 'flagged') : reasons,
  };
};
