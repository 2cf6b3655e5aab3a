import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { VisitStatus } from '#common/api/patient.js';
import { Db } from '../database/db.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { inScope } from '../platform/access/context.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { Patient } from './patient.entity.js';

export type PatientRow = Pick<
  Patient,
  'id' | 'org_id' | 'user_id' | 'mrn' | 'full_name' | 'dob' | 'held_at'
> & {
  email: string;
  /** The clinic's time zone. */
  timezone: string;
  /** The patient's time zone: their own calendar days. */
  zone: string;
  /** The organization limits clinical acts and records to its providers. */
  needs_provider: boolean;
};

export type ProfileRow = Pick<Patient, 'contact_enc' | 'weight_enc' | 'version'> & { timezone: string };

const SELECT = `SELECT p.id, p.org_id, p.user_id, p.mrn, p.full_name, p.dob::text AS dob, u.email, o.timezone, COALESCE(p.timezone, o.timezone) AS zone,
    ${NEEDS_PROVIDER} AS needs_provider, p.held_at
  FROM patients p JOIN users u ON u.id = p.user_id JOIN organisations o ON o.id = p.org_id`;

/** Every read takes the actor; what they may not see is not found. */
@Injectable()
export class PatientsRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(Patient) private readonly patients: Rows<Patient>,
  ) {}

  async insert(userId: string, orgId: string, timezone: string | null): Promise<string> {
    const id = randomUUID();
    // At sign-up no one is signed in yet.
    await inScope({ org: orgId, patient: id, user: userId }, () =>
      this.patients.insert({ id, org_id: orgId, user_id: userId, timezone }),
    );
    return id;
  }

  own(actor: Actor): Promise<PatientRow | null> {
    return this.db.one<PatientRow>(
      { name: 'patient-own', text: `${SELECT} WHERE p.user_id = $1 AND p.held_at IS NULL` },
      [actor.userId],
    );
  }

  async lock(id: string): Promise<void> {
    await this.db.rows({ name: 'patient-lock', text: 'SELECT 1 FROM patients WHERE id = $1 FOR UPDATE' }, [
      id,
    ]);
  }

  /** Until the end of the transaction, so that of two simultaneous actions only one writes. */
  async lockNotices(id: string): Promise<void> {
    await this.db.rows(
      {
        name: 'patient-notices-lock',
        text: `SELECT pg_advisory_xact_lock(hashtextextended('notices of ' || $1, 0))`,
      },
      [id],
    );
  }

  /** The patient's email address; null once the account is disabled. No actor, because rules send emails too. */
  addressOf(id: string): Promise<Pick<PatientRow, 'user_id' | 'org_id' | 'email'> | null> {
    return this.db.one(
      {
        name: 'patient-address',
        text: `SELECT p.user_id, p.org_id, u.email FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = $1 AND u.status = 'active' AND p.held_at IS NULL`,
      },
      [id],
    );
  }

  /** For staff: a patient in the actor's organization. */
  inOrganisation(actor: Actor, id: string): Promise<PatientRow | null> {
    return this.db.one<PatientRow>(
      {
        name: 'patient-in-org',
        text: `${SELECT} WHERE p.id = $1 AND p.erased_at IS NULL AND ($2::uuid IS NULL OR p.org_id = $2)`,
      },
      [id, actor.orgId],
    );
  }

  manyInOrganisation(actor: Pick<Actor, 'orgId'>, ids: readonly string[]): Promise<PatientRow[]> {
    return this.db.rows<PatientRow>(
      {
        name: 'patients-in-org',
        text: `${SELECT} WHERE p.id = ANY($1) AND p.erased_at IS NULL AND ($2::uuid IS NULL OR p.org_id = $2)`,
      },
      [ids, actor.orgId],
    );
  }

  manyByMrn(actor: Pick<Actor, 'orgId'>, mrns: readonly string[]): Promise<PatientRow[]> {
    return this.db.rows<PatientRow>(
      {
        name: 'patients-by-mrn',
        text: `${SELECT} WHERE p.mrn = ANY($1) AND ($2::uuid IS NULL OR p.org_id = $2)`,
      },
      [mrns, actor.orgId],
    );
  }

  /** @param names in lower case */
  manyByName(actor: Actor, names: readonly string[]): Promise<PatientRow[]> {
    return this.db.rows<PatientRow>(
      {
        name: 'patients-by-name',
        text: `${SELECT} WHERE p.id IN (SELECT f.id FROM listed_patients f WHERE lower(f.full_name) = ANY($1) AND ($2::uuid IS NULL OR f.org_id = $2))`,
      },
      [names, actor.orgId],
    );
  }

  bornOn(actor: Pick<Actor, 'orgId'>, dob: string): Promise<PatientRow[]> {
    return this.db.rows<PatientRow>(
      {
        name: 'patients-born-on',
        text: `${SELECT} WHERE p.id IN (SELECT f.id FROM listed_patients f WHERE f.dob = $1::date AND f.erased_at IS NULL AND ($2::uuid IS NULL OR f.org_id = $2))
          ORDER BY p.full_name, p.id LIMIT 100`,
      },
      [dob, actor.orgId],
    );
  }

  /** A batch of patients with contact data, in id order. */
  contactsAfter(
    actor: Actor,
    id: string | null,
    most: number,
  ): Promise<{ id: string; contact_enc: string }[]> {
    return this.db.rows(
      {
        name: 'patient-contacts',
        text: `SELECT p.id, p.contact_enc FROM patients p WHERE ($1::uuid IS NULL OR p.org_id = $1) AND p.contact_enc IS NOT NULL
          AND ($2::uuid IS NULL OR p.id > $2) ORDER BY p.id LIMIT $3`,
      },
      [actor.orgId, id, most],
    );
  }

  /** What a submitted intake says about the patient. */
  async applyIntake(id: string, facts: { fullName: string; dob: string; contactEnc: string }): Promise<void> {
    await this.patients.update(
      { id },
      { full_name: facts.fullName, dob: facts.dob, contact_enc: facts.contactEnc, version: NEXT_VERSION },
    );
  }

  /** Prepared, like the next writes: none of them is a change of the profile, whose time of change stays. */
  async attestLocation(id: string, state: string, on: string): Promise<void> {
    await this.db.rows(
      {
        name: 'patient-location',
        text: `UPDATE patients SET location_state = $2, location_attested_on = $3 WHERE id = $1`,
      },
      [id, state, on],
    );
  }

  async locationAttestedOn(id: string): Promise<string | null> {
    const row = await this.db.one<{ on: string | null }>(
      {
        name: 'patient-location-attested',
        text: `SELECT location_attested_on::text AS "on" FROM patients WHERE id = $1`,
      },
      [id],
    );
    return row?.on ?? null;
  }

  /** For the directory. */
  async setWeight(id: string, weightEnc: string | null): Promise<void> {
    await this.db.rows(
      { name: 'patient-weight', text: 'UPDATE patients SET weight_enc = $2 WHERE id = $1' },
      [id, weightEnc],
    );
  }

  /** For the directory. */
  async setLastVisit(id: string, visit: { at: Date; status: VisitStatus } | null): Promise<void> {
    await this.db.rows(
      {
        name: 'patient-last-visit',
        text: 'UPDATE patients SET last_visit_at = $2, last_visit_status = $3 WHERE id = $1',
      },
      [id, visit?.at ?? null, visit?.status ?? null],
    );
  }

  profile(id: string): Promise<ProfileRow | null> {
    return this.db.one<ProfileRow>(
      {
        name: 'patient-profile',
        text: `SELECT p.contact_enc, p.weight_enc, COALESCE(p.timezone, o.timezone) AS timezone, p.version
          FROM patients p JOIN organisations o ON o.id = p.org_id WHERE p.id = $1`,
      },
      [id],
    );
  }

  /** false: someone else saved first, and nothing changed. */
  async updateProfile(
    id: string,
    version: number,
    next: { contactEnc: string; timezone: string | null },
  ): Promise<boolean> {
    const { affected } = await this.patients.update(
      { id, version },
      {
        contact_enc: next.contactEnc,
        ...(next.timezone !== null && { timezone: next.timezone }),
        version: NEXT_VERSION,
      },
    );
    return affected === 1;
  }

  /** Whether the database, which also calculates local days, knows this time zone. */
  async isTimezone(name: string): Promise<boolean> {
    const row = await this.db.one(
      { name: 'timezone-known', text: 'SELECT 1 FROM pg_timezone_names WHERE name = $1' },
      [name],
    );
    return row !== null;
  }
}
