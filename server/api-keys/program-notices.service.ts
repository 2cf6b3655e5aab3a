import { Inject, Injectable } from '@nestjs/common';
import { Users } from '../accounts/users/users.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Outbox } from '../mail/outbox.service.js';
import { programMail, type ProgramNotice } from '../mail/templates.js';

/** Emails an organization's administrators when a program gets at its records, so that a theft is noticed while it can be stopped. */
@Injectable()
export class ProgramNotices {
  constructor(
    private readonly users: Users,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** In the transaction of the act. */
  async send(notice: ProgramNotice, orgId: string): Promise<void> {
    const content = programMail(notice, `${this.config.publicOrigin}/admin/api-keys`);
    for (const { id, email } of await this.users.administratorsOf(orgId))
      await this.outbox.put({ kind: `notice.${notice}`, to: email, userId: id, orgId, content });
  }
}
