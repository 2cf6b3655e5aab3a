export { AUTH_MESSAGE, AuthError } from './authErrors.js';
export { useKeptState, useSession, useZone } from './hooks.js';
export { beforeSessionEnds, onUnsavedWork } from './leaving.js';
export {
  cancelMfa,
  connectSession,
  getPendingMfa,
  getSession,
  knownSession,
  onSessionCleared,
  resumeMfa,
  sessionQuery,
  signIn,
  signOut,
  signUp,
  switchRole,
  verifyMfa,
  verifyPasskey,
  type SignInResult,
} from './session.js';
export type { Unsaved } from './returnTicket.js';
export { activeRoleHint, type Session } from './types.js';
