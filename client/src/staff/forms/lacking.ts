import { FEWEST_NAMED_CHARACTERS } from '#common/typed-reason.js';
import { isApiError } from '../../shared/api/index.js';
import { NAMED_RULES_TEXT as words } from './text/named-rules.js';

/** What is missing to override rules: marked at the boxes, at the reason, or at both. */
export interface Lacking {
  rules: string | null;
  reason: string | null;
}
export const NOTHING_LACKS: Lacking = { rules: null, reason: null };
export const lacks = ({ rules, reason }: Lacking): boolean => rules !== null || reason !== null;

interface Entered {
  rules: readonly string[];
  read: ReadonlySet<string>;
  reason: string;
  /** Whether each rule is named. */
  named: boolean;
  /** Where no reason is typed. */
  missing: string;
}
export function lackingOf({ rules, read, reason, named, missing }: Entered): Lacking {
  const short = named && reason.length < FEWEST_NAMED_CHARACTERS;
  return {
    rules: named && rules.some((key) => !read.has(key)) ? words.each : null,
    reason: reason ? (short ? words.reason : null) : missing,
  };
}

/** What the server's refusal is about: a rule that has fired since names no field of its own. */
export function refusedOf(failure: unknown, reason: string): Lacking {
  if (!isApiError(failure)) return NOTHING_LACKS;
  const { fields, code } = failure;
  const since = code === 'rule_blocked';
  return {
    rules: fields['overrides'] ?? (since ? words.each : null),
    reason: fields['override_reason'] ?? fields['reason'] ?? (since && !reason ? words.reason : null),
  };
}

/** Every rule that a refusal names. */
export function keptBackBy(failure: unknown): readonly string[] {
  if (!isApiError(failure)) return [];
  const { blocked_by = [], rules = [] } = failure.body;
  return [...new Set([...blocked_by, ...rules])];
}
