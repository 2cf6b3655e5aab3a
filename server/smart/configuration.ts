import { SMART_PATHS, type SmartConfiguration } from '#common/api/smart.js';
import { ALGORITHMS } from '../api-keys/public-keys.js';

/** What programs and apps read before they ask for a token. */
export const smartConfiguration = (origin: string): SmartConfiguration => ({
  authorization_endpoint: origin + SMART_PATHS.authorize,
  token_endpoint: origin + SMART_PATHS.token,
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS],
  revocation_endpoint: origin + SMART_PATHS.revoke,
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: [
    'launch/patient',
    'offline_access',
    'patient/*.rs',
    'patient/*.read',
    'system/*.rs',
    'system/*.read',
  ],
  capabilities: [
    'launch-standalone',
    'client-public',
    'client-confidential-symmetric',
    'client-confidential-asymmetric',
    'context-standalone-patient',
    'permission-offline',
    'permission-patient',
    'permission-v1',
    'permission-v2',
  ],
});
