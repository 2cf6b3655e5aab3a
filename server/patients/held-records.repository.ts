import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, type EntityMetadata } from 'typeorm';
import { Db } from '../database/db.js';
import { hasContent } from '../database/record-tables.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { inScope } from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { Patient } from './patient.entity.js';

export type HeldRow = Pick<Patient, 'id' | 'org_id' | 'user_id' | 'mrn' | 'full_name'> & {
  email: string;
  held_at: Date;
  /** The account has entered something since. */
  begun_anew: boolean;
};

/** Whether the patient, or the care team on their behalf, has put anything into the given record. */
export const isBegun = (entities: readonly EntityMetadata[], record: string): string =>
  `(${record}.contact_enc IS NOT NULL
    OR EXISTS (SELECT 1 FROM intakes WHERE patient_id = ${record}.id AND version > 0)
    OR ${hasContent(entities, `${record}.id`)})`;

const heldRows = (
  begun: (record: string) => string,
): string => `SELECT p.id, p.org_id, p.user_id, p.mrn, p.full_name, u.email, p.held_at,
    EXISTS (SELECT 1 FROM patients o WHERE o.user_id = p.user_id AND o.held_at IS NULL AND ${begun('o')}) AS begun_anew
  FROM patients p JOIN users u ON u.id = p.user_id
  WHERE p.held_at IS NOT NULL AND ${begun('p')} AND ($1::uuid IS NULL OR p.org_id = $1)`;
const MOST_SHOWN = 100;

/** Records entered under an address that no one had verified. */
@Injectable()
export class HeldRecordsRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(Patient) private readonly patients: Rows<Patient>,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  private readonly begun = (record: string): string => isBegun(this.source.entityMetadatas, record);

  /** Holds what the account has entered; null if it has entered nothing. */
  async hold(userId: string): Promise<{ id: string; orgId: string; timezone: string | null } | null> {
    const row = await this.db.one<{ id: string; org_id: string; timezone: string | null }>(
      {
        name: 'patient-hold',
        text: `UPDATE patients p SET held_at = now(), version = version + 1, updated_at = now()
          WHERE p.user_id = $1 AND p.held_at IS NULL AND ${this.begun('p')} RETURNING p.id, p.org_id, p.timezone`,
      },
      [userId],
    );
    return row && { id: row.id, orgId: row.org_id, timezone: row.timezone };
  }

  list(actor: Actor): Promise<HeldRow[]> {
    return this.db.rows<HeldRow>(
      { name: 'patients-held', text: `${heldRows(this.begun)} ORDER BY p.held_at, p.id LIMIT ${MOST_SHOWN}` },
      [actor.orgId],
    );
  }

  /** One in the actor's organization, with the account's records locked until the transaction ends. */
  async lock(actor: Actor, id: string): Promise<HeldRow | null> {
    await this.db.rows(
      {
        name: 'patients-held-lock',
        text: 'SELECT 1 FROM patients WHERE user_id = (SELECT user_id FROM patients WHERE id = $1) ORDER BY id FOR UPDATE',
      },
      [id],
    );
    return this.db.one<HeldRow>({ name: 'patient-held', text: `${heldRows(this.begun)} AND p.id = $2` }, [
      actor.orgId,
      id,
    ]);
  }

  /** The held record becomes the account's again; the empty one that replaced it is set aside. */
  async release({ id, user_id }: HeldRow, reasonEnc: string): Promise<void> {
    await this.patients.update({ user_id, held_at: IsNull() }, { held_at: () => 'now()' });
    await this.patients.update(
      { id },
      { held_at: null, release_reason_enc: reasonEnc, version: NEXT_VERSION },
    );
  }

  /** Since when a record of the account has been waiting for the care team; its owner does not reach it yet. */
  async waitingSince(userId: string): Promise<Date | null> {
    const row = await inScope(EVERYTHING, () =>
      this.db.one<{ at: Date | null }>(
        {
          name: 'patient-held-since',
          text: `SELECT min(p.held_at) AS at FROM patients p WHERE p.user_id = $1 AND p.held_at IS NOT NULL AND ${this.begun('p')}`,
        },
        [userId],
      ),
    );
    return row?.at ?? null;
  }
}
