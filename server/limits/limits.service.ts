import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { AppError } from '../platform/errors/errors.js';
import { Log } from '../platform/logging/log.js';
import { DatabaseLimitStore, type LimitStore } from './limit-store.js';
import { LIMITS, RELAXED, type LimitName, type Window } from './limits.js';
import { MemoryLimitStore } from './memory-limit-store.js';
import { TEXT } from './text/en.js';

const SWEEP_EVERY_MS = 10 * 60_000;
/** As many people may try one account at once; the next is told to come back. */
const MOST_WAITING = 32;

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return '1 minute';
  return minutes < 60 ? `${minutes} minutes` : 'an hour';
}

export const tooManyRequests = (retryAfterS: number): AppError =>
  new AppError(429, 'too_many_requests', TEXT.tooManyTries(inWords(retryAfterS)), { retryAfterS });

/** Counted limits and waits after failures: in the database, in memory while that cannot be reached. */
@Injectable()
export class Limits implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly memory = new MemoryLimitStore();
  private readonly queues = new Map<string, { tail: Promise<unknown>; waiting: number }>();
  private readonly relaxed: boolean;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DatabaseLimitStore,
    private readonly cipher: FieldCipher,
    private readonly log: Log,
    @Inject(CONFIG) config: Pick<Config, 'rateLimits'>,
  ) {
    this.relaxed = config.rateLimits === 'relaxed';
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.database.sweep().catch(() => undefined), SWEEP_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Counts one more, or throws 429 with the time to wait. */
  async take(name: LimitName, subject: string, cost = 1): Promise<void> {
    const { allowed, retryAfterS } = await this.tryTake(name, subject, cost);
    if (!allowed) throw tooManyRequests(retryAfterS);
  }

  tryTake(name: LimitName, subject: string, cost = 1): Promise<{ allowed: boolean; retryAfterS: number }> {
    return this.on((store) =>
      store.take(this.key(name, subject), this.most(name), LIMITS[name].seconds, cost),
    );
  }

  /** Throws 429 when the window is full; counts nothing. */
  async check(name: LimitName, subject: string): Promise<void> {
    const { allowed, retryAfterS } = await this.on((store) =>
      store.look(this.key(name, subject), this.most(name)),
    );
    if (!allowed) throw tooManyRequests(retryAfterS);
  }

  /** Whether the next one would be refused. */
  async isFull(name: LimitName, subject: string): Promise<boolean> {
    return !(await this.on((store) => store.look(this.key(name, subject), this.most(name)))).allowed;
  }

  giveBack(name: LimitName, subject: string): Promise<void> {
    return this.on((store) => store.giveBack(this.key(name, subject)));
  }

  /**
   * Judges one secret of a subject: refused during the wait, whatever the secret is. One at a time, so that
   * guesses sent at once are counted like guesses sent one by one.
   */
  attempt(
    subject: string,
    judge: () => Promise<boolean>,
    onFailure: (inARow: number) => Promise<void> = async () => {},
  ): Promise<boolean> {
    const key = this.key('attempt', subject);
    return this.inTurn(key, async () => {
      const { count, retryAfterS } = await this.on((store) => store.failures(key));
      if (retryAfterS > 0) throw tooManyRequests(retryAfterS);
      if (await judge()) {
        if (count > 0) await this.on((store) => store.clear(key));
        return true;
      }
      await onFailure(await this.on((store) => store.fail(key)));
      return false;
    });
  }

  /** Counts a failure that makes nobody wait. @returns how many in a row there are now */
  countFailure(subject: string): Promise<number> {
    return this.on((store) => store.fail(this.key('attempt', subject)));
  }

  async failuresOf(subject: string): Promise<number> {
    return (await this.on((store) => store.failures(this.key('attempt', subject)))).count;
  }

  forget(subject: string): Promise<void> {
    return this.on((store) => store.clear(this.key('attempt', subject)));
  }

  private most(name: LimitName): number {
    const { most, per }: Window = LIMITS[name];
    return this.relaxed ? most * RELAXED[per] : most;
  }

  private key(name: string, subject: string): string {
    return `${name}:${this.cipher.macFor('limit', `${name}:${subject}`).toString('base64url')}`;
  }

  private async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MOST_WAITING) throw tooManyRequests(1);
    this.queues.set(key, queue);
    queue.waiting++;
    const turn = queue.tail.then(work, work);
    queue.tail = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      if (--queue.waiting === 0) this.queues.delete(key);
    }
  }

  private async on<T>(act: (store: LimitStore) => Promise<T>): Promise<T> {
    try {
      return await act(this.database);
    } catch (error) {
      this.log.error('limits are counted in memory', error);
      return act(this.memory);
    }
  }
}
