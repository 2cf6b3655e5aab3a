import type { SignOutResponse } from '#common/api/index.js';
import { api } from '../api/client.js';
import { isApiError } from '../api/errors.js';

/**
 * A sign-out the server has not received yet: a flag on this device that survives a reload and does not name the user.
 * Until the server has received it, that session is not used again.
 */
const KEY = 'trt-sign-out-waits';
const AGAIN_MS = 5000;
const LIMIT_MS = 5000;

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Storage disabled by the user.
    return null;
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
let underWay: Promise<boolean> | null = null;
/** Where the organization ends its own session. */
let providerSignOut: string | null = null;

export const signOutWaits = (): boolean => storage()?.getItem(KEY) === '1';

export function forgetSignOut(): void {
  storage()?.removeItem(KEY);
  clearTimeout(timer);
}

async function tell(): Promise<boolean> {
  try {
    const answer = await api.post<SignOutResponse | undefined>('/auth/logout', undefined, {
      on401: 'throw',
      timeoutMs: LIMIT_MS,
      keepalive: true,
    });
    providerSignOut = answer?.provider_sign_out ?? null;
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) return false;
  }
  forgetSignOut();
  return true;
}

/** Tells the server; false when it could not be reached. */
export function endSession(): Promise<boolean> {
  underWay ??= tell().finally(() => {
    underWay = null;
  });
  return underWay;
}

/** The last step of a sign-out: the organization's session would otherwise let the next person in. */
export function leaveProvider(): void {
  if (providerSignOut) window.location.assign(providerSignOut);
  providerSignOut = null;
}

/** Retries until the server has received it. */
export function keepTelling(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (signOutWaits()) void endSession().then((heard) => heard || keepTelling());
  }, AGAIN_MS);
}

export function rememberSignOut(): void {
  storage()?.setItem(KEY, '1');
  keepTelling();
}

/** Runs before a sign-in: a late reply to an earlier sign-out must not end the new session. */
export async function stopTelling(): Promise<void> {
  clearTimeout(timer);
  await underWay;
}
