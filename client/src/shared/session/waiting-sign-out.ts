import type { SignOutResponse } from '../../../../common/api/index.js';
import { api } from '../api/client.js';
import { isApiError } from '../api/errors.js';

/**
 * A sign-out the server has not heard of: a mark on this device, which survives a reload. Who it was is not written down.
 * Until the server has heard it nobody is let in again with that session.
 */
const KEY = 'trt-sign-out-waits';
const AGAIN_MS = 5000;
const LIMIT_MS = 5000;

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Switched off by the person.
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

/** Tells the server; false when it could not be told. */
export function endSession(): Promise<boolean> {
  underWay ??= tell().finally(() => {
    underWay = null;
  });
  return underWay;
}

/** The last thing of a sign-out: the organization's session would otherwise let the next person in. */
export function leaveProvider(): void {
  if (providerSignOut) window.location.assign(providerSignOut);
  providerSignOut = null;
}

/** Tries until the server has heard of it. */
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

/** Before somebody signs in: the answer to a sign-out of before must not take the new session away. */
export async function stopTelling(): Promise<void> {
  clearTimeout(timer);
  await underWay;
}
