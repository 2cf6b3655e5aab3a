import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { SharedReads } from '../platform/batching/shared-reads.js';
import { currentContext, currentScope, inScope } from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { DatabaseLink } from './database-link.js';
import { reaching, reachingAlone } from './reach.js';

/** A named statement is prepared and planned once per connection. */
export interface Statement {
  name: string;
  text: string;
}

/** What reads statements. */
export interface Reader {
  rows<T = Record<string, unknown>>(statement: Statement, values?: readonly unknown[]): Promise<T[]>;
  one<T = Record<string, unknown>>(statement: Statement, values?: readonly unknown[]): Promise<T | null>;
}

export const ask = async <T>(
  client: PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<T[]> => (await client.query({ name, text, values: [...values] })).rows as T[];

/** The database for repositories: inside a unit of work its transaction, otherwise one pooled connection per call. */
@Injectable()
export class Db implements Reader {
  private readonly reads = new SharedReads();

  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly link: DatabaseLink,
  ) {}

  async rows<T = Record<string, unknown>>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<T[]> {
    const open = currentContext()?.transaction?.runner;
    const runner = open ?? this.source.createQueryRunner();
    const client = await this.link.connect(runner);
    try {
      const work = () => ask<T>(client, statement, values);
      return await (open ? reaching(client, work) : reachingAlone(client, work));
    } catch (error) {
      this.link.suspect(error);
      throw error;
    } finally {
      if (!open) await runner.release();
    }
  }

  async one<T = Record<string, unknown>>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<T | null> {
    return (await this.rows<T>(statement, values))[0] ?? null;
  }

  /**
   * A read that is made once for all who ask for it within a moment; the result must not be changed. In a transaction it is
   * made separately: it may see uncommitted rows. Only callers with the same scope share.
   * @param key everything the result depends on, whose eyes it is for included
   */
  shared<T>(key: string, read: () => Promise<T>): Promise<T> {
    if (currentContext()?.transaction) return read();
    const scope = currentScope();
    return this.reads.read(`${scope.org} ${scope.patient} ${scope.user} ${key}`, () => inScope(scope, read));
  }
}

/**
 * Sessions and limits, over separate connections and never in an action's transaction. A holder of one of these
 * waits for nothing else, so that a transaction can use it without waiting for itself. They tell who is asking, so they
 * reach every organization's rows.
 */
@Injectable()
export class ChecksDb {
  constructor(private readonly link: DatabaseLink) {}

  async rows<T = Record<string, unknown>>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<T[]> {
    const client = await this.link.connectForChecks();
    try {
      return await reachingAlone(client, () => ask<T>(client, statement, values), EVERYTHING);
    } catch (error) {
      this.link.suspect(error);
      throw error;
    } finally {
      client.release();
    }
  }

  async one<T = Record<string, unknown>>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<T | null> {
    return (await this.rows<T>(statement, values))[0] ?? null;
  }
}
