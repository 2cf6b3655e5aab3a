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

export const API_KEY_DAYS = { usual: 90, most: 366 } as const;

export interface ApiKey {
  id: string;
  org_id: string;
  organisation: string;
  name: string;
  /** The start of the key, up to its secret: enough to tell two keys apart. */
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
  /** Absent: 90 days. */
  expires_at?: string;
  /** For system-wide administrators. */
  org_id?: string;
}

/** The only response that contains the key itself. */
export interface ApiKeyCreated extends ApiKey {
  key: string;
}

export interface ApiKeysResponse extends ListMeta {
  api_keys: ApiKey[];
}
