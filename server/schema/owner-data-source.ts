import type { PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { connectionOptions } from '../database/data-source.js';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';

/**
 * A migration waiting for a table makes everyone else wait behind it, so limit the wait. Shorter than the second
 * after which PostgreSQL resolves a deadlock: the migration gives way, never a user's action.
 */
const MIGRATION_LOCK_LIMIT_MS = 700;

/** For migrations only: the tables' owner. Indexes are built by one process, concurrently with other work. */
export const ownerDataSource = (url: string): DataSource =>
  new DataSource({
    ...connectionOptions(url, entities),
    migrations,
    migrationsTransactionMode: 'each',
    extra: {
      max: 2,
      lock_timeout: MIGRATION_LOCK_LIMIT_MS,
      options: '-c max_parallel_maintenance_workers=0',
    } satisfies PoolConfig,
  });
