import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { SharedReads } from './shared-reads.js';

describe('a shared read', () => {
  it('is made once for all who ask for it at the same moment, and apart for each key', async () => {
    const shared = new SharedReads();
    const made: string[] = [];
    const read = (key: string) =>
      shared.read(key, async () => {
        made.push(key);
        return { of: key };
      });
    const results = await Promise.all(['a', 'b', 'a', 'a', 'b'].map(read));
    expect(results.map((r) => r.of)).toEqual(['a', 'b', 'a', 'a', 'b']);
    expect(made.toSorted()).toEqual(['a', 'b']);
  });

  it('never gives what was read before it was asked for', async () => {
    const shared = new SharedReads();
    let stored = 0;
    const read = () =>
      shared.read('key', async () => {
        const seen = stored;
        await sleep(Math.random() * 5);
        return seen;
      });
    const checks = Array.from({ length: 1000 }, async () => {
      await sleep(Math.random() * 80);
      stored += 1;
      const asked = stored;
      expect(await read()).toBeGreaterThanOrEqual(asked);
    });
    await Promise.all(checks);
    expect(await read()).toBe(1000);
  });

  it('that fails, fails for those who share it and not for the next', async () => {
    const shared = new SharedReads();
    const failing = () => shared.read('key', () => Promise.reject(new Error('gone')));
    const results = await Promise.allSettled([failing(), failing()]);
    expect(results.map((r) => r.status)).toEqual(['rejected', 'rejected']);
    expect(await shared.read('key', async () => 'back')).toBe('back');
  });
});
