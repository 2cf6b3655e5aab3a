import type { AuthProvider } from 'react-admin';
import { mayEnter, type Area } from '../shared/session/access.js';
import { getSession, signOut } from '../shared/session/index.js';

/** The part of the portal each resource belongs to. One that is not named here is closed. */
const AREA_OF: Record<string, Area> = {
  cases: 'staff',
  patients: 'staff',
  prescriptions: 'staff',
  labs: 'staff',
  appointments: 'staff',
  messages: 'staff',
};

/** Signing in and out, guards and 401s belong to the portal's own session layer; this only tells react-admin so. */
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
  // Resolves always: a rejection would make react-admin report a failed write as done.
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(null),
  // Asked once per row: it must stay cheap, and the session is in memory. The server decides.
  canAccess: async ({ resource }) => {
    const area = AREA_OF[resource];
    const session = area && (await getSession());
    return Boolean(area && session && mayEnter(session.roles, area));
  },
};
