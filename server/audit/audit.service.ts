import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import { OutageJournal } from '../database/outage-journal.js';
import { actingRole, type Actor } from '../platform/access/actor.js';
import type { Role } from '#common/vocabulary/index.js';
import { currentContext, type RequestContext } from '../platform/access/context.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { isDataFault, isUnwritable } from '../platform/errors/database-errors.js';
import type { Change } from '../platform/errors/errors.js';
import { Batcher } from '../platform/batching/batcher.js';
import { Clock } from '../platform/time/clock.js';
import type { RecordAction } from './record-actions.js';
import { canonicalEvent, type EventContent } from './canonical.js';

/** The role of a program that calls with a key; its actor is the key. */
export const KEY_ACTOR = 'key';
/** Of an app that a patient connected; its actor is the app. */
export const APP_ACTOR = 'app';

/** What a person typed, in the detail of an event: stored encrypted, under its name with _enc. */
export class TypedText {
  constructor(readonly text: string) {}
}
export const typedText = (text: string | null): TypedText | null => (text ? new TypedText(text) : null);

interface Entry {
  target?: { type: string; id: string };
  orgId?: string | null;
  outcome?: 'success' | 'denied' | 'failure';
  /** Ids, versions, rule keys, counts and typed texts only. */
  detail?: Record<string, unknown>;
  /** The roles that allow the act; the one written is the active role among them. */
  as?: readonly Role[];
  /** For what is written down later than it happened. */
  at?: Date;
  requestId?: string;
}
interface OfRecords extends Entry {
  patientId?: string | null;
  /** Whose content an answer with the rows of several patients returned. */
  patientIds?: readonly string[];
}
/** subject.verb, for instance plan.approve. An act on a record by anyone but the patient needs a sentence that the patient can read (`record-actions.ts`). */
type OnRecord = OfRecords & { action: RecordAction };
type Other = { action: string } & (
  | (OfRecords & ({ as: readonly ['patient'] } | { outcome: 'denied' | 'failure' }))
  | (Entry & { patientId?: null; patientIds?: undefined })
);

/** An act that succeeded, for what follows it in the same transaction. */
export type Act = Pick<
  EventContent,
  'action' | 'at' | 'target_type' | 'target_id' | 'patient_id' | 'org_id'
> & { detail: Readonly<Record<string, unknown>> };
type Follower = (act: Act) => Promise<void>;

/** An audit row on its way to the database. */
type Sealed = EventContent & { mac: string };
/** The same row in the journal, its values in this order; those of earlier releases are shorter. */
interface Written {
  row: unknown[];
  mac: string;
}
const COLUMNS = [
  'at',
  'actor_id',
  'actor_role',
  'action',
  'target_type',
  'target_id',
  'patient_id',
  'org_id',
  'outcome',
  'request_id',
  'ip',
  'detail',
  'nonce',
  'patient_ids',
] as const satisfies (keyof EventContent)[];

const INSERT = {
  name: 'audit-insert',
  text: `INSERT INTO audit_events (${COLUMNS.join(', ')}, mac)
    SELECT ${COLUMNS.join(', ')}, mac FROM json_to_recordset($1) AS r(at timestamptz, actor_id uuid, actor_role text, action text,
      target_type text, target_id text, patient_id uuid, org_id uuid, outcome text, request_id text, ip text, detail jsonb,
      nonce uuid, patient_ids uuid[], mac bytea)`,
};
/** Where a typed text of an event is encrypted. */
const placeOf = (name: string, nonce: string | null): string => `audit_events.${name}:${nonce}`;
const asHex = (mac: Buffer): string => `\\x${mac.toString('hex')}`;

function actingAs(actor: Actor, allowed: readonly Role[] = actor.roles): string {
  if (actor.key) return KEY_ACTOR;
  return actor.app ? APP_ACTOR : actingRole(actor, allowed);
}

/** Writes the audit row in the transaction of the act (or alone, for a read). */
@Injectable()
export class Audit implements OnModuleInit {
  private readonly alone = new Batcher((rows: readonly Sealed[]) => this.insert(rows), {
    most: 100,
    waitMs: 2,
    isOfOneKey: isDataFault,
  });

