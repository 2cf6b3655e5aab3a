import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { currentContext } from '../platform/context/context.js';
import { DatabaseLink } from './database-link.js';

/** A named statement is prepared once per connection and planned once. */
export interface Statement {
  name: string;
  text: string;
}

/** The database as repositories see it: inside a unit of work its transaction, else one pooled connection a call. */
@Injectable()
export class Db {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly link: DatabaseLink,
  ) {}

  get manager(): EntityManager {
    return currentContext()?.transaction?.runner.manager ?? this.source.manager;
  }

  async rows<T = Record<string, unknown>>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<T[]> {
    const open = currentContext()?.transaction?.runner;
    const runner = open ?? this.source.createQueryRunner();
    const client = await this.link.connect(runner);
    try {
      const result = await client.query({ name: statement.name, text: statement.text, values: [...values] });
      return result.rows as T[];
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
}
