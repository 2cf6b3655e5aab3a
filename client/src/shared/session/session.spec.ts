import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MeResponse } from '#common/api/index.js';

// Without it each test run would hold a channel open and never end.
const stored = new Map<string, string>();
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
Object.assign(globalThis, {
  BroadcastChannel: undefined,
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
});
const { beforeSessionEnds, onUnsavedWork } = await import('./leaving.js');
const { connectSession, getSession, onSessionCleared, signIn, signOut, signUp, switchRole, verifyMfa } =
  await import('./session.js');
const { api } = await import('../api/client.js');
const { queryClient } = await import('../api/queryClient.js');
const { toast, toastStore } = await import('../toasts/toasts.js');
const { keepDraft, registerDraft, peekDraft } = await import('./returnTicket.js');

const me = (id: string, roles: string[] = ['patient']): MeResponse => ({
  user: {
    id,
    email: `${id}@demo.test`,
    role: roles[0] ?? '',
    roles,
    email_verified: true,
    display_name: null,
  },
  claims: {
    roles,
    org_id: null,
    org_name: null,
    mfa_enabled: false,
    session_expires_at: '2026-01-01T00:00:00Z',
    email_verified: true,
    timezone: 'America/New_York',
    clinical_acts: true,
  },
});

type Reply = { status: number; body?: unknown } | 'no connection';
let replies: Record<string, Reply>;
const calls: string[] = [];
const bodies: unknown[] = [];
const replace = jest.fn<(path: string) => Promise<void>>();
const realFetch = globalThis.fetch;

const fakeFetch: typeof fetch = (url, init) => {
  const path = typeof url === 'string' ? url : 'not a path';
  calls.push(path);
  bodies.push(typeof init?.body === 'string' ? JSON.parse(init.body) : null);
  const reply = replies[path];
  if (!reply || reply === 'no connection') return Promise.reject(new TypeError('Failed to fetch'));
  const body = reply.body === undefined ? null : JSON.stringify(reply.body);
  return Promise.resolve(new Response(body, { status: reply.status }));
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'succeeded',
    (error: unknown) => error,
  );

async function signedInAs(id: string, roles?: string[]) {
  replies = {
    '/auth/login': { status: 200, body: me(id, roles) },
    '/auth/me': { status: 200, body: me(id, roles) },
  };
  return signIn(`${id}@demo.test`, 'secret');
}

beforeEach(() => {
  globalThis.fetch = fakeFetch;
  calls.length = 0;
  stored.clear();
  bodies.length = 0;
  replies = {};
  toast.clear();
  queryClient.clear();
  replace.mockReset().mockResolvedValue(undefined);
  connectSession(
    { replace, currentPath: () => '/trt/patient/intake?section=3' },
    (role) => `/home-of-${role}`,
  );
});
afterEach(() => {
  globalThis.fetch = realFetch;
});
// The cache's own timers would keep the run alive.
afterAll(() => queryClient.clear());

describe('getSession', () => {
  it('treats 401 as signed out', async () => {
    replies = { '/auth/me': { status: 401, body: {} } };
    await expect(getSession()).resolves.toBeNull();
  });
  it('does not treat an outage as signed out', async () => {
    replies = { '/auth/me': { status: 503, body: {} } };
    await expect(codeOf(getSession())).resolves.toMatchObject({ code: 'auth/unavailable' });
  });
});

describe('signUp', () => {
  const request = { email: 'a@b.c', password: 'x', confirm_password: 'x' };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  it("sends the device's time zone", async () => {
    replies = { '/auth/signup': { status: 201, body: me('ann') } };
    await expect(signUp(request)).resolves.toMatchObject({ userId: 'ann', timezone: 'America/New_York' });
    expect(bodies).toEqual([{ ...request, timezone: timeZone }]);
  });
  it('retries without the zone when the server does not know it, and only then', async () => {
    const refusal = (fields: object) => ({
      '/auth/signup': { status: 422, body: { error: 'validation_failed', fields } },
    });
    replies = refusal({ timezone: 'Choose a time zone.' });
    await expect(codeOf(signUp(request))).resolves.toMatchObject({ status: 422 });
    expect(bodies).toEqual([{ ...request, timezone: timeZone }, request]);
    replies = refusal({ email: 'Enter a valid email address.' });
    await codeOf(signUp(request));
    expect(bodies).toHaveLength(3);
  });
});

