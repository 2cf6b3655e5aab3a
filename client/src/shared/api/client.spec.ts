import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { api, beginSessionEpoch, connectSessionGate } from './client.js';
import { actionErrorMessage, ApiError, loadErrorMessage } from './errors.js';

const realFetch = globalThis.fetch;
const fetchMock = jest.fn<typeof fetch>();
const onExpired = jest.fn();
let signedOut = false;

function answers(status: number, body: string, headers: Record<string, string> = {}): void {
  fetchMock.mockImplementation(() =>
    Promise.resolve(new Response(status === 204 ? null : body, { status, headers })),
  );
}
/** A server that never answers but honors an abort. */
function silence(): void {
  fetchMock.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      }),
  );
}
const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('The call should have failed')),
    (error: unknown) => error as ApiError,
  );
const sent = () => fetchMock.mock.calls[0]?.[1] as RequestInit & { headers: Record<string, string> };

beforeEach(() => {
  globalThis.fetch = fetchMock;
  fetchMock.mockReset();
  onExpired.mockReset();
  signedOut = false;
  connectSessionGate({ isSignedOut: () => signedOut, onExpired });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  jest.useRealTimers();
});

describe('api', () => {
  it('sends JSON with the session cookie and reads JSON', async () => {
    answers(200, '{"ok":true}');
    await expect(api.post('/api/thing', { a: 1 })).resolves.toEqual({ ok: true });
    expect(sent()).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{"a":1}' });
    expect(sent().headers).toMatchObject({ Accept: 'application/json', 'Content-Type': 'application/json' });
  });
  it('sends a file as is, under its own type', async () => {
    answers(200, '{}');
    await api.post('/api/labs/import', 'a,b\n1,"2"', { contentType: 'text/csv' });
    expect(sent().headers['Content-Type']).toBe('text/csv');
    expect(sent().body).toBe('a,b\n1,"2"');
  });
  it('sends no content type without a body', async () => {
    answers(204, '');
    await expect(api.post('/auth/logout')).resolves.toBeUndefined();
    expect(sent().headers['Content-Type']).toBeUndefined();
    expect(sent().body).toBeUndefined();
  });
  it('marks background calls and carries the idempotency key', async () => {
    answers(200, '{}');
    await api.post('/api/thing', {}, { background: true, idempotencyKey: 'k1' });
    expect(sent().headers).toMatchObject({ 'X-Background': '1', 'Idempotency-Key': 'k1' });
  });
  it.each([
    [undefined, 'Request timed out after 15 s'],
    ['dashboard', 'Request timed out after 15 s while loading dashboard'],
  ])('gives up after 15 s (label %s)', async (label, message) => {
    jest.useFakeTimers();
    silence();
    const call = failure(api.get('/api/thing', { label }));
    await jest.advanceTimersByTimeAsync(14_999);
    await jest.advanceTimersByTimeAsync(1);
    await expect(call).resolves.toMatchObject({ code: 'timeout', status: 0, message });
  });
  it('reports a canceled call as canceled', async () => {
    silence();
    const stop = new AbortController();
    const call = failure(api.get('/api/thing', { signal: stop.signal }));
    stop.abort();
    expect((await call).name).toBe('AbortError');
  });
  it('reports a success that is not JSON', async () => {
    answers(200, '<html>');
    await expect(failure(api.get('/api/thing'))).resolves.toMatchObject({
      message: 'Failed to parse JSON response',
      code: 'invalid_json',
    });
  });
  it('keeps what the server said about a failure', async () => {
    const body = {
      error: 'validation_failed',
      message: 'Please correct.',
      detail: 'x',
      fields: { dose: 'Too high.' },
    };
    answers(422, JSON.stringify(body), { 'retry-after': '7', 'x-request-id': 'r1' });
    const error = await failure(api.get('/api/thing'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe('Please correct.');
    expect(error).toMatchObject({
      code: 'validation_failed',
      status: 422,
      detail: 'x',
      fields: { dose: 'Too high.' },
    });
    expect(error).toMatchObject({ requestId: 'r1', retryAfterSeconds: 7, fromServer: true });
  });
  it('uses its own message for a failure without one', async () => {
    answers(502, '<html>Bad gateway</html>');
    await expect(failure(api.get('/api/thing'))).resolves.toMatchObject({
      message: 'Request failed',
      status: 502,
    });
  });
  it('uses its own message for a dead connection', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(failure(api.get('/api/thing'))).resolves.toMatchObject({
      message: 'Request failed',
      code: 'network',
    });
  });
});

describe('answers withheld during an outage', () => {
  const background = (call: number) =>
    new Headers(fetchMock.mock.calls[call]![1]?.headers).get('x-background');
  it('are requested again without keeping the session alive', async () => {
    answers(503, '{"error":"database_unavailable"}');
    await failure(api.get('/api/thing?page=1'));
    await failure(api.get('/api/thing?page=2'));
    answers(200, '{}');
    await api.get('/api/other');
    await api.post('/api/thing', {});
    await api.get('/api/thing?page=1');
    expect([0, 1, 2, 3].map(background)).toEqual([null, '1', null, null]);
  });
});

describe('api and the session', () => {
  it.each(['/api/trt/cases', '/files/a.pdf', '/chat'])(
    'does not ask for %s when no one is signed in',
    async (path) => {
      signedOut = true;
      await expect(failure(api.get(path))).resolves.toMatchObject({
        message: 'Not authenticated',
        status: 401,
      });
      expect(fetchMock).not.toHaveBeenCalled();
    },
  );
  it.each(['/api/system/status', '/auth/login'])('asks for %s without a session', async (path) => {
    signedOut = true;
    answers(200, '{}');
    await expect(api.get(path)).resolves.toEqual({});
  });
  it('ends the session on 401 and never settles the call', async () => {
    answers(401, '{"error":"session_expired"}');
    const settled = jest.fn();
    void api.get('/api/thing').then(settled, settled);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onExpired).toHaveBeenCalledTimes(1);
    expect(settled).not.toHaveBeenCalled();
  });
  it('leaves a 401 to the sign-in calls', async () => {
    answers(401, '{"error":"invalid_credentials","message":"No."}');
    const error = await failure(api.post('/auth/login', {}, { on401: 'throw' }));
    expect(error).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(onExpired).not.toHaveBeenCalled();
  });
  it('does not end a new session because of a late answer to an old one', async () => {
    let answer: (response: Response) => void = () => undefined;
    fetchMock.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const call = failure(api.get('/api/thing'));
    beginSessionEpoch();
    answer(new Response('{}', { status: 401 }));
    await expect(call).resolves.toMatchObject({ status: 401 });
    expect(onExpired).not.toHaveBeenCalled();
  });
});

