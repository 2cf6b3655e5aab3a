import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Db } from '../../database/db.js';
import type { Notice } from '../../mail/templates.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { EmailTokens } from '../email/email-tokens.service.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { UsersRepository, type Account } from '../users/users.repository.js';

/** Data that belongs to the account alone, not to the patient's record. */
const OWN_ROWS = [
  `assistant_turns WHERE conversation_id IN (SELECT id FROM assistant_conversations WHERE user_id = $1)`,
  ...[
    'assistant_conversations',
    'mails',
    'email_tokens',
    'mfa_challenges',
    'sessions',
    'idempotency_keys',
    'sso_links',
  ].map((table) => `${table} WHERE user_id = $1`),
];

/** Ends a patient's account, all in the caller's transaction. */
@Injectable()
export class AccountEnding {
  constructor(
    private readonly db: Db,
    private readonly users: UsersRepository,
    private readonly sessions: Sessions,
    private readonly tokens: EmailTokens,
    private readonly secondFactors: SecondFactors,
    private readonly notices: AccountNotices,
  ) {}

  async isStaff(userId: string): Promise<boolean> {
    const account = await this.users.findById(userId);
    return account !== null && isStaff(account);
  }

  async tell(userId: string, notice: Notice, more: string[] = []): Promise<void> {
    const account = await this.users.findById(userId);
    if (account?.status === 'active') await this.notices.send(notice, account, more);
  }

  /** Makes every sign-in, link and session invalid. */
  async close(userId: string): Promise<void> {
    await this.tell(userId, 'account_closed');
    await this.db.rows(
      {
        name: 'account-close',
        text: `UPDATE users SET status = 'disabled', version = version + 1, updated_at = now() WHERE id = $1`,
      },
      [userId],
    );
    await this.sessions.endAll(userId, 'account_closed');
    await this.tokens.supersede(userId, ['verify', 'reset', 'invite', 'change_email']);
  }

  /** Keeps the row, because others refer to it, without a name. */
  async erase(userId: string): Promise<void> {
    if (await this.isStaff(userId)) return;
    await this.sessions.endAll(userId, 'account_closed');
    await this.secondFactors.removeAll(userId);
    for (const [n, rows] of OWN_ROWS.entries())
      await this.db.rows({ name: `account-erase-${n}`, text: `DELETE FROM ${rows}` }, [userId]);
    await this.db.rows(
      {
        name: 'account-erase',
        text: `UPDATE users SET email = 'erased-' || id || '@erased.invalid', email_verified_at = NULL, password_hash = NULL,
          display_name = NULL, last_seen_at = NULL, status = 'disabled', version = version + 1, updated_at = now() WHERE id = $1`,
      },
      [userId],
    );
  }
}

const isStaff = ({ roles }: Account): boolean => roles.some((role) => STAFF_ROLES.includes(role));
