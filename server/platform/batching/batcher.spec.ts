import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { currentContext, newContext, runInContext } from '../access/context.js';
import { Batcher } from './batcher.js';

const options = { most: 40, waitMs: 2 };
const someMs = (most: number) => sleep(Math.random() * most);
class BadKey extends Error {}
const isBadKey = (error: unknown) => error instanceof BadKey;

/** Answers each key with itself after a while, in batches that end out of order. */
function echo(sizes: number[] = []) {
  return async (keys: readonly number[]): Promise<string[]> => {
    sizes.push(keys.length);
    await someMs(6);
    const bad = keys.find((key) => key < 0);
    if (bad !== undefined) throw new BadKey(String(bad));
    return keys.map((key) => `result of ${key}`);
  };
}
const settled = (work: Promise<string>): Promise<string> =>
  work.catch((error: unknown) => `refused ${(error as Error).message}`);

describe('a batch', () => {
  it('gives each of a thousand interleaved callers the result of its own key, in far fewer batches', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher(echo(sizes), options);
    const keys = Array.from({ length: 1000 }, (_, i) => i);
    const results = await Promise.all(
      keys.map(async (key) => {
        await someMs(60);
        return batcher.one(key);
      }),
    );
    expect(results).toEqual(keys.map((key) => `result of ${key}`));
    expect(sizes.reduce((a, b) => a + b)).toBe(1000);
    expect(sizes.length).toBeLessThan(300);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(options.most);
  });

  it('refuses only the callers whose own key is at fault', async () => {
    const batcher = new Batcher(echo(), { ...options, isOfOneKey: isBadKey });
    const keys = Array.from({ length: 200 }, (_, i) => (i % 17 === 5 ? -i : i));
    const results = await Promise.all(keys.map((key) => settled(batcher.one(key))));
    expect(results).toEqual(keys.map((key) => (key < 0 ? `refused ${key}` : `result of ${key}`)));
  });

  it('refuses all of its callers, and is not sent again, when the failure is of no one key', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher(echo(sizes), options);
    const results = await Promise.all([1, -2, 3].map((key) => settled(batcher.one(key))));
    expect(results).toEqual(['refused -2', 'refused -2', 'refused -2']);
    expect(sizes).toEqual([3]);
  });

  it('is refused as a whole when it is answered with another number of results', async () => {
    const batcher = new Batcher(async () => ['only one'], options);
    const results = await Promise.all([1, 2].map((key) => settled(batcher.one(key))));
    expect(results).toEqual(Array(2).fill('refused A batch was answered for other keys'));
  });

  it('goes out by itself where one that is on its way takes long', async () => {
    let release = (): void => undefined;
    const stuck = new Promise<void>((resolve) => (release = resolve));
    const batcher = new Batcher(async (keys: readonly string[]) => {
      if (keys[0] === 'stuck') await stuck;
      return [...keys];
    }, options);
    const first = batcher.one('stuck');
    await sleep(5);
    expect(await batcher.one('next')).toBe('next');
    release();
    expect(await first).toBe('stuck');
  });

  it('is made in the context of none of its callers', async () => {
    const seen: (string | undefined)[] = [];
    const batcher = new Batcher(async (keys: readonly number[]) => {
      seen.push(currentContext()?.requestId);
      return [...keys];
    }, options);
    const after = await runInContext(newContext('request 7'), async () => {
      await batcher.one(1);
      return currentContext()?.requestId;
    });
    expect([seen, after]).toEqual([['batch'], 'request 7']);
  });
});
