import { queryOptions } from '@tanstack/react-query';
import type { LoginResponse, MeResponse, MfaRequiredResponse, SignupRequest } from '#common/api/index.js';
import { api, beginSessionEpoch, connectSessionGate } from '../api/client.js';
import { isApiError } from '../api/errors.js';
import { queryClient } from '../api/queryClient.js';
import { toast } from '../toasts/toasts.js';
import { deviceZone } from './deviceZone.js';
import { AuthError, toAuthError } from './authErrors.js';
import { onOtherTab, tellOtherTabs, type TabMessage } from './channel.js';
import { answerLeavingTab, countThisTab, mayEnd } from './leaving.js';
import { forgetKeptDrafts, issueTicket, redeemTicket, tearUpTicket } from './returnTicket.js';
import {
  endSession,
  forgetSignOut,
  keepTelling,
  leaveProvider,
  rememberSignOut,
  signOutWaits,
  stopTelling,
} from './waiting-sign-out.js';
import { toSession, type Session } from './types.js';
import {
  mfaNotPendingText,
  sessionExpiredDueToInactivityText,
  signedOutOnScreenText,
} from './text/session.js';

export const EXPIRED_TOAST = {
  key: 'session-expired',
  title: 'Session Expired',
  message: sessionExpiredDueToInactivityText,
  timeout: 0,
};
const SIGN_OUT_WAITS = signedOutOnScreenText;
const EXPIRED_REDIRECT_MS = 100;

const throw401 = { on401: 'throw' } as const;

async function fetchSession(): Promise<Session | null> {
  // A session the user signed out of while the server was unreachable no longer counts.
  if (signOutWaits() && !(await endSession())) return null;
  try {
    return toSession(await api.get<MeResponse>('/auth/me', throw401));
  } catch (error) {
    if (isApiError(error) && error.status === 401) return null;
    throw toAuthError(error);
  }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});

/** Asks the server once, then answers from memory. Throws an AuthError when it cannot be checked. */
export const getSession = (): Promise<Session | null> => queryClient.ensureQueryData(sessionQuery);
const known = (): Session | null | undefined => queryClient.getQueryData(sessionQuery.queryKey);
/** As far as it is known; asks no one. */
export const knownSession = (): Session | null => known() ?? null;

/** Navigation for this layer; the router registers itself at startup. */
export interface Navigation {
  replace: (path: string) => Promise<void>;
  currentPath: () => string;
}
let navigation: Navigation = { replace: async () => undefined, currentPath: () => '/' };
let roleHomeOf: (role: string) => string = () => '/dashboard';

const clearedListeners = new Set<() => void>();
/** Other stores of user data (react-admin's store) register here to be cleared. */
export function onSessionCleared(listener: () => void): void {
  clearedListeners.add(listener);
}

/** Empties every cache of user data but keeps who is signed in. */
function clearCaches(session: Session | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, session);
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
  queryClient.getMutationCache().clear();
  forgetKeptDrafts();
  for (const listener of clearedListeners) listener();
}

function adopt(answer: MeResponse): Session {
  const session = toSession(answer);
  beginSessionEpoch();
  clearCaches(session);
  toast.closeKey(EXPIRED_TOAST.key);
  return session;
}

// --- Sign in ---

let pendingMfa: MfaRequiredResponse | null = null;
export const getPendingMfa = (): MfaRequiredResponse | null => pendingMfa;

/** A sign-in from the organization's page that waits for this account's second step. */
export function resumeMfa(step: MfaRequiredResponse): void {
  pendingMfa = step;
}

export type SignInResult = { kind: 'signed-in'; goTo: string } | { kind: 'mfa-required' };

async function completeSignIn(answer: MeResponse): Promise<SignInResult> {
  pendingMfa = null;
  forgetSignOut();
  const session = adopt(answer);
  tellOtherTabs({ type: 'signed-in', userId: session.userId });
  try {
    // Confirm with the server who is signed in; if this fails, the answer just received is enough.
    const confirmed = await fetchSession();
    if (confirmed) queryClient.setQueryData(sessionQuery.queryKey, confirmed);
  } catch (error) {
    console.warn('The new session could not be confirmed.', error instanceof AuthError ? error.code : '');
  }
  return { kind: 'signed-in', goTo: redeemTicket(session.userId) ?? roleHomeOf(session.role) };
}

export async function signIn(email: string, password: string): Promise<SignInResult> {
  const address = email.trim();
  if (!address) throw new AuthError('auth/missing-email');
  if (!password) throw new AuthError('auth/missing-password');
  await stopTelling();
  try {
    const answer = await api.post<LoginResponse>('/auth/login', { email: address, password }, throw401);
    if (!('mfa_required' in answer)) return await completeSignIn(answer);
    pendingMfa = answer;
    return { kind: 'mfa-required' };
  } catch (error) {
    if (signOutWaits()) keepTelling();
    throw toAuthError(error);
  }
}

/** Sends the second step of the pending sign-in. */
async function mfaCall<T>(path: string, proof: object): Promise<T> {
  if (!pendingMfa) throw new AuthError('auth/error', mfaNotPendingText);
  const { session_id, session_token } = pendingMfa;
  try {
    return await api.post<T>(path, { session_id, session_token, ...proof }, throw401);
  } catch (error) {
    const failure = toAuthError(error);
    if (failure.source?.code === 'mfa_expired') pendingMfa = null;
    throw failure;
  }
}

