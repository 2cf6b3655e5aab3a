import type { Role } from '#common/vocabulary/index.js';
import { holds, type Actor } from './actor.js';

/** Whether the organization `o` of a statement keeps clinical acts and records to its providers. */
export const NEEDS_PROVIDER = `COALESCE((o.policies->>'clinical_acts_need_provider')::boolean, false)`;

/** No one from outside counts among the providers of such an organization. */
export const isProviderOnly = ({ systemWide }: Actor, needsProvider: boolean): boolean =>
  systemWide && needsProvider;

/** Whether the actor may see who the patients of such an organization are. */
export const seesRecords = (actor: Actor, needsProvider: boolean): boolean =>
  !needsProvider || (!actor.systemWide && holds(actor, 'provider'));

/** The roles that remain where a clinic wants providers for clinical acts: no other staff, whichever roles are added. */
export const withoutOtherStaff = (roles: readonly Role[]): readonly Role[] =>
  roles.filter((role) => role === 'provider' || role === 'patient');
