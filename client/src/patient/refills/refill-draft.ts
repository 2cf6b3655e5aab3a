import type { RefillRequestBody, SafetyCheckAnswers } from '#common/api/index.js';
import { formatNumber } from '#client/shared/ui/number.js';
import {
  controlOf,
  firstDraft,
  isTouched,
  safetyCheckProblems,
  toRequest,
  type SafetyCheckDraft,
} from '../safety-check/draft.js';
import type { TypedNumber } from '../../shared/forms/index.js';
import { REFILLS_TEXT as text } from './text/en.js';

export const REASON_MAX_LENGTH = 4_000;
const MOST_DOSES = 1_000;

export interface RefillDraft {
  order: string;
  dosesLeft: TypedNumber;
  reason: string;
  check: SafetyCheckDraft;
}

export const firstRefillDraft = (order: string, before: SafetyCheckAnswers): RefillDraft => ({
  order,
  dosesLeft: undefined,
  reason: '',
  check: firstDraft(before),
});

export const isRefillTouched = (draft: RefillDraft, before: SafetyCheckAnswers): boolean =>
  draft.dosesLeft !== undefined || draft.reason !== '' || isTouched(draft.check, before);

const isCount = (typed: TypedNumber): boolean =>
  typed === undefined ||
  (typeof typed === 'number' && Number.isInteger(typed) && typed >= 0 && typed <= MOST_DOSES);

/** What is wrong, by control name; safety check controls keep their own names. */
export function refillProblems(draft: RefillDraft): Record<string, string> {
  return {
    ...(!draft.order && { prescription_id: text.missingOrder }),
    ...(!isCount(draft.dosesLeft) && { doses_left: text.badCount }),
    ...(draft.reason.trim().length > REASON_MAX_LENGTH && {
      reason: text.tooLong(formatNumber(REASON_MAX_LENGTH)),
    }),
    ...safetyCheckProblems(draft.check),
  };
}

export function toRefillRequest(draft: RefillDraft): RefillRequestBody {
  const reason = draft.reason.trim();
  return {
    prescription_id: draft.order,
    ...(typeof draft.dosesLeft === 'number' && { doses_left: draft.dosesLeft }),
    ...(reason && { reason }),
    safety_check: toRequest(draft.check),
  };
}

const OWN_CONTROLS = ['prescription_id', 'doses_left', 'reason'];
export const isOwnControl = (name: string): boolean => OWN_CONTROLS.includes(name);

/** The control for a request field name: `safety_check.changes.medicines`, `doses_left`. */
export function refillControlOf(path: string, draft: RefillDraft): string {
  if (isOwnControl(path)) return path;
  return controlOf(path.replace(/^safety_check\./, ''), draft.check);
}
