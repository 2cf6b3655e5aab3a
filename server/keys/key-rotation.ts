import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';

const BATCH = 200;
const ENCRYPTED = /_enc$/;

interface EncryptedColumn {
  table: string;
  column: string;
  /** The primary key, as the place of a value names it. */
  key: string[];
  /** Between the parts of a key of several columns. */
  joint: string;
}

/** Answers kept for a day for repeated requests name their place with blanks between. */
const JOINTS: Record<string, string> = { idempotency_keys: ' ' };

/** Every encrypted column there is: their names end in _enc, and their places are `table.column:key`. */
export function encryptedColumns(entities: readonly EntityMetadata[]): EncryptedColumn[] {
  return entities.flatMap((entity) =>
    entity.columns
      .filter((column) => ENCRYPTED.test(column.databaseName))
      .map((column) => ({
        table: entity.tableName,
        column: column.databaseName,
        key: entity.primaryColumns.map((c) => c.databaseName),
        joint: JOINTS[entity.tableName] ?? ':',
      })),
  );
}

export interface Rotation {
  /** How many values were encrypted again. */
  changed: number;
  /** How many are still under another key: somebody changed them meanwhile, and the next run finds them. */
  left: number;
}

/**
 * Encrypts everything again that is not under the first key of APP_KEYS, in small batches, while the portal works;
 * stopped anywhere, the next run goes on. The old key may go from APP_KEYS when nothing is left under it, and when no
 * audit row it signed has to be verified any more.
 */
@Injectable()
export class KeyRotation implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly jobs: Jobs,
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
    const total: Rotation = { changed: 0, left: 0 };
    for (const column of encryptedColumns(this.source.entityMetadatas)) {
      for (;;) {
        const batch = await this.uow.run(() => this.batch(column));
        total.changed += batch.changed;
        if (batch.read < BATCH) break;
      }
      total.left += await this.left(column);
    }
    return total;
  }

  private async batch({
    table,
    column,
    key,
    joint,
  }: EncryptedColumn): Promise<{ read: number; changed: number }> {
    const rows = await this.db.rows<Record<string, string>>(
      {
        name: `keys-rotate-read-${table}-${column}`,
        text: `SELECT ${key.join(', ')}, ${column} AS stored FROM ${table}
          WHERE ${column} NOT LIKE $1 ORDER BY ${key.join(', ')} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      },
      [this.cipher.currentPattern],
    );
    for (const row of rows) {
      const id = key.map((name) => String(row[name]));
      const place = `${table}.${column.replace(ENCRYPTED, '')}:${id.join(joint)}`;
      const plain = this.cipher.decrypt(row['stored']!, place);
      await this.db.rows(
        {
          name: `keys-rotate-write-${table}-${column}`,
          text: `UPDATE ${table} SET ${column} = $1 WHERE ${key.map((name, i) => `${name}::text = $${i + 2}`).join(' AND ')}`,
        },
        [this.cipher.encrypt(plain, place), ...id],
      );
    }
    return { read: rows.length, changed: rows.length };
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
