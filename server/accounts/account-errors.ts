import { AppError, badRequest } from '../platform/errors/errors.js';

const refused = (message: string): AppError =>
  new AppError(409, 'email_in_use', message, { detail: { error: 'email_in_use' } });

export const emailInUse = (): AppError =>
  refused('That email is already registered. Try signing in instead.');

/** To somebody signed in who wants another address: he has signed in already. */
export const newEmailInUse = (): AppError => refused('That email is already registered.');

/** To whoever invites: the address is somebody else's, so there is nothing to sign in to. */
export const invitedEmailInUse = (): AppError => refused('A user with this email already exists.');

/** @param reasons why, as sentences */
export const weakPassword = (reasons: string[]): AppError =>
  badRequest('Please choose a stronger password.', 'password_invalid', {
    error: 'password_invalid',
    reasons,
  });
