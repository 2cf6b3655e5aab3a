import { Batcher } from './batcher.js';

const WAIT_MS = 2;
const MOST = 1000;

/**
 * The same read, asked for by several within a moment, is made once. The key says everything the result depends on. A
 * caller joins a read that has not begun yet, never one on its way: it sees all that was committed before it asked.
 */
export class SharedReads {
  private readonly running = new Map<
    string,
    { reads: Batcher<() => Promise<unknown>, unknown>; callers: number }
  >();

  async read<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.running.get(key) ?? { reads: this.once(), callers: 0 };
    this.running.set(key, known);
    known.callers += 1;
    try {
      return (await known.reads.one(read)) as T;
    } finally {
      known.callers -= 1;
      if (known.callers === 0) this.running.delete(key);
    }
  }

  private once(): Batcher<() => Promise<unknown>, unknown> {
    return new Batcher(
      async (reads) => {
        const result = await reads[0]!();
        return reads.map(() => result);
      },
      { most: MOST, waitMs: WAIT_MS },
    );
  }
}
