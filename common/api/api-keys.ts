import type { ListMeta } from './lists.js';

/** What a key may read; each scope grants some FHIR resources (server/fhir/resources/index.ts). */
export const API_SCOPES = [
  'fhir.read',
  'fhir.export',
  'patients.read',
  'problems.read',
  'medications.read',
  'observations.read',
  'documents.read',
  'visits.read',
  'messages.read',
  'team.read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** `secret`: sent with each call. `signed`: the program signs its requests for short-lived tokens (SMART Backend Services). */
export const API_KEY_KINDS = ['secret', 'signed'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

export const API_KEY_DAYS = { usual: 90, most: 366 } as const;

export interface ApiKey {
  id: string;
  org_id: string;
  organisation: string;
  name: string;
  kind: ApiKeyKind;
  /** The start of the key, up to its secret: enough to tell two keys apart. Of a signed one, the client id. */
  prefix: string;
  /** The ids (kid) of the program's public keys; empty where they are read from jwks_url. */
  key_ids: string[];
  jwks_url: string | null;
  scopes: ApiScope[];
  status: ApiKeyStatus;
  created_by: string;
  /** The person who set it up no longer administers the organization. */
  maker_left: boolean;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface ApiKeyCreateRequest {
  name: string;
  scopes: ApiScope[];
  /** The program's public keys, a JWK set as JSON text: makes a signed key. */
  jwks?: string;
  /** Where the program publishes its public keys, in place of jwks. */
  jwks_url?: string;
  /** Absent: 90 days. */
  expires_at?: string;
  /** For system-wide administrators. */
  org_id?: string;
}

/** The only response that contains a key itself. */
export interface ApiKeyCreated extends ApiKey {
  /** What its program needs: the key itself, or the client id of a signed one, which is no secret. */
  key: string;
}

export interface ApiKeysResponse extends ListMeta {
  api_keys: ApiKey[];
}
