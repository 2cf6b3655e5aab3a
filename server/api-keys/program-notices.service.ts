import { Inject, Injectable } from '@nestjs/common';
import { Users } from '../accounts/users/users.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Outbox } from '../mail/outbox.service.js';
import { keysRevokedMail, programMail, type MailContent, type ProgramNotice } from '../mail/templates.js';

/** Emails an organization's administrators when a program gets at its records, so that a theft is noticed while it can be stopped, or no longer does. */
@Injectable()
export class ProgramNotices {
  constructor(
    private readonly users: Users,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** In the transaction of the act. */
  send(notice: ProgramNotice, orgId: string): Promise<void> {
    return this.tell(`notice.${notice}`, orgId, programMail(notice, this.page));
  }

  /** Keys that stopped working with the rights of who made them, and signed ones that did not, also in that transaction. */
  revoked(orgId: string, maker: string, keys: readonly { name: string; signed: boolean }[]): Promise<void> {
    const named = (signed: boolean) => keys.filter((key) => key.signed === signed).map(({ name }) => name);
    const content = keysRevokedMail(maker, { revoked: named(false), signed: named(true) }, this.page);
    return this.tell('notice.keys_revoked', orgId, content);
  }

  private async tell(kind: string, orgId: string, content: MailContent): Promise<void> {
    for (const { id, email } of await this.users.administratorsOf(orgId))
      await this.outbox.put({ kind, to: email, userId: id, orgId, content });
  }

  private get page(): string {
    return `${this.config.publicOrigin}/admin/api-keys`;
  }
}
