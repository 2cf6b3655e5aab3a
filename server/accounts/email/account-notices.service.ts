import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Outbox } from '../../mail/outbox.service.js';
import { noticeMail, type Notice } from '../../mail/templates.js';

export interface NoticeTo {
  id: string;
  org_id: string | null;
  email: string;
}

/** Notifies the owner of an account about a change, in the transaction of the change. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async send(notice: Notice, { id, org_id, email }: NoticeTo, more: string[] = []): Promise<void> {
    const content = noticeMail(notice, `${this.config.publicOrigin}/forgot-password`, more);
    await this.outbox.put({ kind: `notice.${notice}`, to: email, userId: id, orgId: org_id, content });
  }
}
