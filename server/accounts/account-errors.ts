import { AppError, badRequest } from '../platform/errors/errors.js';

export const emailInUse = (): AppError =>
  new AppError(409, 'email_in_use', 'That email is already registered. Try signing in instead.', {
    detail: { error: 'email_in_use' },
  });

/** @param reasons why, as sentences */
export const weakPassword = (reasons: string[]): AppError =>
  badRequest('Please choose a stronger password.', 'password_invalid', {
    error: 'password_invalid',
    reasons,
  });
