import { isApiError } from '../../shared/api/index.js';
import { reset as words } from '../text/en/reset.js';

export interface ResetProblems {
  password?: string;
  confirm?: string;
  form?: string;
  reasons?: string[];
  /** The link can no longer be used, so there is nothing left to fill in. */
  blocked?: boolean;
}

const LINK_CODES = ['token_expired', 'token_used', 'invalid_token'] as const;

export function checkReset(password: string, confirm: string): ResetProblems | null {
  if (!password) return { password: words.missingPassword };
  if (password !== confirm) return { confirm: words.mismatch };
  return null;
}

function reasonsIn(detail: unknown): string[] {
  const list = (detail as { reasons?: unknown } | null | undefined)?.reasons;
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
}

/** The messages for a refused reset. */
export function resetProblems(error: unknown): ResetProblems {
  if (!isApiError(error)) return { form: words.failed };
  const link = LINK_CODES.find((code) => code === error.code);
  if (link) return { form: words[link], blocked: true };
  if (error.code === 'password_invalid') {
    const reasons = reasonsIn(error.detail);
    return reasons.length > 0 ? { form: words.requirements, reasons } : { form: words.minimum };
  }
  if (error.status === 422) return { form: words.unprocessable };
  if (error.status === 429 && error.fromServer) return { form: error.message };
  return { form: words.failed };
}
