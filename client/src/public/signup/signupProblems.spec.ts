import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../shared/api/errors.js';
import { checkSignup, signupProblems } from './signupProblems.js';

const good = { email: 'a@b.c', password: 'a long passphrase', confirm: 'a long passphrase' };
const refused = (status: number, detail: unknown) => new ApiError(status, 'x', 'x', { detail });

describe('checkSignup', () => {
  it.each([
    [good, null],
    [{ ...good, email: ' ' }, { email: 'Enter your email address.' }],
    [{ ...good, password: 'short', confirm: 'short' }, { password: 'Use at least 12 characters.' }],
    [
      { email: 'nobody', password: 'short', confirm: 'something else' },
      {
        email: 'Enter a valid email address.',
        password: 'Use at least 12 characters.',
        confirm: 'Passwords do not match.',
      },
    ],
    [{ ...good, confirm: 'something else' }, { confirm: 'Passwords do not match.' }],
  ])('%j', (form, expected) => expect(checkSignup(form)).toEqual(expected));
});

describe('signupProblems', () => {
  it.each([
    [
      refused(409, { error: 'email_in_use' }),
      { form: 'That email is already registered. Try signing in instead.' },
    ],
    [refused(400, { error: 'password_mismatch' }), { confirm: 'Passwords do not match.' }],
    [
      refused(400, { error: 'password_invalid', reasons: ['Too common.'] }),
      { form: 'Please choose a stronger password.', reasons: ['Too common.'] },
    ],
    [
      refused(503, 'database_unavailable'),
      { form: 'Service temporarily unavailable. Please try again shortly.' },
    ],
    [refused(500, null), { form: 'We could not create your account right now. Please try again later.' }],
    [
      new ApiError(0, 'network', 'Request failed'),
      { form: 'Network error. Please check your connection and try again.' },
    ],
    [refused(422, null), { email: 'Enter a valid email address.' }],
  ])('%#', (error, expected) => expect(signupProblems(error)).toEqual(expected));
});
