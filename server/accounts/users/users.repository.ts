import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Raw } from 'typeorm';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Db } from '../../database/db.js';
import { NEXT_VERSION, type Rows } from '../../database/unit-data-source.js';
import { inScope } from '../../platform/access/context.js';
import { ACCOUNTS } from '../../platform/access/scope.js';
import type { SetUp } from './maker.js';
import { User } from './user.entity.js';

export type Account = Pick<
  User,
  | 'id'
  | 'org_id'
  | 'email'
  | 'email_verified_at'
  | 'password_hash'
  | 'password_disabled_at'
  | 'roles'
  | 'display_name'
  | 'status'
  | 'session_epoch'
> & {
  totp_enabled: boolean;
  has_passkey: boolean;
  /** Has signed in before. */
  seen: boolean;
};

const COLUMNS = `u.id, u.org_id, u.email, u.email_verified_at, u.password_hash, u.password_disabled_at, u.roles, u.display_name, u.status, u.session_epoch,
  EXISTS (SELECT 1 FROM totp_credentials t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS totp_enabled,
  EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id) AS has_passkey,
  u.last_seen_at IS NOT NULL AS seen`;

/** Accounts before there is an actor: sign-in and sign-up. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(User) private readonly users: Rows<User>,
  ) {}

  /** Of every organization: an address belongs to one account. */
  findByEmail(email: string): Promise<Account | null> {
    return inScope(ACCOUNTS, () =>
      this.db.one<Account>(
        {
          name: 'user-by-email',
          text: `SELECT ${COLUMNS} FROM account_addresses a JOIN users u ON u.id = a.id WHERE a.address = lower($1)`,
        },
        [email],
      ),
    );
  }

  /** Whoever can act for an organization as its administrator; null: for every one. */
  administratorsOf(orgId: string | null): Promise<Pick<User, 'id' | 'org_id' | 'email'>[]> {
    return this.db.rows(
      {
        name: 'users-administrators',
        text: `SELECT u.id, u.org_id, u.email FROM users u
          WHERE (u.org_id = $1 OR ($1::uuid IS NULL AND u.org_id IS NULL)) AND u.status = 'active' AND 'system_admin' = ANY(u.roles) ORDER BY u.id`,
      },
      [orgId],
    );
  }

  /** Whoever works in an organization. */
  staffOf(orgId: string): Promise<Pick<User, 'id' | 'org_id' | 'email'>[]> {
    return this.db.rows(
      {
        name: 'users-staff',
        text: `SELECT u.id, u.org_id, u.email FROM users u
          WHERE u.org_id = $1 AND u.status = 'active' AND u.roles && $2::text[] ORDER BY u.id`,
      },
      [orgId, STAFF_ROLES],
    );
  }

  /** Accounts of staff that someone opened, by address; those that were disabled since are no one's worry. */
  invitedBy(userId: string): Promise<SetUp[]> {
    return this.db.rows(
      {
        name: 'users-invited-by',
        text: `SELECT u.org_id, 'account' AS kind, u.email AS name FROM users u
          WHERE u.invited_by = $1 AND u.status = 'active' AND u.roles && $2::text[] ORDER BY lower(u.email), u.id`,
      },
      [userId, STAFF_ROLES],
    );
  }

  findById(id: string): Promise<Account | null> {
    return this.db.one<Account>(
      { name: 'user-by-id', text: `SELECT ${COLUMNS} FROM users u WHERE u.id = $1` },
      [id],
    );
  }

  defaultOrganisation(): Promise<{ id: string } | null> {
    return this.db.one<{ id: string }>({
      name: 'org-default',
      text: 'SELECT id FROM organisations WHERE is_default',
    });
  }

  async insert(user: Pick<User, 'id' | 'org_id' | 'email' | 'password_hash' | 'roles'>): Promise<void> {
    await this.users.insert({ ...user });
  }

  /** Sets a user's name once it is known. */
  async setDisplayName(id: string, name: string | null): Promise<void> {
    await this.users.update({ id }, { display_name: name });
  }

  /** Whether the user's sessions are unchanged since the account was read; they stay so until the transaction ends. */
  async holdEpoch({ id, session_epoch }: Pick<Account, 'id' | 'session_epoch'>): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'user-epoch-hold',
        text: 'SELECT 1 FROM users WHERE id = $1 AND session_epoch = $2 FOR UPDATE',
      },
      [id, session_epoch],
    );
    return row !== null;
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.users.update(
      { id },
      { password_hash: passwordHash, password_disabled_at: null, version: NEXT_VERSION },
    );
  }

  /** The same password rehashed with today's parameters, unless it has changed since. */
  async rehash(id: string, old: string, passwordHash: string): Promise<void> {
    await this.users.update({ id, password_hash: old }, { password_hash: passwordHash });
  }

  /** @returns whether it was enabled before */
  async disablePassword(id: string): Promise<boolean> {
    const { affected } = await this.users.update(
      { id, password_disabled_at: IsNull() },
      { password_disabled_at: () => 'now()' },
    );
    return affected === 1;
  }

  /** The confirmed new address. Throws if it belongs to someone else. */
  async changeEmail(id: string, email: string): Promise<void> {
    await this.users.update({ id }, { email, email_verified_at: () => 'now()', version: NEXT_VERSION });
  }

  /** Until the transaction ends. */
  async lock(userId: string): Promise<void> {
    await this.db.rows({ name: 'user-lock', text: 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE' }, [userId]);
  }

  async isUnverified(userId: string): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'user-unverified',
        text: 'SELECT 1 FROM users WHERE id = $1 AND email_verified_at IS NULL FOR UPDATE',
      },
      [userId],
    );
    return row !== null;
  }

  async markVerified(id: string, email: string): Promise<void> {
    await this.users.update(
      { id, email: Raw((column) => `lower(${column}) = lower(:email)`, { email }) },
      { email_verified_at: () => 'COALESCE(email_verified_at, now())' },
    );
  }
}
