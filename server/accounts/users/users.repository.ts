import { Injectable } from '@nestjs/common';
import type { Role } from '../../../common/vocabulary/index.js';
import { Db } from '../../database/db.js';
import { inScope } from '../../platform/access/context.js';
import { ACCOUNTS } from '../../platform/access/scope.js';

export interface Account {
  id: string;
  org_id: string | null;
  email: string;
  email_verified_at: Date | null;
  password_hash: string | null;
  password_disabled_at: Date | null;
  roles: Role[];
  display_name: string | null;
  status: 'active' | 'disabled';
  session_epoch: number;
  totp_enabled: boolean;
  has_passkey: boolean;
  /** Has signed in before. */
  seen: boolean;
}

const COLUMNS = `u.id, u.org_id, u.email, u.email_verified_at, u.password_hash, u.password_disabled_at, u.roles, u.display_name, u.status, u.session_epoch,
  EXISTS (SELECT 1 FROM totp_credentials t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS totp_enabled,
  EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id) AS has_passkey,
  u.last_seen_at IS NOT NULL AS seen`;

/** Accounts before there is an actor: sign-in and sign-up. */
@Injectable()
export class UsersRepository {
  constructor(private readonly db: Db) {}

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

  async insert(user: {
    id: string;
    orgId: string | null;
    email: string;
    passwordHash: string;
    roles: Role[];
  }): Promise<void> {
    await this.db.rows(
      {
        name: 'user-insert',
        text: 'INSERT INTO users (id, org_id, email, password_hash, roles) VALUES ($1, $2, $3, $4, $5)',
      },
      [user.id, user.orgId, user.email, user.passwordHash, user.roles],
    );
  }

  /** Sets a user's name once it is known. */
  async setDisplayName(userId: string, name: string | null): Promise<void> {
    await this.db.rows(
      { name: 'user-name', text: 'UPDATE users SET display_name = $2, updated_at = now() WHERE id = $1' },
      [userId, name],
    );
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

  async setPassword(userId: string, passwordHash: string): Promise<void> {
    await this.db.rows(
      {
        name: 'user-password',
        text: 'UPDATE users SET password_hash = $2, password_disabled_at = NULL, version = version + 1, updated_at = now() WHERE id = $1',
      },
      [userId, passwordHash],
    );
  }

  /** The same password rehashed with today's parameters, unless it has changed since. */
  async rehash(userId: string, old: string, passwordHash: string): Promise<void> {
    await this.db.rows(
      {
        name: 'user-rehash',
        text: 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      },
      [userId, old, passwordHash],
    );
  }

  /** @returns whether it was enabled before */
  async disablePassword(userId: string): Promise<boolean> {
    const disabled = await this.db.rows(
      {
        name: 'user-password-disable',
        text: 'UPDATE users SET password_disabled_at = now() WHERE id = $1 AND password_disabled_at IS NULL RETURNING 1',
      },
      [userId],
    );
    return disabled.length === 1;
  }

  /** The confirmed new address. Throws if it belongs to someone else. */
  async changeEmail(userId: string, email: string): Promise<void> {
    await this.db.rows(
      {
        name: 'user-email',
        text: 'UPDATE users SET email = $2, email_verified_at = now(), version = version + 1, updated_at = now() WHERE id = $1',
      },
      [userId, email],
    );
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

  async removePasskeys(userId: string): Promise<void> {
    await this.db.rows({ name: 'user-passkeys-remove', text: 'DELETE FROM passkeys WHERE user_id = $1' }, [
      userId,
    ]);
  }

  async markVerified(userId: string, email: string): Promise<void> {
    await this.db.rows(
      {
        name: 'user-verified',
        text: 'UPDATE users SET email_verified_at = COALESCE(email_verified_at, now()), updated_at = now() WHERE id = $1 AND lower(email) = lower($2)',
      },
      [userId, email],
    );
  }
}
