import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { loadWhenBack, noticeOutages } from './comeback.js';
import { ApiError } from './errors.js';

const OUT = new ApiError(503, 'database_unavailable', 'Out.', {}, { fromServer: true });
const OFFLINE = new ApiError(0, 'network', 'Request failed');
const realFetch = globalThis.fetch;
const page = { hidden: false };
let connected: boolean | 'no answer';
let looks: number;
let client: QueryClient;
let failure: Error | null;
let loads: number;
const endings: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { document: page });
  globalThis.fetch = () => {
    looks += 1;
    if (connected === 'no answer') return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(
      Response.json({ database: { connected, message: null }, status: connected ? 'ok' : 'degraded' }),
    );
  };
  [page.hidden, connected, looks, loads, failure] = [false, false, 0, 0, OUT];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  loadWhenBack(client);
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  client.clear();
  globalThis.fetch = realFetch;
  Reflect.deleteProperty(globalThis, 'document');
  jest.useRealTimers();
});

/** A mounted screen. */
async function show() {
  const observer = new QueryObserver(client, {
    queryKey: ['thing'],
    queryFn: () => {
      loads += 1;
      return failure ? Promise.reject(failure) : Promise.resolve('there');
    },
  });
  endings.push(observer.subscribe(() => undefined));
  await pass(0);
  return observer;
}
const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);

describe('content that could not be loaded', () => {
  it.each([
    ['the database was unavailable', OUT],
    ['the portal was unreachable', OFFLINE],
  ])('because %s loads automatically once both are back, and not before', async (_, why) => {
    failure = why;
    if (why === OFFLINE) connected = 'no answer';
    const thing = await show();
    await pass(60);
    expect(loads).toBe(1);
    expect(looks).toBeGreaterThan(5);
    expect(thing.getCurrentResult().status).toBe('error');
    [connected, failure] = [true, null];
    await pass(7);
    expect(thing.getCurrentResult().data).toBe('there');
    const asked = looks;
    await pass(60);
    expect([loads, looks]).toEqual([2, asked]);
  });

  it('is retried while it alone is refused', async () => {
    connected = true;
    const thing = await show();
    await pass(20);
    expect(loads).toBeGreaterThan(2);
    failure = null;
    await pass(7);
    expect(thing.getCurrentResult().data).toBe('there');
  });

  it('waits while the page is hidden', async () => {
    page.hidden = true;
    await show();
    connected = true;
    await pass(60);
    expect([loads, looks]).toEqual([1, 0]);
    page.hidden = false;
    failure = null;
    await pass(7);
    expect(loads).toBe(2);
  });

  it('waits for the user when it failed for another reason', async () => {
    failure = new ApiError(500, 'internal_error', 'Sorry.');
    await show();
    await pass(60);
    expect([loads, looks]).toEqual([1, 0]);
  });

  it('is forgotten when its screen unmounts', async () => {
    await show();
    for (const end of endings.splice(0)) end();
    await pass(60);
    expect(looks).toBe(0);
  });
});

describe('an idle page', () => {
  let signedIn: boolean;
  beforeEach(() => {
    [signedIn, connected, failure] = [true, true, null];
    noticeOutages(client, { isSignedIn: () => signedIn });
  });

  it('refetches once when the database becomes unavailable', async () => {
    await show();
    await pass(120);
    expect(loads).toBe(1);
    connected = false;
    await pass(120);
    expect(loads).toBe(2);
    connected = true;
    await pass(60);
    connected = false;
    await pass(60);
    expect(loads).toBe(3);
  });

  it.each([
    ['no one is signed in', () => (signedIn = false)],
    ['the page is hidden', () => (page.hidden = true)],
  ])('does not poll while %s', async (_, set) => {
    set();
    await show();
    connected = false;
    await pass(120);
    expect([loads, looks]).toEqual([1, 0]);
  });

  it('does not treat a lost connection as an outage', async () => {
    await show();
    connected = 'no answer';
    await pass(120);
    expect(loads).toBe(1);
  });
});
