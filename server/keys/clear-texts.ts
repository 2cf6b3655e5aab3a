import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { worksJobs, type Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { DatabaseLink } from '../database/database-link.js';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';
import { KeyCheck } from './key-check.js';

const BATCH = 200;
/** Rows looked up at once. */
const FOUND = 5000;

interface ClearText {
  column: string;
  /** The encrypted column, without its ending. */
  into: string;
  /** Whether a row's text is still in clear; t is the row. */
  todo: string;
  /** What remains in the old column. */
  emptied: string;
}
interface ClearTable {
  texts: readonly ClearText[];
  /** What the table's triggers lock: locked with the row, so that no one waits in a circle. */
  lockedWith?: string;
}

const text = (column: string, more: Partial<ClearText> = {}): ClearText => ({
  column,
  into: column,
  todo: `t.${column} <> ''`,
  emptied: 'NULL',
  ...more,
});

/** Codes for why an order ended; anything else was typed. */
const ENDINGS = `'canceled', 'rejected', 'replaced', 'superseded', 'discontinued'`;

/** By table: what an earlier release stored in clear. */
const CLEAR: Readonly<Record<string, ClearTable>> = {
  cases: { texts: [text('diagnosis')] },
  plans: {
    texts: [
      text('flag_reason'),
      text('reason'),
      text('override_reason'),
      text('blood_draw_timing', { emptied: `''` }),
    ],
  },
  plan_flags: { texts: [text('text'), text('removed_reason')] },
  prescriptions: {
    texts: [
      text('override_reason'),
      text('on_hold_reason'),
      text('ended_reason', {
        into: 'ended_note',
        todo: `t.ended_reason NOT IN (${ENDINGS})`,
        emptied: `CASE WHEN t.status IN ('canceled', 'rejected') THEN t.status ELSE 'discontinued' END`,
      }),
    ],
  },
  // A scheduled draw has an instruction, not a note.
  lab_panels: {
    texts: [text('note', { todo: `t.note <> '' AND t.status <> 'scheduled'` }), text('specimen')],
  },
  case_alerts: {
    texts: [text('evidence', { todo: `t.evidence <> '[]'`, emptied: `'[]'` })],
    lockedWith: 'JOIN cases c ON c.id = t.case_id',
  },
  pdmp_checks: { texts: [text('delegate_of'), text('report_ref')] },
};

/**
 * Encrypts what an earlier release stored in clear: in small batches while the portal runs, at each start and every night,
 * because an earlier server that still runs may write more. If interrupted, the next run continues.
 */
@Injectable()
export class ClearTexts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly link: DatabaseLink,
    private readonly keys: KeyCheck,
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!worksJobs(this.config)) return;
    void this.link.whenAvailable(() => {
      this.running = this.run().catch((error: unknown) =>
        this.log.error('texts could not be encrypted', error),
      );
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** How many rows were encrypted. */
  async run(): Promise<number> {
    await this.keys.look();
    if (!this.keys.fitting) return 0;
    let changed = 0;
    for (const table of Object.keys(CLEAR)) changed += await this.table(table);
    if (changed) this.log.info('texts stored in clear were encrypted', { changed });
    return changed;
  }

  /** Until only locked rows are left; the next run gets to those. */
  private async table(table: string): Promise<number> {
    const todo = CLEAR[table]!.texts.map((one) => `(${one.todo})`).join(' OR ');
    let changed = 0;
    for (let progress = true; progress && !this.stopped;) {
      // In physical order.
      const found = await this.db.rows<{ id: string }>({
        name: `clear-texts-${table}`,
        text: `SELECT t.id FROM ${table} t WHERE ${todo} LIMIT ${FOUND}`,
      });
      progress = false;
      for (let i = 0; i < found.length && !this.stopped; i += BATCH) {
        const begun = performance.now();
        const ids = found.slice(i, i + BATCH).map(({ id }) => id);
        const done = await this.uow.run(() => this.batch(table, ids));
        changed += done;
        progress ||= done > 0;
        // Pauses as long as the batch took, so that users get the larger part of disk and CPU.
        if (found.length > BATCH) await sleep(performance.now() - begun);
      }
    }
    return changed;
  }

  private async batch(table: string, ids: readonly string[]): Promise<number> {
    const { texts, lockedWith = '' } = CLEAR[table]!;
    const rows = await this.db.rows<Record<string, string | null> & { id: string }>(
      {
        name: `clear-texts-read-${table}`,
        text: `SELECT t.id, ${texts.map(({ column, todo }) => `CASE WHEN ${todo} THEN t.${column}::text END AS ${column}`).join(', ')}
          FROM ${table} t ${lockedWith} WHERE t.id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED`,
      },
      [ids],
    );
    for (const { column, into, emptied } of texts) {
      const filled = rows.flatMap(({ id, [column]: clear }) => (clear ? [{ id, clear }] : []));
      if (!filled.length) continue;
      await this.db.rows(
        {
          name: `clear-texts-write-${table}-${column}`,
          text: `UPDATE ${table} t SET ${into}_enc = v.sealed, ${column} = ${emptied}
            FROM unnest($1::uuid[], $2::text[]) AS v (id, sealed) WHERE t.id = v.id`,
        },
        [
          filled.map(({ id }) => id),
          filled.map(({ id, clear }) => this.cipher.encrypt(clear, `${table}.${into}:${id}`)),
        ],
      );
    }
    return rows.length;
  }
}
