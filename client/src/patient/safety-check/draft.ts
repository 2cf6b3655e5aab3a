import type { SafetyCheckAnswers, SafetyCheckRequest } from '#common/api/safety-checks.js';
import { SAFETY_TEXT_MAX_LENGTH } from '#common/api/safety-checks.js';
import {
  CHANGE_KINDS,
  SAFETY_QUESTIONS,
  SIDE_EFFECTS,
  type ChangeKind,
  type SafetyQuestion,
  type SideEffect,
  type SideEffectSeverity,
} from '#common/clinical/safety-check.js';
import { isCalendarDate } from '#common/clinical/dates.js';
import { SAFETY_CHECK_WORDS as words } from '#common/vocabulary/safety-check-words.js';
import { formatNumber } from '#client/shared/ui/number.js';
import {
  NO_PRESSURE,
  pressureControl,
  pressureProblems,
  pressureRequest,
  type PressureDraft,
} from '../kit/home-pressure.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';

/** The key that keeps the form across an expired session. */
export const SAFETY_CHECK_KEY = 'safety-check';

export interface SafetyCheckDraft {
  answers: Partial<Record<SafetyQuestion, string>>;
  changed: Partial<Record<ChangeKind, boolean>>;
  what: Partial<Record<ChangeKind, string>>;
  effects: Partial<Record<SideEffect, { severity?: SideEffectSeverity; since?: string }>>;
  pressure: PressureDraft;
}

/** Prefills the form with the previous answers, so that only changes have to be typed; where the patient is now is asked again. */
export const firstDraft = (before: SafetyCheckAnswers): SafetyCheckDraft => ({
  answers: Object.fromEntries(
    SAFETY_QUESTIONS.flatMap((question) =>
      question !== 'location_state' && before[question] ? [[question, before[question]]] : [],
    ),
  ),
  changed: {},
  what: {},
  effects: {},
  pressure: NO_PRESSURE,
});

export const isTouched = (draft: SafetyCheckDraft, before: SafetyCheckAnswers): boolean =>
  JSON.stringify(draft) !== JSON.stringify(firstDraft(before));

/** Clot details belong to a clot, or to being unsure about one. */
export const asksDetails = ({ answers }: SafetyCheckDraft): boolean =>
  answers.vte_history === 'yes' || answers.vte_history === 'unsure';

const tooLong = (typed: string | undefined): boolean => (typed?.trim().length ?? 0) > SAFETY_TEXT_MAX_LENGTH;
const badDate = (typed: string | undefined): boolean => Boolean(typed) && !isCalendarDate(typed);

/** What is wrong, by control name. */
export function safetyCheckProblems(draft: SafetyCheckDraft): Record<string, string> {
  const problems: Record<string, string> = {};
  const { answers, changed, what, effects } = draft;
  const limit = text.tooLong(formatNumber(SAFETY_TEXT_MAX_LENGTH));
  if (!answers.location_state) problems['location_state'] = text.missing.state;
  for (const kind of CHANGE_KINDS) {
    if (changed[kind] === undefined) problems[`changed_${kind}`] = text.missing.yesNo(text.named[kind]);
    else if (changed[kind] && !what[kind]?.trim()) problems[kind] = text.missing.what(text.named[kind]);
    else if (changed[kind] && tooLong(what[kind])) problems[kind] = limit;
  }
  for (const effect of SIDE_EFFECTS) {
    const reported = effects[effect];
    if (!reported) continue;
    const name = words.sideEffect[effect];
    if (!reported.severity) problems[`severity_${effect}`] = text.missing.severity(name);
    if (badDate(reported.since)) problems[`since_${effect}`] = text.missing.since(name);
  }
  if (asksDetails(draft) && tooLong(answers.vte_details)) problems['vte_details'] = limit;
  if (badDate(answers.last_testosterone_on)) problems['last_testosterone_on'] = text.missing.lastDose;
  return { ...problems, ...pressureProblems(draft.pressure) };
}

/** The side effects in the order they are sent: the server names an error by list index. */
const reportedOf = ({ effects }: SafetyCheckDraft): SideEffect[] =>
  SIDE_EFFECTS.filter((key) => effects[key]);

export function toRequest(draft: SafetyCheckDraft): SafetyCheckRequest {
  const { answers, changed, what, effects } = draft;
  const { location_state = '', vte_details: details, ...rest } = answers;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return {
    location_state,
    ...given,
    ...(details?.trim() && asksDetails(draft) && { vte_details: details.trim() }),
    changes: Object.fromEntries(
      CHANGE_KINDS.flatMap((kind) => (changed[kind] ? [[kind, (what[kind] ?? '').trim()]] : [])),
    ),
    side_effects: reportedOf(draft).map((key) => {
      const { severity = 'mild', since } = effects[key] ?? {};
      return { key, severity, ...(since && { since }) };
    }),
    ...pressureRequest(draft.pressure),
  };
}

/** The control for a request field name: `changes.medicines`, `side_effects.0.since`. */
export function controlOf(path: string, draft: SafetyCheckDraft): string {
  const [group, name = '', part = 'severity'] = path.split('.');
  if (group === 'changes') return name || `changed_${CHANGE_KINDS[0]}`;
  if (group === 'side_effects') return `${part}_${reportedOf(draft)[Number(name)] ?? ''}`;
  if (group === 'blood_pressure') return pressureControl(name);
  return path;
}
