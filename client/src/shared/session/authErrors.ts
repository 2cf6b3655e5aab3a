import { ApiError, isApiError } from '../api/errors.js';
import {
  authenticationFailedText,
  authenticationServiceUnavailableText,
  doNotAccessToApplicationText,
  emailOrPasswordIncorrectText,
  enterEmailAddressText,
  enterPasswordText,
} from './text/auth-errors.js';

export type AuthErrorCode =
  | 'auth/missing-email'
  | 'auth/missing-password'
  | 'auth/invalid-credentials'
  | 'auth/forbidden'
  | 'auth/unavailable'
  | 'auth/error';

/** What the page says; the server's own sentence of a refused sign-in is not shown. */
export const AUTH_MESSAGE: Record<AuthErrorCode, string> = {
  'auth/missing-email': enterEmailAddressText,
  'auth/missing-password': enterPasswordText,
  'auth/invalid-credentials': emailOrPasswordIncorrectText,
  'auth/forbidden': doNotAccessToApplicationText,
  'auth/unavailable': authenticationServiceUnavailableText,
  'auth/error': authenticationFailedText,
};

/** A failed sign-in or session check, with the session layer's code and message. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  /** The call's own failure, for callers that need its code (mfa_invalid, mfa_expired). */
  readonly source: ApiError | null;

  constructor(code: AuthErrorCode, message: string = AUTH_MESSAGE[code], source: ApiError | null = null) {
    super(message);
    this.name = 'AuthError';
    this.code = code;
    this.source = source;
  }
}

export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (!isApiError(error)) return new AuthError('auth/error');
  const of = (code: AuthErrorCode, message?: string) => new AuthError(code, message, error);
  // The server's message names the wait; "try again" without it would be wrong advice.
  if (error.status === 429 && error.fromServer) return of('auth/error', error.message);
  if (error.status === 401 || error.code === 'invalid_credentials') return of('auth/invalid-credentials');
  if (error.status === 403) return of('auth/forbidden');
  if (error.status >= 500 || error.status === 0) return of('auth/unavailable');
  // The specification's, for an answer without a code: one that has a code is judged by it alone.
  if (error.code === 'unknown' && /invalid/i.test(error.message)) return of('auth/invalid-credentials');
  return of('auth/error');
}
