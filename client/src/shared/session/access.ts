import { STAFF_ROLES, type Role } from '#common/vocabulary/index.js';

/** Who may enter which part of the portal. Route guards and react-admin share this table; the server decides. */
export const AREAS = {
  patient: ['patient'],
  staff: STAFF_ROLES,
  admin: ['system_admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Area = keyof typeof AREAS;

/** Access follows all the roles a user holds, not only the active one. */
export const mayEnter = (roles: readonly string[], area: Area): boolean =>
  AREAS[area].some((role) => roles.includes(role));
