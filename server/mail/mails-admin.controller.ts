import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AdminMail, AdminMailsResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { MAIL_LIST } from './mails-admin.repository.js';
import { MailsAdmin } from './mails-admin.service.js';

@Controller('api/admin/mails')
@Roles('system_admin')
export class MailsAdminController {
  constructor(private readonly mails: MailsAdmin) {}

  /** Emails the portal wrote, without their text. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(MAIL_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminMailsResponse> {
    const page = await this.mails.list(actor, query);
    return { mails: page.rows, ...listMeta(reply, MAIL_LIST.unit, query, page) };
  }

  /** Tries to send an email again. */
  @StepUp()
  @Post(':id/retry')
  @HttpCode(200)
  retry(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<AdminMail> {
    return this.mails.retry(actor, id);
  }
}
