import type { MeResponse } from '#common/api/index.js';

/** The signed-in user, in the client's own terms. `null` elsewhere means signed out. */
export interface Session {
  userId: string;
  email: string | null;
  displayName: string | null;
  emailVerified: boolean;
  /** The active role: the first of the claims. */
  role: string;
  roles: string[];
  orgId: string | null;
  orgName: string | null;
  mfaEnabled: boolean;
  /** IANA name of the zone a patient's times are shown in. */
  timezone: string | null;
  expiresAt: string | null;
  /** May open records; without the claim the server still decides. */
  clinicalActs: boolean;
}

type Loose = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function roleList(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return parts.flatMap((part) => (typeof part === 'string' && part.trim() ? [part.trim()] : []));
}

/** The response of /auth/me and related calls. Roles may be a list or a comma-separated string. */
export function toSession(answer: MeResponse): Session {
  const user = (answer.user ?? {}) as unknown as Loose;
  const claims = (answer.claims ?? {}) as unknown as Loose;
  const listed = [roleList(claims['roles']), roleList(user['roles']), roleList(user['role'])];
  const roles = listed.find((list) => list.length > 0) ?? [];
  const verified =
    user['email_verified'] ?? user['emailVerified'] ?? user['email_verified_at'] ?? claims['email_verified'];
  return {
    userId: text(user['id']) ?? text(user['user_id']) ?? '',
    email: text(user['email']),
    displayName: text(user['display_name']) ?? text(user['displayName']),
    emailVerified: Boolean(verified),
    role: roles[0] ?? '',
    roles,
    orgId: text(claims['org_id']),
    orgName: text(claims['org_name']),
    mfaEnabled: claims['mfa_enabled'] === true,
    timezone: text(claims['timezone']),
    expiresAt: text(claims['session_expires_at']),
    clinicalActs: claims['clinical_acts'] !== false,
  };
}

/** The readable active_role cookie: only a hint for the first frame, never an authorization. */
export function activeRoleHint(): string | null {
  const found = /(?:^|;\s*)active_role=([^;]+)/.exec(document.cookie);
  return found?.[1] ? decodeURIComponent(found[1]) : null;
}
