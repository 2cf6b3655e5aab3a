import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Raw, type EntityMetadata } from 'typeorm';
import type { OpenMatter } from '#common/api/index.js';
import { EMERGENCY_ALERT_KEYS } from '#common/emergency/emergency-kinds.js';
import { Db } from '../database/db.js';
import { contentTables, hasContent } from '../database/record-tables.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { inUse } from '../prescriptions/records/order-in-use.js';
import { AccountClosing, LegalHold, type ClosingOutcome } from './retention.entities.js';
import { KEPT_DAYS } from '../platform/time/kept-days.js';
import { GRACE_DAYS, RECORD_YEARS } from './schedule.js';

export type ClosingRow = Pick<
  AccountClosing,
  'id' | 'org_id' | 'patient_id' | 'user_id' | 'requested_at' | 'due_at'
>;
/** placed_by: the administrator's name. */
export type HoldRow = Pick<
  LegalHold,
  'id' | 'org_id' | 'patient_id' | 'reason_enc' | 'placed_at' | 'placed_by'
>;
interface PatientNamed {
  mrn: string;
  name: string | null;
}

const CLOSING = 'c.id, c.org_id, c.patient_id, c.user_id, c.requested_at, c.due_at';
const HOLD = `h.id, h.org_id, h.patient_id, h.reason_enc, h.placed_at, COALESCE(b.display_name, b.email) AS placed_by`;
const ON_HOLD = 'EXISTS (SELECT 1 FROM legal_holds h WHERE h.patient_id = p.id AND h.released_at IS NULL)';
const MOST_SHOWN = 200;
const BATCH = 50;

/** The latest of all times in a record. */
function touched(entities: readonly EntityMetadata[]): string {
  const latest = contentTables(entities).flatMap(({ tableName, columns }) => {
    const times = columns
      .filter(({ type, isArray }) => type === 'timestamptz' && !isArray)
      .map((one) => `t.${one.databaseName}`);
    return times.length
      ? [`(SELECT max(GREATEST(${times.join(', ')})) FROM ${tableName} t WHERE t.patient_id = p.id)`]
      : [];
  });
  return `GREATEST(p.updated_at, u.last_seen_at, ${latest.join(', ')})`;
}
/** A record with any content is subject to legal retention. */
const erasable = (
  entities: readonly EntityMetadata[],
): string => `p.erased_at IS NULL AND NOT ${ON_HOLD} AND (
    (p.updated_at < now() - interval '${RECORD_YEARS} years' AND ${touched(entities)} < now() - interval '${RECORD_YEARS} years')
    OR (NOT ${hasContent(entities, 'p.id')} AND u.status = 'disabled' AND EXISTS (SELECT 1 FROM account_closings c
      WHERE c.patient_id = p.id AND c.outcome = 'closed' AND c.ended_at < now() - interval '${KEPT_DAYS.accountsWithoutCare} days')))`;