describe('messages', () => {
  const timeout = new ApiError(0, 'timeout', 'Request timed out after 15 s while loading cases');
  const refused = new ApiError(409, 'rule_blocked', 'Check the PDMP first.', {}, { fromServer: true });
  const broken = new ApiError(500, 'internal', 'Something went wrong.', {}, { fromServer: true });
  it('shows a timeout and hides every other reason for a failed load', () => {
    expect(loadErrorMessage(timeout, 'Unable to load cases.')).toBe(timeout.message);
    expect(loadErrorMessage(refused, 'Unable to load cases.')).toBe('Unable to load cases.');
    expect(loadErrorMessage(new Error('x'), 'Unable to load cases.')).toBe('Unable to load cases.');
  });
  it('tells a signed-out user to sign in', () => {
    const signedOutError = new ApiError(401, 'not_authenticated', 'Not authenticated');
    expect(loadErrorMessage(signedOutError, 'Unable to load cases.')).toBe(
      'You must be signed in to see this.',
    );
    expect(actionErrorMessage(signedOutError, 'Approval failed')).toBe('You must be signed in to do this.');
  });
  it("shows the server's reason for a refused action, but not its internal errors", () => {
    expect(actionErrorMessage(refused, 'Approval failed')).toBe('Check the PDMP first.');
    expect(actionErrorMessage(broken, 'Approval failed')).toBe('Approval failed');
  });
});
