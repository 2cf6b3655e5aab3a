import type { AuthProvider } from 'react-admin';
import { STAFF_ROLES, type Role } from '../../../common/vocabulary/index.js';
import { getSession, signOut } from '../shared/session/index.js';

const isStaff = (roles: string[]) => roles.some((role) => STAFF_ROLES.includes(role as Role));

/** Signing in and out, guards and 401s belong to the portal's own session layer; this only tells react-admin so. */
export const authProvider: AuthProvider = {
  login: () => Promise.reject(new Error('Signing in happens at /login')),
  logout: async () => {
    await signOut();
    return '/login';
  },
  checkAuth: async () => {
    const session = await getSession();
    if (!session || !isStaff(session.roles)) throw Object.assign(new Error('Not staff'), { message: false });
  },
  // Resolves always: a rejection would make react-admin report a failed write as done.
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(null),
  // Asked once per row: it must stay a cheap pure function. The server decides.
  canAccess: () => Promise.resolve(true),
};
