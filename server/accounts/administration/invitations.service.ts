import { Injectable } from '@nestjs/common';
import { Audit } from '../../audit/audit.service.js';
import { Db } from '../../database/db.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { invalidState, notFound } from '../../platform/errors/errors.js';
import { AccountMail, type LinkTo } from '../email/account-mail.service.js';
import { TEXT } from './text/en.js';

interface Invited extends LinkTo {
  roles: string[];
  status: 'active' | 'disabled';
  has_password: boolean;
}

/** Another invitation, for a user whose link was lost or has expired. */
@Injectable()
export class Invitations {
  constructor(
    private readonly db: Db,
    private readonly mail: AccountMail,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  /** Emails a new link to a user who never set a password; the older one becomes invalid. */
  again(actor: Actor, id: string): Promise<void> {
    return this.uow.run(async () => {
      const user = await this.db.one<Invited>(
        {
          name: 'user-invited',
          text: `SELECT id, org_id, email, roles, status, password_hash IS NOT NULL AS has_password FROM users
            WHERE id = $1 AND ($2::uuid IS NULL OR org_id = $2) FOR UPDATE`,
        },
        [id, actor.orgId],
      );
      if (!user) throw notFound();
      if (user.has_password) throw invalidState(TEXT.personAlreadySetPassword);
      if (user.status !== 'active') throw invalidState(TEXT.accountDisabled);
      await this.db.rows(
        { name: 'user-invited-by', text: 'UPDATE users SET invited_by = $2 WHERE id = $1' },
        [id, actor.userId],
      );
      await this.mail.send('invite', user);
      await this.audit.record(actor, {
        action: 'user.invite',
        target: { type: 'user', id },
        orgId: user.org_id,
        detail: { roles: user.roles, again: true },
        as: ['system_admin'],
      });
    });
  }
}
