import type { ListMeta } from './lists.js';

/** What a key may read; each scope opens some FHIR resources (server/fhir/resources/index.ts). */
export const API_SCOPES = [
  'fhir.read',
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

export const API_KEY_DAYS = { usual: 90, most: 366 } as const;

export interface ApiKey {
  id: string;
  org_id: string;
  organisation: string;
  name: string;
  /** The beginning of the key, up to its secret: enough to tell two keys apart. */
  prefix: string;
  scopes: ApiScope[];
  status: ApiKeyStatus;
  created_by: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface ApiKeyCreateRequest {
  name: string;
  scopes: ApiScope[];
  /** Absent: in 90 days. */
  expires_at?: string;
  /** Named by an administrator of the whole system. */
  org_id?: string;
}

/** The only answer that holds the key itself. */
export interface ApiKeyCreated extends ApiKey {
  key: string;
}

export interface ApiKeysResponse extends ListMeta {
  api_keys: ApiKey[];
}
