import type { ListMeta } from './lists.js';

/** What a patient can leave out when an app asks; each stands for the resources of one scope of API keys (`<group>.read`). */
export const APP_GROUPS = [
  'patients',
  'problems',
  'medications',
  'observations',
  'documents',
  'visits',
  'messages',
  'team',
] as const;
export type AppGroup = (typeof APP_GROUPS)[number];

export const APP_STATUSES = ['active', 'removed'] as const;
export type AppStatus = (typeof APP_STATUSES)[number];

export const APP_LIMITS = { redirectUris: 10, uriLength: 500 } as const;

/** An app that patients of one organization may connect. */
export interface PatientApp {
  id: string;
  org_id: string;
  organisation: string;
  name: string;
  client_id: string;
  redirect_uris: string[];
  /** It can keep a secret: it runs on a server. */
  confidential: boolean;
  status: AppStatus;
  /** How many patients have it connected now. */
  connections: number;
  created_by: string;
  /** The person who set it up no longer administers the organization. */
  maker_left: boolean;
  created_at: string;
  removed_at: string | null;
}

export interface PatientAppCreateRequest {
  name: string;
  redirect_uris: string[];
  confidential: boolean;
  /** For system-wide administrators. */
  org_id?: string;
}

/** The only response that contains the secret. */
export interface PatientAppCreated extends PatientApp {
  /** null for an app that cannot keep one. */
  client_secret: string | null;
}

export interface PatientAppsResponse extends ListMeta {
  patient_apps: PatientApp[];
}

/** What an app sends along when it asks for access (RFC 6749, RFC 7636, SMART App Launch). */
export interface AppRequest {
  client_id: string;
  redirect_uri: string;
  response_type?: string;
  scope?: string;
  state?: string;
  aud?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

/** What the patient is asked. */
export interface AppQuestion {
  name: string;
  organisation: string;
  /** What the app asks to read. */
  groups: AppGroup[];
  /** When its access ends. */
  until: string;
  /** The app can go on reading while the patient does not use it. */
  stays: boolean;
  /** Where the answer goes. */
  host: string;
}

/** Either what to ask, or where the app hears that its request was wrong. */
export interface AppRequestAnswer {
  question: AppQuestion | null;
  redirect: string | null;
}

export interface AppDecisionRequest extends AppRequest {
  allow: boolean;
  /** What the app may read; empty if it is not allowed. */
  groups: AppGroup[];
}

/** Back to the app. */
export interface AppDecision {
  redirect: string;
}

/** An app that reads the record of the patient. */
export interface ConnectedApp {
  id: string;
  name: string;
  groups: AppGroup[];
  connected_at: string;
  expires_at: string;
  last_used_at: string | null;
}

export interface ConnectedAppsResponse {
  apps: ConnectedApp[];
}
