import type { Actor } from '../platform/access/actor.js';
import type { KnownGrant } from './grants.repository.js';

/** A patient's app: reaches what the patient reaches, and reads the types that the patient allowed. */
export const actorOf = (grant: KnownGrant): Actor => ({
  userId: grant.user_id,
  sessionId: grant.id,
  email: grant.email,
  displayName: grant.display_name,
  emailVerified: true,
  mfaEnabled: false,
  orgId: grant.org_id,
  systemWide: false,
  orgName: grant.org_name,
  orgTimezone: grant.org_timezone,
  timezone: grant.timezone,
  roles: ['patient'],
  patientId: grant.patient_id,
  aal: 1,
  sessionExpiresAt: grant.expires_at,
  provenRecently: false,
  app: { id: grant.app_id, grantId: grant.id, name: grant.app_name, types: grant.types },
  policies: {
    mfaRequiredForStaff: false,
    stepUpForPrescribing: false,
    clinicalActsNeedProvider: false,
    breakGlassReason: false,
  },
});
