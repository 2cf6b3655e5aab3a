import { isEmailAddress } from '#common/text/email-address.js';
import { PASSWORD_MIN } from '#common/vocabulary/index.js';
import { isApiError } from '../../shared/api/index.js';
import { signup as words } from '../text/en/signup.js';

export interface SignupForm {
  email: string;
  password: string;
  confirm: string;
}
export interface SignupProblems {
  email?: string;
  password?: string;
  confirm?: string;
  form?: string;
  reasons?: string[];
}

/** Everything that is wrong before the server is asked, which judges password strength. */
export function checkSignup({ email, password, confirm }: SignupForm): SignupProblems | null {
  const found: SignupProblems = {};
  if (!email.trim()) found.email = words.missingEmail;
  else if (!isEmailAddress(email)) found.email = words.invalidEmail;
  if (!password) found.password = words.missingPassword;
  else if (password.length < PASSWORD_MIN) found.password = words.tooShort;
  if (!confirm) found.confirm = words.missingConfirm;
  else if (password !== confirm) found.confirm = words.mismatch;
  return Object.keys(found).length ? found : null;
}

const textList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** The messages for a refused signup: the code is in detail.error. */
export function signupProblems(error: unknown): SignupProblems {
  if (!isApiError(error)) return { form: words.failed };
  if (error.status === 0) return { form: error.code === 'network' ? words.network : error.message };
  if (error.detail === 'database_unavailable') return { form: words.unavailable };
  if (error.status === 422) return { email: error.fields['email'] ?? words.invalidEmail };
  if (error.status === 429 && error.fromServer) return { form: error.message };
  const detail = (typeof error.detail === 'object' && error.detail !== null ? error.detail : {}) as Record<
    string,
    unknown
  >;
  switch (detail['error']) {
    case 'email_in_use':
      return { form: words.emailInUse };
    case 'password_mismatch':
      return { confirm: words.mismatch };
    case 'password_invalid':
      return { form: words.weak, reasons: textList(detail['reasons']) };
    default:
      return { form: words.failed };
  }
}
