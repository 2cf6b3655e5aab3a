/** Where programs and apps get their tokens (SMART App Launch 2.2), below the portal's address. */
export const SMART_PATHS = {
  /** A page, because the patient answers there. */
  authorize: '/trt/patient/connect',
  token: '/auth/smart/token',
  revoke: '/auth/smart/revoke',
  configuration: '/fhir/.well-known/smart-configuration',
} as const;

/** What a program learns before it asks for a token. */
export interface SmartConfiguration {
  authorization_endpoint: string;
  token_endpoint: string;
  token_endpoint_auth_methods_supported: string[];
  token_endpoint_auth_signing_alg_values_supported: string[];
  revocation_endpoint: string;
  grant_types_supported: string[];
  response_types_supported: string[];
  code_challenge_methods_supported: string[];
  scopes_supported: string[];
  capabilities: string[];
}

/** The answer of the token endpoint. */
export interface SmartToken {
  access_token: string;
  token_type: 'Bearer';
  /** In seconds. */
  expires_in: number;
  /** What was given, which may be less than what was asked for. */
  scope: string;
  /** For a patient's app: whose record it is. */
  patient?: string;
  /** For a patient's app that may go on by itself; works once. */
  refresh_token?: string;
}
