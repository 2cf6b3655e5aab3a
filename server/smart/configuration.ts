import { SMART_PATHS, type SmartConfiguration } from '#common/api/smart.js';
import { ALGORITHMS } from '../api-keys/public-keys.js';

/** What programs and apps read before they ask for a token. */
export const smartConfiguration = (origin: string): SmartConfiguration => ({
  token_endpoint: origin + SMART_PATHS.token,
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS],
  revocation_endpoint: origin + SMART_PATHS.revoke,
  grant_types_supported: ['client_credentials'],
  scopes_supported: ['system/*.rs', 'system/*.read'],
  capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
});