export async function verifyMfa(code: string): Promise<SignInResult> {
  return completeSignIn(await mfaCall<MeResponse>('/auth/mfa/verify', { code }));
}

/** @param sign asks the browser to sign the server's passkey options */
export async function verifyPasskey<T>(sign: (options: T) => Promise<object>): Promise<SignInResult> {
  const response = await sign(await mfaCall<T>('/auth/mfa/passkey/options', {}));
  return completeSignIn(await mfaCall<MeResponse>('/auth/mfa/passkey/verify', { response }));
}

export function cancelMfa(): void {
  if (!pendingMfa) return;
  const { session_id, session_token } = pendingMfa;
  pendingMfa = null;
  // A pending sign-in expires by itself after five minutes, so a failure here needs no message.
  api.post('/auth/mfa/cancel', { session_id, session_token }, throw401).catch(() => undefined);
}

/** The device provides the time zone; a zone the server does not know must not block signing up. */
async function register(request: SignupRequest): Promise<MeResponse> {
  await stopTelling();
  try {
    return await api.post<MeResponse>('/auth/signup', { ...request, timezone: deviceZone() }, throw401);
  } catch (error) {
    if (!isApiError(error) || !error.fields['timezone']) throw error;
    return api.post<MeResponse>('/auth/signup', request, throw401);
  }
}

export async function signUp(request: Omit<SignupRequest, 'timezone'>): Promise<Session> {
  const session = adopt(await register(request));
  forgetSignOut();
  tearUpTicket();
  tellOtherTabs({ type: 'signed-in', userId: session.userId });
  return session;
}

// --- Sign out, expiry, change of role ---

async function forget(): Promise<void> {
  tearUpTicket();
  pendingMfa = null;
  beginSessionEpoch();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await navigation.replace('/login');
  clearCaches(null);
}

/** Returns false when the user stays because of unsaved work. */
export async function signOut(): Promise<boolean> {
  // Closing the page in the meantime still signs the user out.
  const atOnce = () => void endSession();
  globalThis.addEventListener?.('pagehide', atOnce);
  const may = await mayEnd();
  globalThis.removeEventListener?.('pagehide', atOnce);
  if (!may) return false;
  // The user asked to sign out of this device: that happens whatever the server answers.
  if (!(await endSession())) {
    rememberSignOut();
    toast.warning(SIGN_OUT_WAITS, { timeout: 0 });
  }
  tellOtherTabs({ type: 'signed-out' });
  await forget();
  leaveProvider();
  return true;
}

function expire(fromOtherTab = false): void {
  const session = known();
  if (!session) return;
  issueTicket(session.userId, navigation.currentPath());
  queryClient.setQueryData(sessionQuery.queryKey, null);
  toast.warning(EXPIRED_TOAST.message, EXPIRED_TOAST);
  if (!fromOtherTab) tellOtherTabs({ type: 'expired' });
  setTimeout(() => {
    void navigation.replace('/login').then(() => {
      if (!known()) clearCaches(null);
    });
  }, EXPIRED_REDIRECT_MS);
}

/** Throws the ApiError when refused; the user then keeps their role, as when they stay for unsaved work. */
export async function switchRole(role: string): Promise<void> {
  if (!(await mayEnd())) return;
  await api.post<MeResponse>('/auth/role', { role });
  beginSessionEpoch();
  const session = await fetchSession();
  tellOtherTabs({ type: 'role-changed' });
  queryClient.setQueryData(sessionQuery.queryKey, session);
  await navigation.replace(session ? roleHomeOf(session.role) : '/login');
  clearCaches(session);
}

async function followOtherTab(message: TabMessage): Promise<void> {
  if (message.type === 'leaving') return known() ? answerLeavingTab(message.round) : undefined;
  if (message.type === 'heard' || message.type === 'settled') return undefined;
  if (message.type === 'expired') return expire(true);
  if (message.type === 'signed-out') return known() ? forget() : undefined;
  const before = known();
  if (message.type === 'signed-in' && before?.userId === message.userId) return undefined;
  beginSessionEpoch();
  const session = await fetchSession();
  const samePerson = before && session && before.userId === session.userId;
  if (samePerson) {
    queryClient.setQueryData(sessionQuery.queryKey, session);
    queryClient.removeQueries({
      type: 'inactive',
      predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0],
    });
    return undefined;
  }
  tearUpTicket();
  queryClient.setQueryData(sessionQuery.queryKey, session);
  toast.closeKey(EXPIRED_TOAST.key);
  if (session) await navigation.replace(roleHomeOf(session.role));
  return clearCaches(session);
}

/** Called once at startup, before the first request. */
export function connectSession(router: Navigation, roleHome: (role: string) => string): void {
  navigation = router;
  roleHomeOf = roleHome;
  connectSessionGate({ isSignedOut: () => known() === null, onExpired: () => expire() });
  countThisTab();
  if (signOutWaits()) keepTelling();
  globalThis.addEventListener?.('online', () => {
    if (signOutWaits()) void endSession();
  });
  onOtherTab((message) => {
    followOtherTab(message).catch(() => undefined);
  });
}