/** Account closings, legal holds, and expired records. */
@Injectable()
export class RetentionRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(AccountClosing) private readonly accountClosings: Rows<AccountClosing>,
    @InjectRepository(LegalHold) private readonly legalHolds: Rows<LegalHold>,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  openClosing(patientId: string): Promise<ClosingRow | null> {
    return this.db.one<ClosingRow>(
      {
        name: 'closing-open',
        text: `SELECT ${CLOSING} FROM account_closings c WHERE c.patient_id = $1 AND c.ended_at IS NULL FOR UPDATE`,
      },
      [patientId],
    );
  }

  async request({ id, org_id, user_id }: { id: string; org_id: string; user_id: string }): Promise<void> {
    await this.accountClosings.insert({
      id: randomUUID(),
      org_id,
      patient_id: id,
      user_id,
      due_at: () => `now() + interval '${GRACE_DAYS} days'`,
    });
  }

  async endClosing(id: string, outcome: ClosingOutcome): Promise<void> {
    await this.accountClosings.update({ id }, { ended_at: () => 'now()', outcome });
  }

  /** What has to end before the account may close. */
  async openMatters(patientId: string): Promise<OpenMatter[]> {
    const row = await this.db.one<Record<OpenMatter, boolean>>(
      {
        name: 'closing-open-matters',
        text: `SELECT EXISTS (SELECT 1 FROM prescriptions x WHERE x.patient_id = $1 AND ${inUse('x')}) AS prescriptions,
          EXISTS (SELECT 1 FROM appointments a WHERE a.patient_id = $1
            AND (a.status = 'requested' OR (a.status = 'scheduled' AND a.starts_at > now()))) AS appointments,
          EXISTS (SELECT 1 FROM case_alerts e JOIN cases c ON c.id = e.case_id WHERE c.patient_id = $1 AND e.closed_at IS NULL
            AND e.rule_key = ANY($2) AND e.acknowledged_action IS DISTINCT FROM 'handled') AS emergencies`,
      },
      [patientId, EMERGENCY_ALERT_KEYS],
    );
    return (['emergencies', 'prescriptions', 'appointments'] as const).filter((matter) => row?.[matter]);
  }

  dueClosings(): Promise<Pick<AccountClosing, 'id' | 'patient_id'>[]> {
    return this.accountClosings.find({
      select: { id: true, patient_id: true },
      where: { ended_at: IsNull(), due_at: Raw((column) => `${column} <= now()`) },
      order: { due_at: 'ASC', id: 'ASC' },
    });
  }

  closings(actor: Actor): Promise<(ClosingRow & PatientNamed & { held: boolean })[]> {
    return this.db.rows(
      {
        name: 'closings-list',
        text: `SELECT ${CLOSING}, p.mrn, p.full_name AS name, ${ON_HOLD} AS held
          FROM account_closings c JOIN patients p ON p.id = c.patient_id
          WHERE c.ended_at IS NULL AND ($1::uuid IS NULL OR c.org_id = $1) ORDER BY c.due_at, c.id LIMIT ${MOST_SHOWN}`,
      },
      [actor.orgId],
    );
  }

  hold(patientId: string): Promise<HoldRow | null> {
    return this.db.one<HoldRow>(
      {
        name: 'legal-hold',
        text: `SELECT ${HOLD} FROM legal_holds h JOIN users b ON b.id = h.placed_by
          WHERE h.patient_id = $1 AND h.released_at IS NULL`,
      },
      [patientId],
    );
  }

  holds(actor: Actor): Promise<(HoldRow & PatientNamed)[]> {
    return this.db.rows(
      {
        name: 'legal-holds',
        text: `SELECT ${HOLD}, p.mrn, p.full_name AS name
          FROM legal_holds h JOIN users b ON b.id = h.placed_by JOIN patients p ON p.id = h.patient_id
          WHERE h.released_at IS NULL AND ($1::uuid IS NULL OR h.org_id = $1) ORDER BY h.placed_at, h.id LIMIT ${MOST_SHOWN}`,
      },
      [actor.orgId],
    );
  }

  async placeHold(
    hold: Pick<LegalHold, 'id' | 'org_id' | 'patient_id' | 'reason_enc' | 'placed_by'>,
  ): Promise<void> {
    await this.legalHolds.insert({ ...hold });
  }

  async releaseHold(id: string, release_reason_enc: string, released_by: string): Promise<void> {
    await this.legalHolds.update({ id }, { released_at: () => 'now()', released_by, release_reason_enc });
  }

  /** The next ones by id, so that one failure does not stop the others. */
  async erasable(after: string | null): Promise<string[]> {
    const rows = await this.db.rows<{ id: string }>(
      {
        name: 'retention-erasable',
        text: `SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id
          WHERE ($1::uuid IS NULL OR p.id > $1) AND ${erasable(this.source.entityMetadatas)} ORDER BY p.id LIMIT ${BATCH}`,
      },
      [after],
    );
    return rows.map((row) => row.id);
  }

  /** Locks the row and rechecks it: a hold may have been placed since. */
  lockErasable(id: string): Promise<{ org_id: string; user_id: string; last: boolean } | null> {
    return this.db.one(
      {
        name: 'retention-lock-erasable',
        text: `SELECT p.org_id, p.user_id, NOT EXISTS (SELECT 1 FROM patients o
            WHERE o.user_id = p.user_id AND o.id <> p.id AND o.erased_at IS NULL) AS last
          FROM patients p JOIN users u ON u.id = p.user_id
          WHERE p.id = $1 AND ${erasable(this.source.entityMetadatas)} FOR UPDATE OF p`,
      },
      [id],
    );
  }

  async deleteOldMails(): Promise<void> {
    await this.db.rows({
      name: 'retention-mails',
      text: `DELETE FROM mails WHERE status IN ('sent', 'dead') AND created_at < now() - interval '${KEPT_DAYS.emails} days'`,
    });
  }

  /** What has a patient ends with the record. */
  async deleteOldLabMessages(): Promise<void> {
    await this.db.rows({
      name: 'retention-lab-messages',
      text: `DELETE FROM lab_messages WHERE status IN ('duplicate', 'discarded') AND patient_id IS NULL
        AND received_at < now() - interval '${KEPT_DAYS.labMessages} days'`,
    });
  }

  /** With its last message a removed webhook goes as well. */
  async deleteOldWebhookMessages(): Promise<void> {
    await this.db.rows({
      name: 'retention-webhook-messages',
      text: `DELETE FROM webhook_deliveries WHERE status <> 'queued'
        AND occurred_at < now() - interval '${KEPT_DAYS.webhookMessages} days'`,
    });
    await this.db.rows({
      name: 'retention-webhooks',
      text: `DELETE FROM webhooks w WHERE w.removed_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id)`,
    });
  }
}
