import type { Role } from '#common/vocabulary/index.js';
import type { Actor } from '../../platform/access/actor.js';
import { notAuthenticated } from '../../platform/errors/errors.js';
import { NEEDS_PROVIDER } from '../../platform/access/provider-only.js';

/** Updating the last use on each request would make every read a write. */
const TOUCH_AFTER_S = 15;
/** How long fresh proof of identity is valid. */
export const PROOF_MIN = 10;
/** For a system-wide administrator, who belongs to no clinic. */
const DEFAULT_TIMEZONE = 'America/New_York';

export interface SessionRow {
  token_hash: Buffer;
  id: string;
  user_id: string;
  email: string;
  display_name: string | null;
  email_verified: boolean;
  roles: Role[];
  active_role: Role;
  org_id: string | null;
  org_name: string | null;
  org_timezone: string | null;
  timezone: string | null;
  patient_id: string | null;
  mfa_enabled: boolean;
  aal: number;
  proven: boolean;
  mfa_required: boolean;
  step_up: boolean;
  needs_provider: boolean;
  needs_reason: boolean;
  opened_at: Date;
  expires_at: Date;
  abs_expires_at: Date;
  touch: boolean;
  over: boolean;
  revoked: boolean;
}

/** A system-wide administrator reaches every organization with patients, so the strictest policy applies. */
const strictest = (policy: string): string => `COALESCE(CASE WHEN u.org_id IS NULL
        THEN (SELECT bool_or((r.policies->>'${policy}')::boolean) FROM organisations r
          WHERE EXISTS (SELECT 1 FROM patients m WHERE m.org_id = r.id))
        ELSE (o.policies->>'${policy}')::boolean END, false)`;

const HAS_SECOND_FACTOR = `(EXISTS (SELECT 1 FROM totp_credentials t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id))`;

export const READ_SESSIONS = {
  name: 'sessions-read',
  text: `SELECT s.token_hash, s.id, s.user_id, u.email, u.display_name, u.email_verified_at IS NOT NULL AS email_verified, u.roles, s.active_role,
      u.org_id, o.name AS org_name, o.timezone AS org_timezone,
      COALESCE(p.timezone, o.timezone) AS timezone, p.id AS patient_id, s.aal,
      ${HAS_SECOND_FACTOR} AS mfa_enabled,
      COALESCE(CASE WHEN ${HAS_SECOND_FACTOR} THEN s.mfa_at ELSE s.auth_at END > now() - interval '${PROOF_MIN} minutes', false) AS proven,
      ${strictest('mfa_required_for_staff')} AS mfa_required,
      ${strictest('step_up_for_prescribing')} AS step_up,
      ${NEEDS_PROVIDER} AS needs_provider,
      ${strictest('break_glass_reason')} AS needs_reason,
      s.created_at AS opened_at, LEAST(s.idle_expires_at, s.abs_expires_at) AS expires_at, s.abs_expires_at,
      s.last_seen_at < now() - interval '${TOUCH_AFTER_S} seconds' AS touch,
      LEAST(s.idle_expires_at, s.abs_expires_at) <= now() AS over,
      s.revoked_at IS NOT NULL OR s.epoch <> u.session_epoch OR u.status <> 'active' AS revoked
    FROM sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN organisations o ON o.id = u.org_id
    LEFT JOIN patients p ON p.user_id = u.id AND p.held_at IS NULL
    WHERE s.token_hash = ANY($1)`,
};

const activeFirst = (roles: readonly Role[], active: Role): Role[] => [
  active,
  ...roles.filter((r) => r !== active),
];

/**
 * The user of a session.
 * @param production there, a system-wide administrator needs a second factor whatever the organizations require
 */
export function actorOf(row: SessionRow, expiresAt: Date, production: boolean): Actor {
  const active = row.roles.includes(row.active_role) ? row.active_role : row.roles[0];
  if (!active) throw notAuthenticated('session_revoked');
  return {
    userId: row.user_id,
    sessionId: row.id,
    email: row.email,
    displayName: row.display_name,
    emailVerified: row.email_verified,
    mfaEnabled: row.mfa_enabled,
    orgId: row.org_id,
    systemWide: row.org_id === null,
    orgName: row.org_name,
    orgTimezone: row.org_timezone ?? DEFAULT_TIMEZONE,
    timezone: row.timezone ?? DEFAULT_TIMEZONE,
    roles: activeFirst(row.roles, active),
    patientId: row.patient_id,
    aal: row.aal,
    sessionExpiresAt: expiresAt,
    provenRecently: row.proven,
    policies: {
      mfaRequiredForStaff: row.mfa_required || (production && row.org_id === null),
      stepUpForPrescribing: row.step_up,
      clinicalActsNeedProvider: row.needs_provider,
      breakGlassReason: row.needs_reason,
    },
  };
}
