import { redirect } from 'react-router-dom';
import { ROLE_HOME, roleHome, type Role } from '#common/vocabulary/index.js';
import { getSession, type Session } from '../shared/session/index.js';
import { issueTicket } from '../shared/session/returnTicket.js';

/** The landing page is a separate document outside this router. */
function leaveToLanding(): Promise<never> {
  window.location.replace('/');
  return new Promise<never>(() => undefined);
}

/** `records`: only users who may open records, which an organization can limit to providers. Users who are signed out or lack the role go to `/`, which sends signed-in users to their home page. `cameFor`: another site leads to the page, so that signing in leads on to it. */
export function allow(roles: readonly Role[] | 'any', { records = false, cameFor = false } = {}) {
  return async (): Promise<Response | null> => {
    const session = await getSession();
    if (!session && cameFor) {
      const { pathname, search } = window.location;
      issueTicket(null, pathname + search);
      return redirect('/login');
    }
    if (!session) return leaveToLanding();
    const allowed = roles === 'any' || session.roles.some((role) => roles.includes(role as Role));
    return allowed && (session.clinicalActs || !records) ? null : redirect(homeOf(session));
  };
}

/** /login and /signup: sends users who are already signed in to their home page. */
export function onlySignedOut(goTo: (session: Session) => string) {
  return async (): Promise<Response | null> => {
    // A sign-in page must open even when the session cannot be checked.
    const session = await getSession().catch(() => null);
    return session ? redirect(goTo(session)) : null;
  };
}

export const homeOf = (session: Session): string => roleHome(session.role);
export const patientHome = (): string => ROLE_HOME.patient;

/** `/` and unknown addresses. */
export async function goHome(): Promise<Response> {
  const session = await getSession().catch(() => null);
  if (session) return redirect(homeOf(session));
  // The server answered `/` with this document, so navigating to `/` would only come back here.
  if (window.location.pathname === '/') return redirect('/login');
  return leaveToLanding();
}
