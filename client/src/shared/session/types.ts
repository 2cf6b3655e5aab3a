import type { MeResponse } from '../../../../common/api/index.js';

/** Who is signed in, in the client's own words. `null` elsewhere means: nobody. */
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
  /** IANA name of the zone in which a patient's times are told. */
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

/** The answer of /auth/me and its kin. Roles may be a list or a comma-separated string. */
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

/** The readable active_role cookie: a hint for the first frame only, never a right. */
export function activeRoleHint(): string | null {
  const found = /(?:^|;\s*)active_role=([^;]+)/.exec(document.cookie);
  return found?.[1] ? decodeURIComponent(found[1]) : null;
}
