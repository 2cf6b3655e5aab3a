import { Body, Controller, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AdminUser, AdminUsersResponse } from '#common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, OwnSecondFactor, StepUp } from '../../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../../platform/http/list-query.js';
import { UserInviteDto, UserPatchDto } from './users-admin.dto.js';
import { USER_LIST } from './users-admin.repository.js';
import { UsersAdmin } from './users-admin.service.js';

@Controller('api/admin/users')
@Roles('system_admin')
export class UsersAdminController {
  constructor(private readonly users: UsersAdmin) {}

  /** The users the administrator sees. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(USER_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUsersResponse> {
    const page = await this.users.list(actor, query);
    return { users: page.rows, ...listMeta(reply, USER_LIST.unit, query, page) };
  }

  /** Invites a person by email. */
  @StepUp()
  @Post('invite')
  invite(@CurrentActor() actor: Actor, @Body() body: UserInviteDto): Promise<AdminUser> {
    return this.users.invite(actor, body);
  }

  /** Sends an invitation again. */
  @StepUp()
  @Post(':id/invite')
  @HttpCode(200)
  inviteAgain(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<AdminUser> {
    return this.users.inviteAgain(actor, id);
  }

  /** Changes roles, name or status of a user. */
  @StepUp()
  @Patch(':id')
  update(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: UserPatchDto,
  ): Promise<AdminUser> {
    return this.users.update(actor, id, body);
  }

  /** Removes a user's second factors, so that they can be set up again. */
  @OwnSecondFactor()
  @StepUp()
  @Post(':id/reset-mfa')
  @HttpCode(200)
  resetMfa(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<AdminUser> {
    return this.users.resetMfa(actor, id);
  }

  /** Signs a user out everywhere. */
  @StepUp()
  @Post(':id/end-sessions')
  @HttpCode(200)
  endSessions(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<AdminUser> {
    return this.users.endSessions(actor, id);
  }
}
