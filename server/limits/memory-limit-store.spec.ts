import { beforeEach, describe, expect, it } from '@jest/globals';
import { waitAfter } from './limits.js';
import { MemoryLimitStore } from './memory-limit-store.js';

let now = 0;
let store: MemoryLimitStore;
beforeEach(() => {
  now = 1000;
  store = new MemoryLimitStore(() => now);
});

describe('a window in memory', () => {
  it('takes so many, then tells how long to wait, then takes again', async () => {
    for (let i = 0; i < 3; i++) expect((await store.take('k', 3, 60, 1)).allowed).toBe(true);
    now += 20_000;
    expect(await store.take('k', 3, 60, 1)).toEqual({ allowed: false, retryAfterS: 40 });
    expect(await store.look('k', 3)).toEqual({ allowed: false, retryAfterS: 40 });
    expect((await store.take('other', 3, 60, 1)).allowed).toBe(true);
    now += 40_000;
    expect((await store.take('k', 3, 60, 1)).allowed).toBe(true);
  });

  it('gives back, and counts more than one', async () => {
    await store.take('k', 2, 60, 2);
    expect((await store.look('k', 2)).allowed).toBe(false);
    await store.giveBack('k');
    expect((await store.take('k', 2, 60, 1)).allowed).toBe(true);
  });

  it('forgets the oldest of more than twenty thousand keys', async () => {
    await store.take('first', 1, 3600, 1);
    for (let i = 0; i < 20_000; i++) await store.take(`k${i}`, 1, 3600, 1);
    expect((await store.take('first', 1, 3600, 1)).allowed).toBe(true);
    expect((await store.take('k19999', 1, 3600, 1)).allowed).toBe(false);
  });
});

describe('failures in a row in memory', () => {
  it('are free five times, then wait, doubling; a success clears them', async () => {
    for (let i = 1; i <= 4; i++) expect(await store.fail('k')).toBe(i);
    expect(await store.failures('k')).toEqual({ count: 4, retryAfterS: 0 });
    await store.fail('k');
    expect(await store.failures('k')).toEqual({ count: 5, retryAfterS: 30 });
    now += 30_000;
    expect((await store.failures('k')).retryAfterS).toBe(0);
    await store.fail('k');
    expect((await store.failures('k')).retryAfterS).toBe(60);
    await store.clear('k');
    expect(await store.failures('k')).toEqual({ count: 0, retryAfterS: 0 });
  });
});

describe('the wait', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [11, 1920],
    [12, 3600],
    [100, 3600],
  ])('after %i failures is %i s', (failures, seconds) => {
    expect(waitAfter(failures)).toBe(seconds);
  });
});
