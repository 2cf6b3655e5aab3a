import { DefaultNamingStrategy, type Table } from 'typeorm';

const nameOf = (table: Table | string): string =>
  (typeof table === 'string' ? table : table.name).split('.').pop()!;

/** PostgreSQL's own naming, so that a violated constraint says what it guards. */
export class PostgresNaming extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `${nameOf(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${nameOf(table)}_${columns.join('_')}_fkey`;
  }

  override indexName(table: Table | string, columns: string[]): string {
    return `${nameOf(table)}_${columns.join('_')}_idx`;
  }
}
