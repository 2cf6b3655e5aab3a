import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseLink } from '../database/database-link.js';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { FieldCipher, sha256 } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';
import { canonicalEvent, type EventContent } from './canonical.js';

const SEAL_EVERY_MS = 3000;
const ANCHOR_EVERY_MS = 3_600_000;
const BATCH = 2000;
/** Further back than any transaction can lag behind the newest event. */
const LATE_COMMITS = 10_000;
const SEAL_LOCK = 7_241_994;
const GENESIS = sha256('trt-portal audit chain');

interface EventRow extends EventContent {
  seq: string;
  mac: Buffer;
}
interface LinkedRow extends EventRow {
  position: string;
  event_seq: string;
  hash: Buffer;
}

export interface AuditVerification {
  ok: boolean;
  checked: number;
  first_bad_seq: number | null;
}

const COLUMNS = `e.seq, e.at, e.actor_id, e.actor_role, e.action, e.target_type, e.target_id, e.patient_id, e.org_id,
  e.outcome, e.request_id, e.ip, e.detail, e.mac`;

const linkHash = (previous: Buffer, event: EventRow): Buffer =>
  sha256(Buffer.concat([previous, Buffer.from(`${event.seq}\n${canonicalEvent(event)}\n`), event.mac]));

/** Seals events into a hash chain, one writer at a time, and verifies it. */
@Injectable()
export class AuditChain implements OnApplicationBootstrap, OnApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly link: DatabaseLink,
    @Inject(Log) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    const every = (ms: number, what: string, work: () => Promise<unknown>) =>
      setInterval(() => {
        if (this.link.available) void work().catch((error: unknown) => this.log.error(what, error));
      }, ms).unref();
    // What was written before the last end of the process is sealed at once.
    void this.link.whenAvailable(() =>
      this.seal().catch((error: unknown) => this.log.error('audit sealing failed', error)),
    );
    this.timers = [
      every(SEAL_EVERY_MS, 'audit sealing failed', () => this.seal()),
      every(ANCHOR_EVERY_MS, 'audit anchor failed', () => this.anchor()),
    ];
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Adds every event that is not yet in the chain; returns how many. */
  async seal(): Promise<number> {
    let sealed = 0;
    for (;;) {
      const count = await this.uow.run(() => this.sealBatch());
      sealed += count;
      if (count < BATCH) return sealed;
    }
  }

  /** Where the chain stands, or null while it is empty. */
  head(): Promise<{ position: string; hash: Buffer; sealed_at: Date } | null> {
    return this.db.one({
      name: 'audit-head',
      text: 'SELECT position, hash, sealed_at FROM audit_chain ORDER BY position DESC LIMIT 1',
    });
  }

  /** Writes the head to the log, which is kept apart: a chain rebuilt from its start no longer fits it. */
  private async anchor(): Promise<void> {
    const head = await this.head();
    if (head) this.log.info('audit anchor', { position: head.position, hash: head.hash.toString('hex') });
  }

  private async sealBatch(): Promise<number> {
    await this.db.rows({ name: 'audit-seal-lock', text: 'SELECT pg_advisory_xact_lock($1)' }, [SEAL_LOCK]);
    const head = await this.head();
    const events = await this.db.rows<EventRow>(
      {
        name: 'audit-unsealed',
        text: `SELECT ${COLUMNS} FROM audit_events e
          WHERE e.seq > COALESCE((SELECT max(event_seq) FROM audit_chain), 0) - $1
            AND NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.event_seq = e.seq)
          ORDER BY e.seq LIMIT $2`,
      },
      [LATE_COMMITS, BATCH],
    );
    if (!events.length) return 0;
    let position = BigInt(head?.position ?? 0);
    let hash = head?.hash ?? GENESIS;
    const links = events.map((event) => {
      position += 1n;
      hash = linkHash(hash, event);
      return { position: position.toString(), seq: event.seq, hash };
    });
    await this.db.rows(
      {
        name: 'audit-link',
        text: 'INSERT INTO audit_chain (position, event_seq, hash) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])',
      },
      [links.map((l) => l.position), links.map((l) => l.seq), links.map((l) => l.hash)],
    );
    return links.length;
  }

  /** Recomputes every link and every MAC; names the first event that does not fit. */
  async verify(): Promise<AuditVerification> {
    await this.seal();
    const outside = await this.db.one<{ seq: string }>({
      name: 'audit-outside-chain',
      text: `SELECT e.seq FROM audit_events e LEFT JOIN audit_chain c ON c.event_seq = e.seq
        WHERE c.event_seq IS NULL AND e.at < now() - interval '1 minute' ORDER BY e.seq LIMIT 1`,
    });
    let previous = GENESIS;
    let position = 0n;
    let firstBad: bigint | null = outside ? BigInt(outside.seq) : null;
    for (;;) {
      const rows = await this.links(position);
      for (const row of rows) {
        position += 1n;
        if (!this.fits(row, position, previous)) {
          const bad = BigInt(row.event_seq);
          if (firstBad === null || bad < firstBad) firstBad = bad;
          return { ok: false, checked: Number(position), first_bad_seq: Number(firstBad) };
        }
        previous = row.hash;
      }
      if (rows.length < BATCH)
        return {
          ok: firstBad === null,
          checked: Number(position),
          first_bad_seq: firstBad === null ? null : Number(firstBad),
        };
    }
  }

  private links(after: bigint): Promise<LinkedRow[]> {
    return this.db.rows<LinkedRow>(
      {
        name: 'audit-links',
        text: `SELECT c.position, c.event_seq, c.hash, ${COLUMNS} FROM audit_chain c LEFT JOIN audit_events e ON e.seq = c.event_seq
          WHERE c.position > $1 ORDER BY c.position LIMIT $2`,
      },
      [after.toString(), BATCH],
    );
  }

  private fits(row: LinkedRow, position: bigint, previous: Buffer): boolean {
    if (BigInt(row.position) !== position || row.seq === null) return false;
    return this.cipher.macMatches(canonicalEvent(row), row.mac) && linkHash(previous, row).equals(row.hash);
  }
}
