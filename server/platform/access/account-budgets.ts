import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { holds, type Actor } from './actor.js';
import { AppError } from '../errors/errors.js';
import { isRead } from '../requests/reads.js';
import { Turns } from '../requests/turns.js';
import { SHARED_TEXT } from '../text/en.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body that were read: a chunked one announces no length. */
    received?: number;
  }
}

/** What one account may use of the portal, so that one that is stolen or angry does not use it up for the others. */
interface Budget {
  calls: { most: number; seconds: number };
  bytes: { most: number; seconds: number };
}
const MB = 1024 * 1024;
export const BUDGETS: Readonly<Record<'patient' | 'staff' | 'key', Budget>> = {
  patient: { calls: { most: 3000, seconds: 60 }, bytes: { most: 64 * MB, seconds: 600 } },
  key: { calls: { most: 1200, seconds: 60 }, bytes: { most: MB, seconds: 600 } },
  staff: { calls: { most: 6000, seconds: 60 }, bytes: { most: 256 * MB, seconds: 600 } },
};
/** Writes of one account that run at once: each holds a connection, and waits for the same rows. */
export const WRITING = 3;
/** As many more wait for their turn; the next one is told to come back. */
export const WAITING = 32;
/** On a slow machine a turn takes a while: a page must not be refused for that. */
export const LONGEST_WAIT_MS = 10_000;
const MOST_ACCOUNTS = 20_000;
/** Where limits are relaxed, for a demo or a measurement of speed, as many more calls. */
const RELAXED = 100;

interface Window {
  used: number;
  endsAt: number;
}
interface Account {
  calls: Window;
  bytes: Window;
}

const usedUp = (policy: string, retryAfterS: number): AppError =>
  new AppError(429, 'too_many_requests', SHARED_TEXT.tooManyRequestsFromAccount, {
    retryAfterS,
    headers: { ratelimit: `"${policy}";r=0;t=${retryAfterS}` },
  });

export const tooManyWrites = (): AppError => usedUp('writes', 1);
export const tooManyReads = (): AppError => usedUp('reads', 1);

const isProgram = ({ key, app }: Actor): boolean => key !== undefined || app !== undefined;

function budgetOf(actor: Actor): Budget {
  if (isProgram(actor)) return BUDGETS.key;
  return BUDGETS[holds(actor, ...STAFF_ROLES) ? 'staff' : 'patient'];
}

/** Counts in this process: the limit a machine can bear is the machine's. */
@Injectable()
export class AccountBudgets {
  private readonly accounts = new Map<string, Account>();
  private readonly writes = new Turns({ running: WRITING, waiting: WAITING, ms: LONGEST_WAIT_MS });
  private readonly factor: number;

  constructor(@Inject(CONFIG) config: Pick<Config, 'rateLimits'>) {
    this.factor = config.rateLimits === 'relaxed' ? RELAXED : 1;
  }

  /** Counts the call, and lets a write wait for the others of its account; throws 429 when the budget is used up. */
  async spend(actor: Actor, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const account = this.account(actor.app?.grantId ?? actor.userId);
    const { calls, bytes } = budgetOf(actor);
    // A program is told how much is left, and its budget is the same everywhere.
    if (isProgram(actor)) void reply.headers(this.left(account.calls, calls));
    const most = isProgram(actor) ? calls.most : calls.most * this.factor;
    this.take(account.calls, 'calls', { ...calls, most }, 1);
    if (isRead(request)) return;
    this.take(
      account.bytes,
      'bytes',
      bytes,
      request.received ?? Number(request.headers['content-length'] ?? 0),
    );
    if (!(await this.writes.take(actor.userId, request, reply))) throw tooManyWrites();
  }

  /** What is left once this call is counted (draft-ietf-httpapi-ratelimit-headers). */
  private left(window: Window, { most, seconds }: Budget['calls']): Record<string, string> {
    const now = performance.now();
    const open = window.endsAt > now;
    const rest = Math.max(0, most - (open ? window.used : 0) - 1);
    const ends = open ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : seconds;
    return {
      'ratelimit-policy': `"calls";q=${most};w=${seconds}`,
      ratelimit: `"calls";r=${rest};t=${ends}`,
    };
  }

  private take(window: Window, name: string, { most, seconds }: Budget['calls'], cost: number): void {
    const now = performance.now();
    if (window.endsAt <= now) Object.assign(window, { used: 0, endsAt: now + seconds * 1000 });
    if (window.used >= most) throw usedUp(name, Math.max(1, Math.ceil((window.endsAt - now) / 1000)));
    window.used += cost;
  }

  private account(id: string): Account {
    const known = this.accounts.get(id);
    if (known) return known;
    if (this.accounts.size >= MOST_ACCOUNTS) this.forgetIdle();
    const account: Account = {
      calls: { used: 0, endsAt: 0 },
      bytes: { used: 0, endsAt: 0 },
    };
    this.accounts.set(id, account);
    return account;
  }

  private forgetIdle(): void {
    const now = performance.now();
    for (const [id, { calls, bytes }] of this.accounts)
      if (calls.endsAt <= now && bytes.endsAt <= now) this.accounts.delete(id);
  }
}