describe('signIn', () => {
  it.each([
    ['  ', 'x', 'auth/missing-email', 'Enter your email address.'],
    ['a@b.c', '', 'auth/missing-password', 'Enter your password.'],
  ])('asks for what is missing (%j, %j)', async (email, password, code, message) => {
    await expect(codeOf(signIn(email, password))).resolves.toMatchObject({ code, message });
    expect(calls).toEqual([]);
  });
  it.each<[Reply, string]>([
    [{ status: 401, body: { error: 'invalid_credentials' } }, 'auth/invalid-credentials'],
    [{ status: 400, body: { message: 'Invalid something' } }, 'auth/invalid-credentials'],
    [{ status: 400, body: { error: 'invalid_credentials', message: 'No.' } }, 'auth/invalid-credentials'],
    [{ status: 409, body: { error: 'invalid_state', message: 'An invalid thing.' } }, 'auth/error'],
    [{ status: 403, body: {} }, 'auth/forbidden'],
    [{ status: 503, body: {} }, 'auth/unavailable'],
    ['no connection', 'auth/unavailable'],
    [{ status: 418, body: {} }, 'auth/error'],
  ])('reports the failure %j', async (reply, code) => {
    replies = { '/auth/login': reply };
    await expect(codeOf(signIn('a@b.c', 'x'))).resolves.toMatchObject({ code });
  });
  it('goes to the home page of the first role and confirms the session', async () => {
    await expect(signedInAs('ann', ['provider', 'patient'])).resolves.toEqual({
      kind: 'signed-in',
      goTo: '/home-of-provider',
    });
    expect(calls).toEqual(['/auth/login', '/auth/me']);
  });
  it('survives a confirmation that fails', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    replies = { '/auth/login': { status: 200, body: me('ann') }, '/auth/me': { status: 503, body: {} } };
    await expect(signIn('a@b.c', 'x')).resolves.toMatchObject({ kind: 'signed-in' });
    await expect(getSession()).resolves.toMatchObject({ userId: 'ann' });
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });
  it('does not sign in before the second factor', async () => {
    const pending = {
      mfa_required: true,
      session_id: 's',
      session_token: 't',
      email: 'a@b.c',
      methods: ['totp'],
    };
    replies = { '/auth/login': { status: 200, body: pending }, '/auth/me': { status: 401, body: {} } };
    await expect(signIn('a@b.c', 'x')).resolves.toEqual({ kind: 'mfa-required' });
    await expect(getSession()).resolves.toBeNull();
    replies = { '/auth/mfa/verify': { status: 401, body: { error: 'mfa_expired' } } };
    await expect(codeOf(verifyMfa('123456'))).resolves.toMatchObject({ source: { code: 'mfa_expired' } });
    await expect(codeOf(verifyMfa('123456'))).resolves.toMatchObject({ message: 'MFA is not pending.' });
  });
});

describe('signOut', () => {
  it('clears everything locally even when the server cannot be reached', async () => {
    await signedInAs('ann');
    queryClient.setQueryData(['cases'], ['somebody']);
    const cleared = jest.fn();
    onSessionCleared(cleared);
    replies = {};
    await signOut();
    expect(calls).toContain('/auth/logout');
    expect(replace).toHaveBeenCalledWith('/login');
    expect(queryClient.getQueryData(['cases'])).toBeUndefined();
    expect(cleared).toHaveBeenCalled();
    await expect(getSession()).resolves.toBeNull();
    expect(toastStore.read()).toMatchObject([{ tone: 'warning', timeout: 0 }]);
  });

  describe('when the server could not be reached', () => {
    const reload = () => queryClient.clear();
    beforeEach(async () => {
      await signedInAs('ann');
      replies = {};
      await signOut();
      reload();
      calls.length = 0;
    });
    it('stays signed out on this device while the server is unreachable, whatever cookie is left', async () => {
      replies = { '/auth/me': { status: 200, body: me('ann') } };
      await expect(getSession()).resolves.toBeNull();
      expect(calls).toEqual(['/auth/logout']);
    });
    it('tells the server once, before the next session check', async () => {
      replies = { '/auth/logout': { status: 204 }, '/auth/me': { status: 401 } };
      await expect(getSession()).resolves.toBeNull();
      expect(calls).toEqual(['/auth/logout', '/auth/me']);
      expect([...stored]).toEqual([]);
    });
    it('is over with the next sign-in', async () => {
      await signedInAs('bob');
      expect([...stored]).toEqual([]);
      await expect(getSession()).resolves.toMatchObject({ userId: 'bob' });
    });
  });

  describe('with something that cannot be saved', () => {
    let typed: string | undefined;
    const endings: (() => void)[] = [];
    beforeEach(async () => {
      typed = 'too long';
      await signedInAs('ann');
      endings.push(registerDraft('form', () => typed));
    });
    afterEach(() => {
      for (const end of endings.splice(0)) end();
    });
    const answer = (go: boolean) => {
      const ask = jest.fn((_: unknown) => Promise.resolve(go));
      endings.push(onUnsavedWork(ask));
      return ask;
    };

    it('asks, and stays if the user says so', async () => {
      const ask = answer(false);
      await expect(signOut()).resolves.toBe(false);
      expect(ask).toHaveBeenCalledWith([{ name: 'What you typed on this page' }]);
      expect(calls).not.toContain('/auth/logout');
      await expect(getSession()).resolves.toMatchObject({ userId: 'ann' });
    });
    it('leaves if the user says so', async () => {
      answer(true);
      await expect(signOut()).resolves.toBe(true);
      await expect(getSession()).resolves.toBeNull();
    });
    it('does not ask when a last save succeeded', async () => {
      const ask = answer(false);
      endings.push(
        beforeSessionEnds(() => {
          typed = undefined;
          return Promise.resolve();
        }),
      );
      await expect(signOut()).resolves.toBe(true);
      expect(ask).not.toHaveBeenCalled();
    });
    it('keeps the role when the user stays', async () => {
      const ask = answer(false);
      await switchRole('provider');
      expect(ask).toHaveBeenCalled();
      expect(calls).not.toContain('/auth/role');
    });
  });
});

