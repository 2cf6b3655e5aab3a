import { Body, Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoginResponse, MeResponse } from '../../common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { AnyRole, CurrentActor, Public } from '../platform/access/decorators.js';
import { MfaCancelDto, MfaVerifyDto, RoleDto, SignupDto, VerifyEmailDto } from './accounts.dto.js';
import { Accounts, me } from './accounts.service.js';
import { LocalGuard } from './local.strategy.js';
import { Mfa } from './mfa.service.js';
import { OptionalActor } from './optional-actor.js';
import type { Account } from './users.repository.js';

type Reply = FastifyReply;

@Controller('auth')
export class AccountsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly mfa: Mfa,
    private readonly optional: OptionalActor,
  ) {}

  @AnyRole()
  @Get('me')
  me(@CurrentActor() actor: Actor): MeResponse {
    return me(actor);
  }

  @Public()
  @UseGuards(LocalGuard)
  @Post('login')
  @HttpCode(200)
  login(@Req() request: FastifyRequest & { user: Account }, @Res({ passthrough: true }) reply: Reply): Promise<LoginResponse> {
    return this.accounts.signIn(request.user, reply);
  }

  @Public()
  @Post('mfa/verify')
  @HttpCode(200)
  verifyMfa(@Body() body: MfaVerifyDto, @Res({ passthrough: true }) reply: Reply): Promise<MeResponse> {
    return this.accounts.completeMfa(body.session_id, body.session_token, body.code, reply);
  }

  @Public()
  @Post('mfa/cancel')
  @HttpCode(204)
  cancelMfa(@Body() body: MfaCancelDto): Promise<void> {
    return this.mfa.cancel(body.session_id, body.session_token);
  }

  @Public()
  @Post('signup')
  signUp(@Body() body: SignupDto, @Res({ passthrough: true }) reply: Reply): Promise<MeResponse> {
    return this.accounts.signUp(body, reply);
  }

  @Public()
  @Post('logout')
  @HttpCode(204)
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.accounts.signOut(await this.optional.of(request), reply);
  }

  @AnyRole()
  @Post('role')
  @HttpCode(200)
  switchRole(@CurrentActor() actor: Actor, @Body() body: RoleDto, @Res({ passthrough: true }) reply: Reply): Promise<MeResponse> {
    return this.accounts.switchRole(actor, body.role, reply);
  }

  @Public()
  @Post('verify-email')
  @HttpCode(200)
  verifyEmail(@Body() body: VerifyEmailDto): Promise<{ ok: true }> {
    return this.accounts.verifyEmail(body.token);
  }
}
