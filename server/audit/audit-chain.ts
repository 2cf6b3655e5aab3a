import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { worksJobs, type Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { DatabaseLink } from '../database/database-link.js';
import { Db, type Reader } from '../database/db.js';
import { ReadReplica } from '../database/read-replica.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { inScope } from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { FieldCipher, sha256 } from '../platform/crypto/field-cipher.js';
import { isReadOnly } from '../platform/errors/database-errors.js';
import { Log } from '../platform/logging/log.js';
import { AuditAnchor, headOf, type AnchorLine, type Head } from './audit-anchor.js';
import { canonicalEvent, type EventContent } from './canonical.js';

const SEAL_EVERY_MS = 3000;
/** How long a caller waits for a process that is sealing, and how often it looks. */
const SEAL_WAIT_MS = 10_000;
const SEAL_LOOK_MS = 50;
const ANCHOR_EVERY_MS = 60_000;
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
  /** Made with the key of the audit; those of earlier releases are plain hashes. */
  keyed: boolean;
}
interface HeadRow extends Head {
  mac: Buffer;
}

export interface AuditVerification {
  ok: boolean;
  checked: number;
  first_bad_seq: number | null;
}

const COLUMNS = `e.seq, e.at, e.actor_id, e.actor_role, e.action, e.target_type, e.target_id, e.patient_id, e.org_id,
  e.outcome, e.request_id, e.ip, e.detail, e.nonce, to_json(e.patient_ids) AS patient_ids, e.mac`;

const linked = (previous: Buffer, event: EventRow): Buffer =>
  Buffer.concat([previous, Buffer.from(`${event.seq}\n${canonicalEvent(event)}\n`), event.mac]);
const keyedLink = (previous: Buffer, position: bigint, event: EventRow): Buffer =>
  Buffer.concat([Buffer.from(`audit link\n${position}\n`), linked(previous, event)]);

/** The chain does not end at its signed head: it was changed outside the portal. */
class ChainBroken extends Error {}

