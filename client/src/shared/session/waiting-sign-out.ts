/** That somebody signed out on this device while the server was out of reach; who it was is not written down. */
const KEY = 'trt-sign-out-waits';

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Switched off by the person.
    return null;
  }
}

export const rememberSignOut = (): void => storage()?.setItem(KEY, '1');
export const forgetSignOut = (): void => storage()?.removeItem(KEY);
export const signOutWaits = (): boolean => storage()?.getItem(KEY) === '1';
