import { Injectable } from '@nestjs/common';
import type { AdminMail } from '#common/api/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound } from '../platform/errors/errors.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { MailsAdminRepository } from './mails-admin.repository.js';
import { TEXT } from './text/en.js';

@Injectable()
export class MailsAdmin {
  constructor(
    private readonly mails: MailsAdminRepository,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<AdminMail>> {
    const page = await this.mails.list(actor, query);
    await this.audit.record(actor, {
      action: 'mail.list',
      detail: listed(page.rows, query),
      as: ['system_admin'],
    });
    return page;
  }

  /** Resends a failed email; its attempts restart at zero. */
  retry(actor: Actor, id: string): Promise<AdminMail> {
    return this.uow.run(async () => {
      const mail = await this.mails.lock(actor, id);
      if (!mail) throw notFound();
      if (mail.status !== 'failed' && mail.status !== 'dead') throw invalidState(TEXT.onlyUnsentAgain);
      const queued = await this.mails.requeue(id);
      await this.jobs.enqueue('mail.send', { mail_id: id });
      await this.audit.record(actor, {
        action: 'mail.retry',
        target: { type: 'mail', id },
        detail: { was: mail.status },
        as: ['system_admin'],
      });
      return queued;
    });
  }
}
