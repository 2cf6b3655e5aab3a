import type { ApiKeyStatus, ApiScope } from '#common/api/api-keys.js';

export const API_KEYS_TEXT = {
  title: 'API keys',
  lead: 'Other programs read the records of one organization with a key. Every read is in the audit log and in the patient’s access log.',
  search: 'Search by name',
  status: 'Status',
  all: 'All',
  failed: 'Unable to load API keys.',
  loading: 'Loading API keys',
  none: 'No API keys yet',
  noneHint: 'Create one for each program that reads records.',
  noMatch: 'No API keys found',
  noMatchHint: 'No key matches this search and this filter.',
  clear: 'Clear search and filter',
  create: 'New API key',
  createTitle: 'New API key',
  name: 'Name',
  nameHint: 'The program that will use it. Patients see this name in their access log.',
  proof: 'The program proves who it is with',
  proofs: {
    secret: 'a secret key that it sends',
    jwks: 'signatures; you enter its public keys',
    jwks_url: 'signatures; it publishes its public keys',
  },
  proofHint: {
    secret: 'You get the key on the next screen.',
    jwks: 'SMART Backend Services. The program keeps its private key and gets access for five minutes at a time.',
    jwks_url:
      'SMART Backend Services. The portal reads the public keys from this URL for each token, so the program can replace them.',
  },
  publicKeys: { jwks: 'Public keys (JWK set)', jwks_url: 'URL of the public keys (JWK set)' },
  scopes: 'What the key may read',
  expires: 'Expires',
  inDays: (days: number) => (days === 365 ? 'in one year' : `in ${days} days`),
  make: 'Create key',
  made: (name: string) => `${name}: key created.`,
  failedMake: 'The key was not created',
  onceTitle: 'Copy the key now',
  once: 'This is the only time it is shown. Keep it like a password: it opens records without a second step.',
  secret: 'API key',
  copy: 'Copy key',
  copied: 'Key copied.',
  copyFailed: 'The key could not be copied. Select it and copy it by hand.',
  done: 'I have copied the key',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}`,
  revokeLead: 'The program that uses this key loses access at once. A revoked key cannot be brought back.',
  revokeLabel: 'Revoke key',
  revoked: (name: string) => `${name}: key revoked.`,
  revokeFailed: 'The key was not revoked',
  never: 'never',
  columns: {
    name: 'Name',
    key: 'Key or client ID',
    organisation: 'Organization',
    scopes: 'May read',
    status: 'Status',
    expires: 'Expires',
    used: 'Last used',
    acts: 'Actions',
  },
} as const;

/** For a program that signs: the client id is no secret and stays in the list. */
export const CLIENT_ID_TEXT = {
  onceTitle: 'Give the program its client ID',
  once: 'The program signs its requests for access with its private key, and names this ID. You find it in the list of API keys, too.',
  secret: 'Client ID',
  copy: 'Copy client ID',
  copied: 'Client ID copied.',
  copyFailed: 'The client ID could not be copied. Select it and copy it by hand.',
  done: 'Done',
} as const;

export const SCOPE_TEXT: Readonly<Record<ApiScope, string>> = {
  'fhir.read': 'Everything, record by record',
  'fhir.export': 'Everything, exported at once',
  'patients.read': 'Patients: name, birth date and contact',
  'problems.read': 'Problems: conditions, allergies, fired rules',
  'medications.read': 'Medications: prescriptions, fills and plans',
  'observations.read': 'Observations: labs, vital signs, scores',
  'documents.read': 'Documents: intake answers, consents, provenance',
  'visits.read': 'Visits and appointments',
  'messages.read': 'Messages with the care team',
  'team.read': 'The care team and the organization',
};

export const KEY_STATUS_TEXT: Readonly<Record<ApiKeyStatus, string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
};
