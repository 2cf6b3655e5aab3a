import type { CaseAlert, FiredRule } from '#common/api/index.js';
import { toldFindings, unreadHistory } from '#common/clinical/index.js';
import { effectiveAnswers } from '#common/intake/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';

/** Whether only notes fire, everything written was read, what was told is settled, and no alert waits. */
export const isQuiet = (
  { facts }: CaseFacts,
  rules: readonly FiredRule[],
  alerts: readonly CaseAlert[],
): boolean =>
  rules.every(({ severity }) => severity === 'info') &&
  alerts.every(({ severity, acknowledged }) => severity === 'info' || acknowledged !== null) &&
  !unreadHistory(effectiveAnswers(facts.intake), facts.history_reviewed, facts.safety_changes).length &&
  !toldFindings(facts).some(({ open }) => open);
