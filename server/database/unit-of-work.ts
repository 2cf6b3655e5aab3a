import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { Actor } from '../platform/access/actor.js';
import {
  currentContext,
  currentScope,
  newContext,
  runInContext,
  type OpenTransaction,
} from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { isSerializationFailure } from '../platform/errors/database-errors.js';
import { notAuthenticated } from '../platform/errors/errors.js';
import { Log } from '../platform/logging/log.js';
import { DatabaseLink } from './database-link.js';
import { ask } from './db.js';
import { beginReaching, forgetReach, reaching } from './reach.js';

const ATTEMPTS = 3;

/** Conflicts with the locks (FOR UPDATE) of what ends accounts and sessions, and with no one's last use. */
const STILL_OPEN = {
  name: 'caller-still-open',
  text: `SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.revoked_at IS NULL AND s.epoch = u.session_epoch AND u.status = 'active' FOR KEY SHARE OF u, s`,
};

/** One transaction per action: state change, audit row and outbox row together. Nested calls join. */
@Injectable()
export class UnitOfWork {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly link: DatabaseLink,
    @Inject(Log) private readonly log: Log,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    const outer = currentContext();
    if (outer?.transaction) return work();
    for (let attempt = 1; ; attempt++) {
      const afterRollback: OpenTransaction['afterRollback'] = [];
      try {
        return await this.once(work, afterRollback);
      } catch (error) {
        if (!isSerializationFailure(error) || attempt === ATTEMPTS) {
          for (const callback of afterRollback) await callback();
          throw error;
        }
        await sleep(attempt * 20 + Math.random() * 30);
      }
    }
  }

  /** Runs after the commit, or at once outside a transaction; for waking workers, never for state. */
  afterCommit(callback: () => void): void {
    const transaction = currentContext()?.transaction;
    if (transaction) transaction.afterCommit.push(callback);
    else callback();
  }

  /** What was committed stays, whatever fails afterwards. */
  private finish(callbacks: readonly (() => void)[]): void {
    for (const callback of callbacks) {
      try {
        callback();
      } catch (error) {
        this.log.error('what follows a commit failed', error);
      }
    }
  }

  /**
   * Until the end of the transaction, the caller's account, roles and session cannot be taken away: an act that does so
   * afterward finds what was written here, and one that came while the call was under way has ended it.
   */
  private async keepOpen(client: PoolClient, { sessionId, systemWide }: Actor): Promise<void> {
    // A system-wide administrator may have narrowed the call to a clinic, to which their own account does not belong.
    const scope = systemWide ? EVERYTHING : currentScope();
    const held = await reaching(client, () => ask(client, STILL_OPEN, [sessionId]), scope);
    if (!held.length) throw notAuthenticated('session_revoked');
  }

  private async once<T>(work: () => Promise<T>, afterRollback: OpenTransaction['afterRollback']): Promise<T> {
    const runner = this.source.createQueryRunner();
    const client = await this.link.connect(runner);
    const outer = currentContext() ?? newContext('background');
    const context = { ...outer, transaction: { runner, afterCommit: [] as (() => void)[], afterRollback } };
    try {
      await beginReaching(client, () => runner.startTransaction());
      if (context.mustStay && context.actor) await this.keepOpen(client, context.actor);
      const result = await runInContext(context, work);
      await runner.commitTransaction();
      forgetReach(client, { rolledBack: false });
      this.finish(context.transaction.afterCommit);
      return result;
    } catch (error) {
      this.link.suspect(error);
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      forgetReach(client, { rolledBack: true });
      throw error;
    } finally {
      await runner.release();
    }
  }
}
