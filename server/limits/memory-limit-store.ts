import { FAILURES_KEPT_S, waitAfter } from './limits.js';
import type { LimitStore, Taken } from './limit-store.js';

interface Entry {
  count: number;
  endsAt: number;
  blockedUntil: number;
}

/** More keys than this are an attack; the oldest are let go. */
const MOST_KEYS = 20_000;

/** The insurance: the same counters in this process, for as long as the database cannot be reached. */
export class MemoryLimitStore implements LimitStore {
  private readonly entries = new Map<string, Entry>();

  /** @param now milliseconds that never jump back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  take(key: string, most: number, seconds: number, cost: number): Promise<Taken> {
    const entry = this.live(key) ?? this.add(key, seconds);
    if (entry.count >= most) return Promise.resolve(this.refusal(entry.endsAt));
    entry.count += cost;
    return Promise.resolve({ allowed: true, retryAfterS: 0 });
  }

  look(key: string, most: number): Promise<Taken> {
    const entry = this.live(key);
    return Promise.resolve(
      entry && entry.count >= most ? this.refusal(entry.endsAt) : { allowed: true, retryAfterS: 0 },
    );
  }

  giveBack(key: string): Promise<void> {
    const entry = this.live(key);
    if (entry) entry.count = Math.max(0, entry.count - 1);
    return Promise.resolve();
  }

  fail(key: string): Promise<number> {
    const entry = this.live(key) ?? this.add(key, FAILURES_KEPT_S);
    entry.count++;
    const wait = waitAfter(entry.count);
    if (wait) entry.blockedUntil = this.now() + wait * 1000;
    return Promise.resolve(entry.count);
  }

  failures(key: string): Promise<{ count: number; retryAfterS: number }> {
    const entry = this.live(key);
    const left = entry ? Math.ceil((entry.blockedUntil - this.now()) / 1000) : 0;
    return Promise.resolve({ count: entry?.count ?? 0, retryAfterS: Math.max(0, left) });
  }

  clear(key: string): Promise<void> {
    this.entries.delete(key);
    return Promise.resolve();
  }

  private live(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (entry && entry.endsAt <= this.now()) {
      this.entries.delete(key);
      return undefined;
    }
    return entry;
  }

  private add(key: string, seconds: number): Entry {
    const oldest = this.entries.keys().next();
    if (this.entries.size >= MOST_KEYS && !oldest.done) this.entries.delete(oldest.value);
    const entry = { count: 0, endsAt: this.now() + seconds * 1000, blockedUntil: 0 };
    this.entries.set(key, entry);
    return entry;
  }

  private refusal(endsAt: number): Taken {
    return { allowed: false, retryAfterS: Math.max(1, Math.ceil((endsAt - this.now()) / 1000)) };
  }
}