describe('an expired session', () => {
  async function expire() {
    replies['/api/thing'] = { status: 401, body: { error: 'session_expired' } };
    void api.get('/api/thing');
    void api.get('/api/thing');
    await wait(20);
  }
  it('says so once, stays until closed, and goes to the sign-in page after 100 ms', async () => {
    await signedInAs('ann');
    queryClient.setQueryData(['cases'], ['somebody']);
    await expire();
    expect(toastStore.read()).toMatchObject([
      {
        tone: 'warning',
        timeout: 0,
        title: 'Session Expired',
        message: 'Your session has expired due to inactivity. Please sign in again.',
      },
    ]);
    expect(replace).not.toHaveBeenCalled();
    await wait(110);
    expect(replace.mock.calls).toEqual([['/login']]);
    expect(queryClient.getQueryData(['cases'])).toBeUndefined();
  });
  it('brings the same user back to the page with what was typed', async () => {
    await signedInAs('ann');
    const forget = registerDraft('intake', () => ({ full_name: 'Ann' }));
    await expire();
    forget();
    await wait(110);
    await expect(signedInAs('ann')).resolves.toMatchObject({ goTo: '/trt/patient/intake?section=3' });
    expect(peekDraft('intake')).toEqual({ full_name: 'Ann' });
    expect(toastStore.read()).toEqual([]);
  });
  it('keeps it from anyone else', async () => {
    await signedInAs('ann');
    const forget = registerDraft('intake', () => ({ full_name: 'Ann' }));
    await expire();
    forget();
    await wait(110);
    await expect(signedInAs('bob')).resolves.toMatchObject({ goTo: '/home-of-patient' });
    expect(peekDraft('intake')).toBeUndefined();
    await signOut();
    await expect(signedInAs('ann')).resolves.toMatchObject({ goTo: '/home-of-patient' });
  });
});

describe('content of an unmounted form', () => {
  const leave = () => keepDraft('form', { body: 'half' }, '/trt/patient/progress');
  it('is asked about before a sign-out, with a link to it, and gone after one', async () => {
    await signedInAs('ann');
    leave();
    const ask = jest.fn((_: unknown) => Promise.resolve(true));
    const end = onUnsavedWork(ask);
    await signOut();
    end();
    expect(ask).toHaveBeenCalledWith([
      { name: 'A form you began and have not sent', path: '/trt/patient/progress' },
    ]);
    expect(peekDraft('form')).toBeUndefined();
  });
  it('outlives an expired session for the same user only', async () => {
    await signedInAs('ann');
    leave();
    replies['/api/thing'] = { status: 401, body: { error: 'session_expired' } };
    void api.get('/api/thing');
    await wait(130);
    await signedInAs('ann');
    expect(peekDraft('form')).toEqual({ body: 'half' });
    await signedInAs('bob');
    expect(peekDraft('form')).toBeUndefined();
  });
});

describe('switchRole', () => {
  it('reloads the session, goes to the home page of the new role and empties the caches', async () => {
    await signedInAs('ann', ['provider', 'patient']);
    queryClient.setQueryData(['cases'], ['somebody']);
    const now = me('ann', ['patient', 'provider']);
    replies = { '/auth/role': { status: 200, body: now }, '/auth/me': { status: 200, body: now } };
    await switchRole('patient');
    expect(replace).toHaveBeenCalledWith('/home-of-patient');
    expect(queryClient.getQueryData(['cases'])).toBeUndefined();
    await expect(getSession()).resolves.toMatchObject({ role: 'patient' });
  });
  it('leaves everything unchanged when refused', async () => {
    await signedInAs('ann', ['provider', 'patient']);
    replies = { '/auth/role': { status: 403, body: { error: 'forbidden', detail: 'role_not_held' } } };
    await expect(codeOf(switchRole('patient'))).resolves.toMatchObject({ status: 403 });
    expect(replace).not.toHaveBeenCalled();
    await expect(getSession()).resolves.toMatchObject({ role: 'provider' });
  });
});
