import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import type { Actor } from '../platform/access/actor.js';

export interface PatientRow {
  id: string;
  org_id: string;
  user_id: string;
  full_name: string | null;
  dob: string | null;
  email: string;
  timezone: string;
}

const SELECT = `SELECT p.id, p.org_id, p.user_id, p.full_name, p.dob::text AS dob, u.email, o.timezone
  FROM patients p JOIN users u ON u.id = p.user_id JOIN organisations o ON o.id = p.org_id`;

/** Every read takes the actor; what he may not see does not exist. */
@Injectable()
export class PatientsRepository {
  constructor(private readonly db: Db) {}

  async insert(userId: string, orgId: string): Promise<string> {
    const id = randomUUID();
    await this.db.rows(
      { name: 'patient-insert', text: 'INSERT INTO patients (id, org_id, user_id) VALUES ($1, $2, $3)' },
      [id, orgId, userId],
    );
    return id;
  }

  own(actor: Actor): Promise<PatientRow | null> {
    return this.db.one<PatientRow>({ name: 'patient-own', text: `${SELECT} WHERE p.user_id = $1` }, [
      actor.userId,
    ]);
  }

  async lock(id: string): Promise<void> {
    await this.db.rows({ name: 'patient-lock', text: 'SELECT 1 FROM patients WHERE id = $1 FOR UPDATE' }, [
      id,
    ]);
  }

  /** For staff: a patient of the actor's organisation. */
  inOrganisation(actor: Actor, id: string): Promise<PatientRow | null> {
    return this.db.one<PatientRow>(
      { name: 'patient-in-org', text: `${SELECT} WHERE p.id = $1 AND ($2::uuid IS NULL OR p.org_id = $2)` },
      [id, actor.orgId],
    );
  }

  manyInOrganisation(actor: Actor, ids: readonly string[]): Promise<PatientRow[]> {
    return this.db.rows<PatientRow>(
      {
        name: 'patients-in-org',
        text: `${SELECT} WHERE p.id = ANY($1) AND ($2::uuid IS NULL OR p.org_id = $2)`,
      },
      [ids, actor.orgId],
    );
  }

  /** What a submitted intake says of the person. */
  async applyIntake(id: string, facts: { fullName: string; dob: string; contactEnc: string }): Promise<void> {
    await this.db.rows(
      {
        name: 'patient-apply-intake',
        text: `UPDATE patients SET full_name = $2, dob = $3, contact_enc = $4, version = version + 1, updated_at = now() WHERE id = $1`,
      },
      [id, facts.fullName, facts.dob, facts.contactEnc],
    );
  }
}
