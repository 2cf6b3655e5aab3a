import type { PoolClient } from 'pg';
import {
  DataSource,
  EntityManager,
  Repository,
  type EntityTarget,
  type ObjectLiteral,
  type QueryRunner,
} from 'typeorm';
import { currentContext } from '../platform/access/context.js';
import { reaching, reachingAlone } from './reach.js';

/** What begins and ends a transaction reaches no row. */
const TRANSACTION = /^(START TRANSACTION|COMMIT|ROLLBACK)/;

/** What is used of TypeORM's repository: `save()` and `remove()` read first and lose updates. */
export type Rows<Row extends ObjectLiteral> = Pick<
  Repository<Row>,
  | 'insert'
  | 'upsert'
  | 'update'
  | 'increment'
  | 'delete'
  | 'find'
  | 'findBy'
  | 'findOne'
  | 'findOneBy'
  | 'countBy'
  | 'existsBy'
  | 'createQueryBuilder'
>;

/** In an update: a version read before no longer matches. */
export const NEXT_VERSION = (): string => 'version + 1';

interface Link {
  connect(runner: QueryRunner): Promise<PoolClient>;
  suspect(error: unknown): void;
}

/**
 * Its repositories join the transaction of the action that calls them, and reach the rows of the one who asks.
 * Why: docs/decisions/0016-repositories.md.
 */
export class UnitDataSource extends DataSource {
  private link: Link | null = null;
  private readonly unit = Object.defineProperty(new EntityManager(this), 'queryRunner', {
    get: () => currentContext()?.transaction?.runner,
  });

  /** From here on, statements wait for nothing while the database does not answer. */
  through(link: Link): void {
    this.link = link;
  }

  override getRepository<Row extends ObjectLiteral>(target: EntityTarget<Row>): Repository<Row> {
    return new Repository(target, this.unit);
  }

  override createQueryRunner(mode?: 'master' | 'slave'): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const plain = runner.query.bind(runner) as (...call: unknown[]) => Promise<unknown>;
    const scoped = async (...call: unknown[]): Promise<unknown> => {
      const { link } = this;
      if (!link || TRANSACTION.test(String(call[0]))) return plain(...call);
      const client = await link.connect(runner);
      try {
        const work = () => plain(...call);
        return await (runner.isTransactionActive ? reaching(client, work) : reachingAlone(client, work));
      } catch (error) {
        link.suspect(error);
        throw error;
      }
    };
    runner.query = scoped as typeof runner.query;
    return runner;
  }
}
