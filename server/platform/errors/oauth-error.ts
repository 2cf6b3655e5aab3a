import { AppError } from './errors.js';

/** The codes of RFC 6749 that we answer with. */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** An error in the form in which OAuth clients read it. */
export const oauthError = (code: OAuthCode, message: string): AppError => {
  const unknown = code === 'invalid_client';
  return new AppError(unknown ? 401 : 400, unknown ? 'not_authenticated' : 'bad_request', message, {
    extra: { error: code, error_description: message },
    ...(unknown && { headers: { 'www-authenticate': 'Basic realm="smart"' } }),
  });
};
