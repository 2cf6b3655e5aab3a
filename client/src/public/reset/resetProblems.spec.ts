import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../shared/api/errors.js';
import { checkReset, resetProblems } from './resetProblems.js';

const refused = (status: number, code: string, detail?: unknown, fromServer = true) =>
  resetProblems(new ApiError(status, code, 'The server says so.', { error: code, detail }, { fromServer }));

describe('setting a new password from a link', () => {
  it('asks for the password first, then that both match', () => {
    expect(checkReset('', '')).toEqual({ password: 'Enter a new password.' });
    expect(checkReset('one', 'two')).toEqual({ confirm: 'Passwords must match.' });
    expect(checkReset('one', 'one')).toBeNull();
  });

  it.each([
    ['token_expired', 'This link has expired. Request a new email.'],
    ['token_used', 'This link was already used.'],
    ['invalid_token', 'This link is not valid.'],
  ])('%s closes the form', (code, form) => {
    expect(refused(400, code)).toEqual({ form, blocked: true });
  });

  it('names the reasons why a password is weak', () => {
    expect(refused(400, 'password_invalid', { reasons: ['It is common.', 7] })).toEqual({
      form: 'Password requirements not met:',
      reasons: ['It is common.'],
    });
    expect(refused(400, 'password_invalid')).toEqual({
      form: 'Password does not meet the minimum requirements.',
    });
  });

  it('has a message for everything else', () => {
    expect(refused(422, 'validation_failed').form).toBe(
      'Enter a valid password that meets the strength requirements.',
    );
    expect(refused(429, 'too_many_requests').form).toBe('The server says so.');
    expect(refused(503, 'database_unavailable').form).toBe(
      'Unable to reset your password. Try again in a moment.',
    );
  });
});
