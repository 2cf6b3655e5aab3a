import type { ApiScope } from '#common/api/api-keys.js';
import type { Role } from '#common/vocabulary/index.js';

/** Its clinic requires a reason for records; or keeps them to its providers, and who made the key is none. */
export type KeyClosed = 'reason' | 'provider';

/** A program that calls with a key, in place of a person. */
export interface KeyIdentity {
  readonly id: string;
  readonly name: string;
  /** What it opens now. */
  readonly scopes: readonly ApiScope[];
  /** The types of resources that its token was asked for; null: whatever the scopes open. */
  readonly types: readonly string[] | null;
  /** Why its scopes for records open nothing; null: they do. */
  readonly closed: KeyClosed | null;
}

/** An app that a patient connected; it acts within the patient's reach. */
export interface AppIdentity {
  readonly id: string;
  readonly grantId: string;
  readonly name: string;
  /** The types of resources that the patient allows. */
  readonly types: readonly string[];
}

export interface ActorPolicies {
  readonly mfaRequiredForStaff: boolean;
  readonly stepUpForPrescribing: boolean;
  readonly clinicalActsNeedProvider: boolean;
  readonly breakGlassReason: boolean;
}

/** The signed-in user as the server knows them: read from the session's row, never from the request. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly emailVerified: boolean;
  readonly mfaEnabled: boolean;
  /** null: a system-wide administrator. */
  readonly orgId: string | null;
  /** The user belongs to no organization, also where a call narrows them to one. */
  readonly systemWide: boolean;
  readonly orgName: string | null;
  readonly orgTimezone: string;
  /** The zone of the user's times: a patient's own, else the organization's. */
  readonly timezone: string;
  /** The active role first. */
  readonly roles: readonly Role[];
  /** The record of a user who is a patient. */
  readonly patientId: string | null;
  readonly aal: number;
  readonly sessionExpiresAt: Date;
  /** Whether the user gave fresh proof within the last ten minutes. */
  readonly provenRecently: boolean;
  /** Only where a program calls; then there are no roles, and the ids above are the key's. */
  readonly key?: KeyIdentity;
  /** Only where a patient's app calls; the ids above are the patient's. */
  readonly app?: AppIdentity;
  /** What the organization asks of its staff. */
  readonly policies: ActorPolicies;
}

export const holds = (actor: Actor, ...roles: readonly Role[]): boolean =>
  roles.some((r) => actor.roles.includes(r));

/** The role an act is done in: the active one where it allows the act, else the first that does. */
export function actingRole(actor: Actor, allowed: readonly Role[]): Role {
  const role = actor.roles.find((r) => allowed.includes(r));
  if (!role) throw new Error('The guard let an actor through without an allowed role');
  return role;
}
