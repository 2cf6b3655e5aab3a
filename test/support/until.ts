import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition; returns how many milliseconds it took. */
export async function until(
  what: string,
  done: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<number> {
  const started = performance.now();
  while (!(await done())) {
    if (performance.now() - started > limitMs) throw new Error(`${what}: not within ${limitMs} ms`);
    await sleep(50);
  }
  return performance.now() - started;
}
