import { redirect } from 'react-router-dom';
import { ROLE_HOME, roleHome, type Role } from '../../../common/vocabulary/index.js';
import { getSession, type Session } from '../shared/session/index.js';

/** The landing page is a document of its own, outside this router. */
function leaveToLanding(): Promise<never> {
  window.location.replace('/');
  return new Promise<never>(() => undefined);
}

/** `records`: only who may open records, which an organization can keep to providers. Not signed in or without an allowed role leads to `/`, and `/` leads the signed-in home. */
export function allow(roles: readonly Role[] | 'any', { records = false } = {}) {
  return async (): Promise<Response | null> => {
    const session = await getSession();
    if (!session) return leaveToLanding();
    const allowed = roles === 'any' || session.roles.some((role) => roles.includes(role as Role));
    return allowed && (session.clinicalActs || !records) ? null : redirect(homeOf(session));
  };
}

/** /login and /signup: whoever is signed in already is led on. */
export function onlySignedOut(goTo: (session: Session) => string) {
  return async (): Promise<Response | null> => {
    // A sign-in page must open even while the session cannot be checked.
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
  // The server answered `/` with this document, so leaving for `/` would only come back here.
  if (window.location.pathname === '/') return redirect('/login');
  return leaveToLanding();
}
