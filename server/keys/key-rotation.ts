import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';
import { ClearTexts } from './clear-texts.js';

const BATCH = 200;
const ENCRYPTED = /_enc$/;

interface EncryptedColumn {
  table: string;
  column: string;
  /** The primary key, as used in a value's place name. */
  key: { name: string; type: string }[];
  /** Separates the parts of a multi-column key. */
  joint: string;
}

/** Cached responses to repeated requests, kept for a day, separate their place names with spaces. */
const JOINTS: Record<string, string> = { idempotency_keys: ' ' };

/** Every encrypted column: their names end in _enc, and their places are `table.column:key`. */
export function encryptedColumns(entities: readonly EntityMetadata[]): EncryptedColumn[] {
  return entities.flatMap((entity) =>
    entity.columns
      .filter((column) => ENCRYPTED.test(column.databaseName))
      .map((column) => ({
        table: entity.tableName,
        column: column.databaseName,
        key: entity.primaryColumns.map((c) => ({ name: c.databaseName, type: String(c.type) })),
        joint: JOINTS[entity.tableName] ?? ':',
      })),
  );
}

export interface Rotation {
  /** How many values were re-encrypted. */
  changed: number;
  /** How many are still under another key: they were changed in the meantime, and the next run finds them. */
  left: number;
}

/**
 * Re-encrypts everything that is not under the first key of APP_KEYS, in small batches, while the portal runs;
 * if interrupted, the next run continues. The old key can be removed from APP_KEYS once nothing is left under it, and no
 * audit row it signed has to be verified any more.
 */
@Injectable()
export class KeyRotation implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly jobs: Jobs,
    private readonly clearTexts: ClearTexts,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(Log) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('keys.rotate', async () => {
      const { changed, left } = await this.run();
      if (changed) this.log.info('values were encrypted under the new key', { changed, left });
    });
  }

  async run(): Promise<Rotation> {
    await this.clearTexts.run();
    const total: Rotation = { changed: 0, left: 0 };
    for (const column of encryptedColumns(this.source.entityMetadatas)) {
      for (let last: unknown[] | null = []; last;) {
        const after: unknown[] = last;
        const batch = await this.uow.run(() => this.batch(column, after));
        total.changed += batch.changed;
        last = batch.last;
      }
      total.left += await this.left(column);
    }
    return total;
  }

  /** The next ones by primary key, and the last of them if more may follow. */
  private async batch(
    { table, column, key, joint }: EncryptedColumn,
    after: readonly unknown[],
  ): Promise<{ changed: number; last: unknown[] | null }> {
    const names = key.map((k) => k.name).join(', ');
    const bounds = key.map(({ type }, i) => `$${i + 2}::${type}`).join(', ');
    const from = after.length ? `AND (${names}) > (${bounds})` : '';
    const rows = await this.db.rows<Record<string, unknown> & { stored: string }>(
      {
        name: `keys-rotate-read-${table}-${column}-${after.length}`,
        text: `SELECT ${names}, ${column} AS stored FROM ${table}
          WHERE ${column} NOT LIKE $1 ${from} ORDER BY ${names} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      },
      [this.cipher.currentPattern, ...after],
    );
    const keys = rows.map((row) => key.map(({ name }) => row[name]));
    const renewed = rows.map(({ stored }, i) => {
      const place = `${table}.${column.replace(ENCRYPTED, '')}:${keys[i]!.map(String).join(joint)}`;
      return this.cipher.encryptAgain(stored, place);
    });
    await this.db.rows(
      {
        name: `keys-rotate-write-${table}-${column}`,
        text: `UPDATE ${table} t SET ${column} = v.renewed
          FROM unnest($1::text[], ${key.map(({ type }, i) => `$${i + 2}::${type}[]`).join(', ')}) AS v (renewed, ${names})
          WHERE ${key.map(({ name }) => `t.${name} = v.${name}`).join(' AND ')}`,
      },
      [renewed, ...key.map((_, i) => keys.map((k) => k[i]))],
    );
    return { changed: rows.length, last: rows.length < BATCH ? null : keys.at(-1)! };
  }

  private async left({ table, column }: EncryptedColumn): Promise<number> {
    const row = await this.db.one<{ left: number }>(
      {
        name: `keys-rotate-left-${table}-${column}`,
        text: `SELECT count(*)::int AS left FROM ${table} WHERE ${column} NOT LIKE $1`,
      },
      [this.cipher.currentPattern],
    );
    return row?.left ?? 0;
  }
}
