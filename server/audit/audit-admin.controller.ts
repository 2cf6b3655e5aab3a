import { Controller, Get, Header, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AuditResponse, AuditVerifyResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, Roles, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { AUDIT_LIST } from './audit-admin.repository.js';
import { AuditAdmin } from './audit-admin.service.js';

@Controller()
@Roles('system_admin')
export class AuditAdminController {
  constructor(private readonly audit: AuditAdmin) {}

  /** The audit log, newest first. */
  @Get('api/admin/audit')
  async list(
    @CurrentActor() actor: Actor,
    @List(AUDIT_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditResponse> {
    const page = await this.audit.list(actor, query);
    return { events: page.rows, ...listMeta(reply, AUDIT_LIST.unit, query, page) };
  }

  /** Checks the chain of the audit log. */
  @Get('api/admin/audit/verify')
  verify(@CurrentActor() actor: Actor): Promise<AuditVerifyResponse> {
    return this.audit.verify(actor);
  }

  /** The audit log as CSV. */
  @StepUp()
  @Get('files/audit.csv')
  @Header('content-security-policy', "default-src 'none'; sandbox")
  async csv(@CurrentActor() actor: Actor, @List(AUDIT_LIST) query: ListQuery): Promise<StreamableFile> {
    return new StreamableFile(await this.audit.csv(actor, query), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="audit.csv"',
    });
  }
}