  private readonly followers: Follower[] = [];

  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly clock: Clock,
    private readonly journal: OutageJournal,
  ) {}

  /** For features that tell others of acts: each act is recorded here, and only once. */
  follow(follower: Follower): void {
    this.followers.push(follower);
  }

  onModuleInit(): void {
    this.journal.on<Written>('audit', ({ row, mac }) =>
      this.write({
        ...Object.fromEntries(COLUMNS.map((column, i) => [column, row[i] ?? null])),
        mac: asHex(Buffer.from(mac, 'base64')),
      } as Sealed),
    );
  }

  record(actor: Actor | null, entry: Other): Promise<void>;
  record(actor: Actor | null, entry: OnRecord): Promise<void>;
  async record(actor: Actor | null, entry: OfRecords & { action: string }): Promise<void> {
    const context = currentContext();
    const nonce = randomUUID();
    const row = {
      at: entry.at ?? this.clock.now(),
      actor_id: actor ? (actor.app?.id ?? actor.userId) : null,
      actor_role: actor && actingAs(actor, entry.as),
      action: entry.action,
      target_type: entry.target?.type ?? null,
      target_id: entry.target?.id ?? null,
      patient_id: entry.patientId ?? null,
      org_id: entry.orgId === undefined ? (actor?.orgId ?? null) : entry.orgId,
      outcome: entry.outcome ?? 'success',
      request_id: entry.requestId ?? context?.requestId ?? null,
      ip: context?.ip ?? null,
      detail: entry.detail ? this.sealed(entry.detail, nonce) : null,
      nonce,
      patient_ids: this.patientsOf(entry, context),
    };
    const mac = this.cipher.mac(canonicalEvent(row));
    if (context) {
      const { action, patient_id, org_id, detail } = row;
      context.audited.last = { action, patientId: patient_id, orgId: org_id, detail };
      for (const patient of [patient_id, ...(row.patient_ids ?? [])])
        if (patient && row.outcome === 'success') context.audited.patients.add(patient);
    }
    // The error that follows a refusal undoes what the act wrote, but not that it was refused.
    if (context?.transaction && row.outcome !== 'success')
      context.transaction.afterRollback.push(() => this.keep(row, mac));
    await this.keep(row, mac);
    if (context?.transaction && row.outcome === 'success')
      for (const follower of this.followers) await follower({ ...row, detail: entry.detail ?? {} });
  }

  /** Of the rows of an answer, and those whom it tells of without a row. */
  private patientsOf(
    { patientIds = [], patientId, outcome = 'success' }: OfRecords,
    context: RequestContext | undefined,
  ): string[] | null {
    const about = new Set(patientIds);
    if (context && outcome === 'success') {
      for (const id of context.audited.asked) if (id !== patientId) about.add(id);
      context.audited.asked.clear();
    }
    return about.size ? [...about].sort() : null;
  }

  private async keep(row: EventContent, mac: Buffer): Promise<void> {
    try {
      await this.write({ ...row, mac: asHex(mac) });
    } catch (error) {
      // Reads still work on a full or read-only database: their audit rows wait in the journal until it accepts writes.
      if (currentContext()?.transaction || !isUnwritable(error)) throw error;
      this.journal.write('audit', {
        row: COLUMNS.map((column) => row[column]),
        mac: mac.toString('base64'),
      } satisfies Written);
    }
  }

  /** The newest of these acts (patterns as of LIKE) on a patient's record, or on one target in it: to tell a user who changed it before them. */
  lastChange(
    patientId: string,
    acts: readonly string[],
    targetId: string | null = null,
  ): Promise<Change | null> {
    return this.db.one<Change>(
      {
        name: 'audit-last-change',
        text: `SELECT COALESCE(u.display_name, u.email) AS by, e.at FROM audit_events e JOIN users u ON u.id = e.actor_id
          WHERE e.patient_id = $1 AND e.action LIKE ANY($2) AND ($3::text IS NULL OR e.target_id = $3) AND e.outcome = 'success'
            AND e.action NOT SIMILAR TO '%.(read|list|search|simulate)' ORDER BY e.seq DESC LIMIT 1`,
      },
      [patientId, acts, targetId],
    );
  }

  /** For the operator: what was typed about an event; null if there is no such event. */
  async typedTexts(seq: string): Promise<Record<string, string> | null> {
    const event = await this.db.one<Pick<EventContent, 'detail' | 'nonce'>>(
      { name: 'audit-typed-texts', text: 'SELECT detail, nonce FROM audit_events WHERE seq = $1' },
      [seq],
    );
    if (!event) return null;
    await this.record(null, { action: 'audit.read', target: { type: 'audit', id: seq } });
    return Object.fromEntries(
      Object.entries(event.detail ?? {}).flatMap(([key, stored]) => {
        const [name, sealed] = key.split(/_enc$/);
        return sealed === undefined
          ? []
          : [[name!, this.cipher.decrypt(String(stored), placeOf(name!, event.nonce))]];
      }),
    );
  }

  private sealed(detail: Record<string, unknown>, nonce: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(detail).map(([name, value]) =>
        value instanceof TypedText
          ? [`${name}_enc`, this.cipher.encrypt(value.text, placeOf(name, nonce))]
          : [name, value],
      ),
    );
  }

  /** In the transaction of the act; what is written alone goes with the rows of concurrent requests, in one commit. */
  private async write(row: Sealed): Promise<void> {
    if (currentContext()?.transaction) await this.insert([row]);
    else await this.alone.one(row);
  }

  private async insert(rows: readonly Sealed[]): Promise<readonly void[]> {
    await this.db.rows(INSERT, [JSON.stringify(rows)]);
    return rows.map(() => undefined);
  }
}
