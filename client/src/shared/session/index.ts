export { AUTH_MESSAGE, AuthError } from './authErrors.js';
export { useKeptState, useSession, useZone } from './hooks.js';
export {
  beforeSessionEnds,
  cancelMfa,
  connectSession,
  getPendingMfa,
  getSession,
  onSessionCleared,
  onUnsavedWork,
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
