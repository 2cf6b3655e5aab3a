import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { holds, type Actor } from './actor.js';

/** Whose rows the database shows: the second wall behind the conditions of each statement. */
export interface Scope {
  /** An organization's id, or `*`. */
  readonly org: string;
  /** A patient's id, `*`, or a word that is no one's id. */
  readonly patient: string;
  /** A user's id, or `*`. */
  readonly user: string;
}

/** Jobs, set-up, and the few lookups that say why they need it. */
export const EVERYTHING: Scope = { org: '*', patient: '*', user: '*' };
/** Requests without a signed-in user: accounts of every organization, and no patient's record. */
export const ACCOUNTS: Scope = { org: '*', patient: 'nobody', user: '*' };

/** Staff who are patients as well act as either without signing in again, so their scope is their organization. */
export function scopeOf(actor: Actor): Scope {
  const wide = actor.key !== undefined || holds(actor, ...STAFF_ROLES);
  return {
    org: actor.orgId ?? '*',
    patient: wide ? '*' : (actor.patientId ?? 'nobody'),
    user: wide ? '*' : actor.userId,
  };
}
