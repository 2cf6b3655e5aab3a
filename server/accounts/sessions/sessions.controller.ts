import { Controller, Delete, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import type { SessionsResponse } from '#common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import { AnyRole, CurrentActor, IdParam, WhileEnrolling } from '../../platform/access/decorators.js';
import { AddressLimitGuard } from '../../limits/address-limit.guard.js';
import { OwnSessions } from './own-sessions.service.js';

@UseGuards(AddressLimitGuard)
@AnyRole()
@WhileEnrolling()
@Controller('auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  /** Where you are signed in. */
  @Get()
  list(@CurrentActor() actor: Actor): Promise<SessionsResponse> {
    return this.sessions.list(actor);
  }

  /** Signs out one device. */
  @Delete(':id')
  @HttpCode(204)
  end(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.sessions.end(actor, id);
  }

  /** Signs out all other devices. */
  @Post('revoke-others')
  @HttpCode(204)
  endOthers(@CurrentActor() actor: Actor): Promise<void> {
    return this.sessions.endOthers(actor);
  }
}
