import { AppError, badRequest } from '../../platform/errors/errors.js';
import { TEXT } from './text/en.js';

const refused = (message: string): AppError =>
  new AppError(409, 'email_in_use', message, { detail: { error: 'email_in_use' } });

export const emailInUse = (): AppError => refused(TEXT.emailAlreadyRegistered);

/** For a signed-in user who wants another address. */
export const newEmailInUse = (): AppError => refused(TEXT.newEmailAlreadyRegistered);

/** For the person inviting: the address is someone else's, so there is nothing to sign in to. */
export const invitedEmailInUse = (): AppError => refused(TEXT.userWithEmailAlreadyExists);

/** @param reasons in sentences */
export const weakPassword = (reasons: string[]): AppError =>
  badRequest(TEXT.chooseStrongerPassword, 'password_invalid', {
    error: 'password_invalid',
    reasons,
  });
