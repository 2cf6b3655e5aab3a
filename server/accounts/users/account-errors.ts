import { AppError, badRequest } from '../../platform/errors/errors.js';

const refused = (message: string): AppError =>
  new AppError(409, 'email_in_use', message, { detail: { error: 'email_in_use' } });

export const emailInUse = (): AppError =>
  refused('That email is already registered. Try signing in instead.');

/** For a signed-in user who wants another address. */
export const newEmailInUse = (): AppError => refused('That email is already registered.');

/** For the person inviting: the address is someone else's, so there is nothing to sign in to. */
export const invitedEmailInUse = (): AppError => refused('A user with this email already exists.');

/** @param reasons in sentences */
export const weakPassword = (reasons: string[]): AppError =>
  badRequest('Please choose a stronger password.', 'password_invalid', {
    error: 'password_invalid',
    reasons,
  });
