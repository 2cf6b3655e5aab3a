import type { AuthProvider } from 'react-admin';
import { mayEnter } from '../../shared/session/access.js';
import { getSession, signOut } from '../../shared/session/index.js';
import { STAFF_RESOURCES } from '../data/resources.js';

/** The portal's own session layer handles sign-in, sign-out, guards and 401s; this only tells react-admin so. */
export const authProvider: AuthProvider = {
  login: () => Promise.reject(new Error('Signing in happens at /login')),
  logout: async () => {
    await signOut();
    return '/login';
  },
  checkAuth: async () => {
    const session = await getSession();
    if (!session || !mayEnter(session.roles, 'staff'))
      throw Object.assign(new Error('Not staff'), { message: false });
  },
  // Always resolves: a rejection would make react-admin report a failed write as done.
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(null),
  // Called once per row: it must stay cheap, and the session is in memory. The server decides.
  canAccess: async ({ resource }) => {
    const area = STAFF_RESOURCES[resource]?.area;
    const session = area && (await getSession());
    return Boolean(area && session && mayEnter(session.roles, area));
  },
};
