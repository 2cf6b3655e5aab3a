import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { User } from '../accounts/users/user.entity.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { DeaRegistrationRow, ProviderLicenseRow } from './regulation.entities.js';

/** `counts`: verified, or the holder's organization does not require it. */
type Stored<Row> = Omit<Row, 'user_id' | 'created_at'> & { counts: boolean };
export type StoredLicense = Stored<ProviderLicenseRow>;
export type StoredRegistration = Stored<DeaRegistrationRow>;
export type CredentialKind = 'license' | 'dea_registration';
const COLUMNS = `t.id, t.state, t.number, t.expires_on::text AS expires_on, t.verified_on::text AS verified_on, COALESCE(v.display_name, v.email) AS verified_by,
  t.verified_on IS NOT NULL OR NOT COALESCE((SELECT (o.policies->>'licenses_need_verification')::boolean FROM users h
    JOIN organisations o ON o.id = h.org_id WHERE h.id = t.user_id), false) AS counts`;

/** Licenses and registrations. Callers have checked whose they may see. */
@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(ProviderLicenseRow) private readonly licenseRows: Rows<ProviderLicenseRow>,
    @InjectRepository(DeaRegistrationRow) private readonly registrationRows: Rows<DeaRegistrationRow>,
    @InjectRepository(User) private readonly users: Rows<User>,
  ) {}

  licenses(userId: string): Promise<StoredLicense[]> {
    return this.db.rows<StoredLicense>(
      {
        name: 'licenses-of-user',
        text: `SELECT ${COLUMNS}, t.type FROM provider_licenses t LEFT JOIN users v ON v.id = t.verified_by
          WHERE t.user_id = $1 ORDER BY t.state, t.expires_on DESC, t.id`,
      },
      [userId],
    );
  }

  registrations(userId: string): Promise<StoredRegistration[]> {
    return this.db.rows<StoredRegistration>(
      {
        name: 'dea-of-user',
        text: `SELECT ${COLUMNS}, t.schedules FROM dea_registrations t LEFT JOIN users v ON v.id = t.verified_by
          WHERE t.user_id = $1 ORDER BY t.state, t.expires_on DESC, t.id`,
      },
      [userId],
    );
  }

  /** Sending the same number again is a renewal, which has to be verified again. */
  async putLicense(
    userId: string,
    one: Pick<StoredLicense, 'state' | 'type' | 'number' | 'expires_on'>,
  ): Promise<string> {
    const [row] = await this.db.rows<{ id: string }>(
      {
        name: 'license-put',
        text: `INSERT INTO provider_licenses (id, user_id, state, type, number, expires_on) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (user_id, state, number) DO UPDATE SET type = EXCLUDED.type, expires_on = EXCLUDED.expires_on, verified_on = NULL, verified_by = NULL
          RETURNING id`,
      },
      [randomUUID(), userId, one.state, one.type, one.number, one.expires_on],
    );
    return row!.id;
  }

  async putRegistration(
    userId: string,
    one: Pick<StoredRegistration, 'state' | 'number' | 'schedules' | 'expires_on'>,
  ): Promise<string> {
    const [row] = await this.db.rows<{ id: string }>(
      {
        name: 'dea-put',
        text: `INSERT INTO dea_registrations (id, user_id, state, number, schedules, expires_on) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (user_id, state, number) DO UPDATE SET schedules = EXCLUDED.schedules, expires_on = EXCLUDED.expires_on, verified_on = NULL, verified_by = NULL
          RETURNING id`,
      },
      [randomUUID(), userId, one.state, one.number, one.schedules, one.expires_on],
    );
    return row!.id;
  }

  /** false: this user has no such record. */
  async remove(kind: CredentialKind, userId: string, id: string): Promise<boolean> {
    const { affected } = await this.rowsOf(kind).delete({ id, user_id: userId });
    return affected === 1;
  }

  /** false: this user has no such record. */
  async verify(kind: CredentialKind, userId: string, id: string, on: string, by: string): Promise<boolean> {
    const { affected } = await this.rowsOf(kind).update(
      { id, user_id: userId },
      { verified_on: on, verified_by: by },
    );
    return affected === 1;
  }

  async npi(id: string): Promise<string | null> {
    const user = await this.users.findOne({ select: { npi: true }, where: { id } });
    return user?.npi ?? null;
  }

  /** Prepared: it does not count as a change of the account. */
  async setNpi(userId: string, npi: string | null): Promise<void> {
    await this.db.rows({ name: 'npi-set', text: 'UPDATE users SET npi = $2 WHERE id = $1' }, [userId, npi]);
  }

  /** The organization of an account this administrator manages; null for any other. */
  managed(actor: Actor, id: string): Promise<Pick<User, 'org_id'> | null> {
    return this.users.findOne({
      select: { org_id: true },
      where: { id, ...(actor.orgId !== null && { org_id: actor.orgId }) },
    });
  }

  private rowsOf(
    kind: CredentialKind,
  ): Pick<Rows<ProviderLicenseRow> | Rows<DeaRegistrationRow>, 'update' | 'delete'> {
    return kind === 'license' ? this.licenseRows : this.registrationRows;
  }
}
