import { Injectable } from '@nestjs/common';
import { ChecksDb } from '../database/db.js';
import { FAILURES_KEPT_S, FIRST_WAIT_S, FREE_FAILURES, LONGEST_WAIT_S } from './limits.js';

export interface Taken {
  allowed: boolean;
  retryAfterS: number;
}

/** Where counters live: in the database, and in memory while it cannot be reached. */
export interface LimitStore {
  /** Counts unless the window is full; what is refused is not counted. */
  take(key: string, most: number, seconds: number, cost: number): Promise<Taken>;
  /** Looks without counting. */
  look(key: string, most: number): Promise<Taken>;
  giveBack(key: string): Promise<void>;
  /** @returns how many failures in a row there are now */
  fail(key: string): Promise<number>;
  failures(key: string): Promise<{ count: number; retryAfterS: number }>;
  clear(key: string): Promise<void>;
}

const TAKE = {
  name: 'limit-take',
  text: `INSERT INTO rate_limits AS r (key, count, expires_at) VALUES ($1, $4::int, now() + make_interval(secs => $3::int))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.expires_at <= now() THEN EXCLUDED.count ELSE r.count + EXCLUDED.count END,
      expires_at = CASE WHEN r.expires_at <= now() THEN EXCLUDED.expires_at ELSE r.expires_at END
    WHERE r.expires_at <= now() OR r.count < $2::int
    RETURNING 1`,
};
const LOOK = {
  name: 'limit-look',
  text: `SELECT count, ceil(extract(epoch FROM expires_at - now()))::int AS left_s,
      ceil(extract(epoch FROM blocked_until - now()))::int AS blocked_s
    FROM rate_limits WHERE key = $1 AND expires_at > now()`,
};
const GIVE_BACK = {
  name: 'limit-give-back',
  text: 'UPDATE rate_limits SET count = count - 1 WHERE key = $1 AND count > 0',
};
const FAIL = {
  name: 'limit-fail',
  text: `INSERT INTO rate_limits AS r (key, count, expires_at) VALUES ($1, 1, now() + interval '${FAILURES_KEPT_S} seconds')
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.expires_at <= now() THEN 1 ELSE r.count + 1 END,
      expires_at = EXCLUDED.expires_at,
      blocked_until = CASE WHEN r.expires_at > now() AND r.count + 1 >= ${FREE_FAILURES}
        THEN now() + make_interval(secs => LEAST(${FIRST_WAIT_S} * power(2, r.count + 1 - ${FREE_FAILURES}), ${LONGEST_WAIT_S})) END
    RETURNING count`,
};
const CLEAR = { name: 'limit-clear', text: 'DELETE FROM rate_limits WHERE key = $1' };
const SWEEP = { name: 'limit-sweep', text: 'DELETE FROM rate_limits WHERE expires_at <= now()' };

interface LookRow {
  count: number;
  left_s: number;
  blocked_s: number | null;
}

/** One atomic statement a call, never in the transaction of the act: a refused act must still count. */
@Injectable()
export class DatabaseLimitStore implements LimitStore {
  constructor(private readonly db: ChecksDb) {}

  async take(key: string, most: number, seconds: number, cost: number): Promise<Taken> {
    const taken = await this.db.rows(TAKE, [key, most, seconds, cost]);
    return taken.length ? { allowed: true, retryAfterS: 0 } : this.look(key, most);
  }

  async look(key: string, most: number): Promise<Taken> {
    const [row] = await this.db.rows<LookRow>(LOOK, [key]);
    const full = row !== undefined && row.count >= most;
    return { allowed: !full, retryAfterS: full ? Math.max(1, row.left_s) : 0 };
  }

  async giveBack(key: string): Promise<void> {
    await this.db.rows(GIVE_BACK, [key]);
  }

  async fail(key: string): Promise<number> {
    const [row] = await this.db.rows<{ count: number }>(FAIL, [key]);
    return row?.count ?? 1;
  }

  async failures(key: string): Promise<{ count: number; retryAfterS: number }> {
    const [row] = await this.db.rows<LookRow>(LOOK, [key]);
    return { count: row?.count ?? 0, retryAfterS: Math.max(0, row?.blocked_s ?? 0) };
  }

  async clear(key: string): Promise<void> {
    await this.db.rows(CLEAR, [key]);
  }

  async sweep(): Promise<void> {
    await this.db.rows(SWEEP, []);
  }
}
