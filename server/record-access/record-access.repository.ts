import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Db } from '../database/db.js';
import { recordOwners } from '../database/record-tables.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';

/** The patient that something belongs to. */
export interface RecordOwner {
  patient_id: string;
  org_id: string;
  user_id: string;
  primary_clinician_id: string | null;
  /** Its clinic keeps records to its providers. */
  needs_provider: boolean;
  /** This user opened it within the last hour. */
  opened: boolean;
}
export interface StoredOpening {
  id: string;
  patient_id: string;
  patient_name: string;
  by: string;
  reason_enc: string;
  created_at: Date;
}

export const WINDOW_MIN = 60;
const MOST_SHOWN = 100;
export const reasonPlace = (id: string): string => `record_openings.reason:${id}`;

const ownersAmong = (patients: string): string =>
  `SELECT DISTINCT p.id AS patient_id, p.org_id, p.user_id, c.primary_clinician_id, ${NEEDS_PROVIDER} AS needs_provider,
      EXISTS (SELECT 1 FROM record_openings e WHERE e.patient_id = p.id AND e.user_id = $3 AND e.expires_at > now()) AS opened
    FROM ${patients} JOIN organisations o ON o.id = p.org_id LEFT JOIN cases c ON c.patient_id = p.id
    WHERE $2::uuid IS NULL OR p.org_id = $2`;

@Injectable()
export class RecordAccessRepository {
  private owners: string | null = null;

  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  /** The records that these ids, of any kind, belong to; only those the actor may reach. */
  ownersOf(actor: Actor, ids: readonly string[]): Promise<RecordOwner[]> {
    this.owners ??= [...recordOwners(this.source.entityMetadatas).values()].flat().join(' UNION ALL ');
    return this.db.rows<RecordOwner>(
      {
        name: 'record-owners',
        text: ownersAmong(`(${this.owners}) r JOIN patients p ON p.id = r.patient_id`),
      },
      [ids, actor.orgId, actor.userId],
    );
  }

  /** The same of the ids of patients. */
  ofPatients(actor: Actor, patientIds: readonly string[]): Promise<RecordOwner[]> {
    return this.db.rows<RecordOwner>(
      {
        name: 'record-owners-patients',
        text: ownersAmong('(SELECT * FROM patients WHERE id = ANY($1)) p'),
      },
      [[...new Set(patientIds)], actor.orgId, actor.userId],
    );
  }

  /** The patient of this record number or email address. */
  known(actor: Actor, text: string): Promise<RecordOwner[]> {
    return this.db.rows<RecordOwner>(
      {
        name: 'record-owners-known',
        text: ownersAmong(`(SELECT k.* FROM patients k JOIN users u ON u.id = k.user_id
          WHERE k.erased_at IS NULL AND (k.mrn = $1 OR lower(u.email) = lower($1))) p`),
      },
      [text, actor.orgId, actor.userId],
    );
  }

  /** For an hour. */
  open(actor: Actor, owner: RecordOwner, clinicianId: string, reason: string): Promise<Date> {
    return this.insert(actor, owner, clinicianId, reason, WINDOW_MIN);
  }

  /** Shown to a clinician as an opening is, and opens nothing. */
  async tell(
    actor: Actor,
    record: Pick<RecordOwner, 'patient_id' | 'org_id'>,
    clinicianId: string,
    words: string,
  ): Promise<void> {
    await this.insert(actor, record, clinicianId, words, 0);
  }

  async nameOf(userId: string): Promise<string> {
    const row = await this.db.one<{ name: string }>(
      {
        name: 'record-opening-name',
        text: 'SELECT COALESCE(display_name, email) AS name FROM users WHERE id = $1',
      },
      [userId],
    );
    return row!.name;
  }

  private async insert(
    actor: Actor,
    { org_id, patient_id }: Pick<RecordOwner, 'patient_id' | 'org_id'>,
    clinicianId: string,
    words: string,
    minutes: number,
  ): Promise<Date> {
    const id = randomUUID();
    const row = await this.db.one<{ expires_at: Date }>(
      {
        name: 'record-open',
        text: `INSERT INTO record_openings (id, org_id, patient_id, user_id, clinician_id, reason_enc, expires_at)
          VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7)) RETURNING expires_at`,
      },
      [
        id,
        org_id,
        patient_id,
        actor.userId,
        clinicianId,
        this.cipher.encrypt(words, reasonPlace(id)),
        minutes,
      ],
    );
    return row!.expires_at;
  }

  /** Openings of the clinician's own patients' records that they have not marked as seen. */
  unseen(actor: Actor): Promise<StoredOpening[]> {
    return this.db.rows<StoredOpening>(
      {
        name: 'record-openings-unseen',
        text: `SELECT o.id, o.patient_id, COALESCE(p.full_name, pu.email) AS patient_name, COALESCE(u.display_name, u.email) AS by,
            o.reason_enc, o.created_at
          FROM record_openings o JOIN patients p ON p.id = o.patient_id JOIN users pu ON pu.id = p.user_id JOIN users u ON u.id = o.user_id
          WHERE o.clinician_id = $1 AND o.seen_at IS NULL AND ($2::uuid IS NULL OR o.org_id = $2)
          ORDER BY o.created_at, o.id LIMIT ${MOST_SHOWN}`,
      },
      [actor.userId, actor.orgId],
    );
  }

  /** @returns the record's patient; null if it is not one of this clinician's */
  async seen(actor: Actor, id: string): Promise<{ patient_id: string; org_id: string } | null> {
    return this.db.one(
      {
        name: 'record-opening-seen',
        text: `UPDATE record_openings SET seen_at = COALESCE(seen_at, now()) WHERE id = $1 AND clinician_id = $2
          AND ($3::uuid IS NULL OR org_id = $3) RETURNING patient_id, org_id`,
      },
      [id, actor.userId, actor.orgId],
    );
  }
}