/** Seals events into a hash chain, one writer at a time, and verifies it. */
@Injectable()
export class AuditChain implements OnApplicationBootstrap, OnApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];
  private shipped: string | null = null;
  private verifying: Promise<AuditVerification> | null = null;

  constructor(
    private readonly db: Db,
    private readonly replica: ReadReplica,
    private readonly uow: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly link: DatabaseLink,
    private readonly anchors: AuditAnchor,
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!worksJobs(this.config)) return;
    const every = (ms: number, what: string, work: () => Promise<unknown>) =>
      setInterval(() => {
        if (this.link.writable) void work().catch((error: unknown) => this.log.error(what, error));
      }, ms).unref();
    // What was written before the last end of the process is sealed at once.
    void this.link.whenAvailable(() =>
      this.seal(0).catch((error: unknown) => this.log.error('audit sealing failed', error)),
    );
    this.timers = [
      every(SEAL_EVERY_MS, 'audit sealing failed', () => this.seal(0)),
      every(ANCHOR_EVERY_MS, 'audit anchor failed', () => this.anchor()),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    if (!this.timers.length || !this.link.writable) return;
    await this.anchor().catch((error: unknown) => this.log.error('audit anchor failed', error));
  }

  /**
   * Adds every event that is not yet in the chain; returns how many.
   * @param waitMs how long to wait for another process that seals; without a connection
   */
  async seal(waitMs = SEAL_WAIT_MS): Promise<number> {
    const until = performance.now() + waitMs;
    let sealed = 0;
    for (;;) {
      const count = await inScope(EVERYTHING, () => this.uow.run(() => this.sealBatch()));
      sealed += count ?? 0;
      if (count === null && performance.now() < until) await sleep(SEAL_LOOK_MS);
      else if (count !== BATCH) return sealed;
    }
  }

  /** Where the chain stands, or null while it is empty. */
  head(): Promise<{ position: string; hash: Buffer; sealed_at: Date } | null> {
    return this.db.one({
      name: 'audit-head',
      text: 'SELECT position, hash, sealed_at FROM audit_chain ORDER BY position DESC LIMIT 1',
    });
  }

  /** Ships the signed head, and writes it to the log: a chain rebuilt from its start no longer fits it. */
  private async anchor(): Promise<void> {
    const head = await this.signedHead();
    if (!head || head.position === this.shipped) return;
    this.log.info('audit anchor', { position: head.position, hash: head.hash.toString('hex') });
    await this.anchors.ship(head);
    this.shipped = head.position;
  }

  private signedHead(): Promise<HeadRow | null> {
    return this.db.one<HeadRow>({
      name: 'audit-signed-head',
      text: 'SELECT position, hash, mac FROM audit_head',
    });
  }

  /** Refuses to go on from a chain that lacks what was signed. */
  private async checkHead(): Promise<void> {
    const head = await this.signedHead();
    if (!head) {
      const keyed = await this.db.one({
        name: 'audit-keyed-without-head',
        text: `SELECT 1 FROM audit_chain c JOIN audit_events e ON e.seq = c.event_seq WHERE e.nonce IS NOT NULL LIMIT 1`,
      });
      if (keyed) throw new ChainBroken('The signed head of the audit chain is gone.');
      return;
    }
    const there = await this.db.one<{ hash: Buffer }>(
      { name: 'audit-link-at', text: 'SELECT hash FROM audit_chain WHERE position = $1' },
      [head.position],
    );
    if (!this.anchors.isSigned(head, head.mac) || !there?.hash.equals(head.hash))
      throw new ChainBroken('The audit chain does not end where it was signed.');
  }

  /** null: another process is sealing. */
  private async sealBatch(): Promise<number | null> {
    const lock = { name: 'audit-seal-lock', text: 'SELECT pg_try_advisory_xact_lock($1) AS mine' };
    if (!(await this.db.one<{ mine: boolean }>(lock, [SEAL_LOCK]))?.mine) return null;
    await this.checkHead();
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
    if (!events.length) {
      if (head && !(await this.signedHead())) await this.signHead(head);
      return 0;
    }
    let position = BigInt(head?.position ?? 0);
    let hash = head?.hash ?? GENESIS;
    const links = events.map((event) => {
      position += 1n;
      hash = this.cipher.auditMac(keyedLink(hash, position, event));
      return { position: position.toString(), seq: event.seq, hash };
    });
    await this.db.rows(
      {
        name: 'audit-link',
        text: 'INSERT INTO audit_chain (position, event_seq, hash, keyed) SELECT *, true FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])',
      },
      [links.map((l) => l.position), links.map((l) => l.seq), links.map((l) => l.hash)],
    );
    await this.signHead({ position: position.toString(), hash });
    return links.length;
  }

  private async signHead(head: Head): Promise<void> {
    await this.db.rows(
      {
        name: 'audit-sign-head',
        text: `INSERT INTO audit_head (position, hash, mac) VALUES ($1, $2, $3)
          ON CONFLICT (id) DO UPDATE SET position = excluded.position, hash = excluded.hash, mac = excluded.mac`,
      },
      [head.position, head.hash, this.anchors.macOf(head)],
    );
  }

  /**
   * Recomputes every link and every MAC; names the first event that does not fit. What was signed before, in the
   * database and in anchors kept apart, must be in the chain.
   */
  async verify(lines: readonly AnchorLine[] | null = null): Promise<AuditVerification> {
    const recompute = () => inScope(EVERYTHING, () => this.recompute(lines));
    if (lines) return recompute();
    // Who asks meanwhile waits for the same answer: it reads the whole log.
    this.verifying ??= recompute().finally(() => (this.verifying = null));
    return this.verifying;
  }

  private async recompute(lines: readonly AnchorLine[] | null): Promise<AuditVerification> {
    const broken = await this.seal().then(
      () => false,
      (error: unknown) => {
        if (error instanceof ChainBroken) return true;
        // What is in the chain can be verified where nothing can be added to it.
        if (isReadOnly(error)) return false;
        throw error;
      },
    );
    const head = await this.signedHead();
    const shipped = lines ?? (await this.anchors.own());
    const expected = new Map(
      [...(head ? [head] : []), ...(shipped ?? []).map(headOf)].map(({ position, hash }) => [position, hash]),
    );
    // Asked last: it has all that was sealed and signed.
    const from = await this.replica.reader();
    const walked = await this.walk(from, expected);
    const bad = [
      walked.bad,
      ...(await this.strays(from)),
      ...(broken || !shipped ? [walked.last] : []),
    ].filter((seq) => seq !== null);
    const first = bad.length ? bad.reduce((a, b) => (a < b ? a : b)) : null;
    return {
      ok: first === null,
      checked: walked.checked,
      first_bad_seq: first === null ? null : Number(first),
    };
  }

  /** Events that are not in the chain though they are old enough, and those that are there twice. */
  private async strays(from: Reader): Promise<bigint[]> {
    const rows = [
      await from.one<{ seq: string }>({
        name: 'audit-outside-chain',
        text: `SELECT e.seq FROM audit_events e LEFT JOIN audit_chain c ON c.event_seq = e.seq
          WHERE c.event_seq IS NULL AND e.at < now() - interval '1 minute' ORDER BY e.seq LIMIT 1`,
      }),
      await from.one<{ seq: string }>({
        name: 'audit-doubled',
        text: `SELECT max(seq) AS seq FROM audit_events WHERE nonce IS NOT NULL GROUP BY nonce HAVING count(*) > 1
          ORDER BY 1 LIMIT 1`,
      }),
    ];
    return rows.flatMap((row) => (row ? [BigInt(row.seq)] : []));
  }

  /** @param expected the hash that the chain must have at a position */
  private async walk(
    from: Reader,
    expected: ReadonlyMap<string, Buffer>,
  ): Promise<{ checked: number; bad: bigint | null; last: bigint }> {
    let previous = GENESIS;
    let position = 0n;
    let last = 0n;
    for (;;) {
      const rows = await this.links(from, position);
      for (const row of rows) {
        position += 1n;
        last = BigInt(row.event_seq);
        const wanted = expected.get(position.toString());
        if (!this.fits(row, position, previous) || (wanted && !wanted.equals(row.hash)))
          return { checked: Number(position), bad: last, last };
        previous = row.hash;
      }
      if (rows.length < BATCH) {
        const missing = [...expected.keys()].some((at) => BigInt(at) > position);
        return { checked: Number(position), bad: missing ? last : null, last };
      }
    }
  }

  private links(from: Reader, after: bigint): Promise<LinkedRow[]> {
    return from.rows<LinkedRow>(
      {
        name: 'audit-links',
        text: `SELECT c.position, c.event_seq, c.hash, c.keyed, ${COLUMNS} FROM audit_chain c LEFT JOIN audit_events e ON e.seq = c.event_seq
          WHERE c.position > $1 ORDER BY c.position LIMIT $2`,
      },
      [after.toString(), BATCH],
    );
  }

  private fits(row: LinkedRow, position: bigint, previous: Buffer): boolean {
    if (BigInt(row.position) !== position || row.seq === null) return false;
    if (!this.cipher.macMatches(canonicalEvent(row), row.mac)) return false;
    return row.keyed
      ? this.cipher.auditMacMatches(keyedLink(previous, position, row), row.hash)
      : sha256(linked(previous, row)).equals(row.hash);
  }
}
