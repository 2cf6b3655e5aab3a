import { newContext, runInContext } from '../access/context.js';

export interface BatchOptions {
  /** Keys of one batch. */
  most: number;
  /** While a batch is out, the next one waits for it, but no longer than this. */
  waitMs: number;
  /** Whether a failure may be the fault of one key alone: then each is asked again by itself. */
  isOfOneKey?: (error: unknown) => boolean;
}

interface Caller<K, R> {
  key: K;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * What callers ask within a moment goes out as one, and each gets the result at the place of its own key. A single
 * caller does not wait: callers gather only while a batch is in flight.
 */
export class Batcher<K, R> {
  private gathering: Caller<K, R>[] = [];
  private out = 0;
  private cancel: (() => void) | null = null;

  /** @param ask answers one result for each key, in their order */
  constructor(
    private readonly ask: (keys: readonly K[]) => Promise<readonly R[]>,
    private readonly options: BatchOptions,
  ) {}

  one(key: K): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.gathering.push({ key, resolve, reject });
      if (this.gathering.length >= this.options.most) this.send();
      else this.cancel ??= this.sendSoon();
    });
  }

  private sendSoon(): () => void {
    if (this.out > 0) {
      const timer = setTimeout(() => this.send(), this.options.waitMs);
      return () => clearTimeout(timer);
    }
    // What arrived in the same turn of the event loop comes along.
    const turn = setImmediate(() => this.send());
    return () => clearImmediate(turn);
  }

  private send(): void {
    this.cancel?.();
    this.cancel = null;
    const callers = this.gathering;
    if (!callers.length) return;
    this.gathering = [];
    this.out += 1;
    // Not in the context of the caller that happened to be first: least of all in its transaction.
    void runInContext(newContext('batch'), () => this.answer(callers)).finally(() => {
      this.out -= 1;
      this.send();
    });
  }

  private async answer(callers: readonly Caller<K, R>[]): Promise<void> {
    try {
      const results = await this.ask(callers.map(({ key }) => key));
      if (results.length !== callers.length) throw new Error('A batch was answered for other keys');
      for (const [i, { resolve }] of callers.entries()) resolve(results[i]!);
    } catch (error) {
      if (callers.length > 1 && this.options.isOfOneKey?.(error))
        for (const caller of callers) await this.answer([caller]);
      else for (const { reject } of callers) reject(error);
    }
  }
}
