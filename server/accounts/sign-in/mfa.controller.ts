import { Body, Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  MeResponse,
  MfaSetupResponse,
  MfaStateResponse,
  RecoveryCodesResponse,
  PasskeyOptionsResponse,
} from '#common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import {
  AnyRole,
  CurrentActor,
  Public,
  StepUp,
  VerifiedEmail,
  WhileEnrolling,
} from '../../platform/access/decorators.js';
import { AddressLimitGuard } from '../../limits/address-limit.guard.js';
import {
  CodeDto,
  MfaChangeDto,
  MfaPasskeyVerifyDto,
  MfaVerifyDto,
  PasswordDto,
  PendingSignInDto,
} from '../users/accounts.dto.js';
import { Accounts } from './accounts.service.js';
import { MfaEnrolment } from '../second-factor/mfa-enrolment.service.js';
import { Mfa } from '../second-factor/mfa.service.js';

/** The second step of a sign-in, and setting it up. */
@UseGuards(AddressLimitGuard)
@Controller('auth/mfa')
export class MfaController {
  constructor(
    private readonly accounts: Accounts,
    private readonly mfa: Mfa,
    private readonly enrolment: MfaEnrolment,
  ) {}

  /** Completes a sign-in with a code. */
  @Public()
  @Post('verify')
  @HttpCode(200)
  async verify(
    @Body() body: MfaVerifyDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeResponse> {
    return this.accounts.completeMfa(
      await this.mfa.verify(body.session_id, body.session_token, body.code, this.accounts.deviceOf(request)),
      reply,
    );
  }

  /** Calls off a sign-in that waits for its second factor. */
  @Public()
  @Post('cancel')
  @HttpCode(204)
  cancel(@Body() body: PendingSignInDto): Promise<void> {
    return this.mfa.cancel(body.session_id, body.session_token);
  }

  /** What the browser needs to use a passkey as the second factor. */
  @Public()
  @Post('passkey/options')
  @HttpCode(200)
  passkeyOptions(@Body() body: PendingSignInDto): Promise<PasskeyOptionsResponse> {
    return this.mfa.passkeyOptions(body.session_id, body.session_token);
  }

  /** Completes a sign-in with a passkey. */
  @Public()
  @Post('passkey/verify')
  @HttpCode(200)
  async verifyPasskey(
    @Body() body: MfaPasskeyVerifyDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeResponse> {
    return this.accounts.completeMfa(
      await this.mfa.verifyPasskey(
        body.session_id,
        body.session_token,
        body.response,
        this.accounts.deviceOf(request),
      ),
      reply,
    );
  }

  /** Your second factors. */
  @AnyRole()
  @WhileEnrolling()
  @Get()
  state(@CurrentActor() actor: Actor): Promise<MfaStateResponse> {
    return this.enrolment.state(actor);
  }

  /** Begins to set up an authenticator app. */
  @AnyRole()
  @WhileEnrolling()
  @VerifiedEmail()
  @Post('setup')
  @HttpCode(200)
  setUp(@CurrentActor() actor: Actor, @Body() body: PasswordDto): Promise<MfaSetupResponse> {
    return this.enrolment.setUp(actor, body.password);
  }

  /** Turns the authenticator app on. */
  @AnyRole()
  @WhileEnrolling()
  @StepUp()
  @VerifiedEmail()
  @Post('enable')
  @HttpCode(200)
  enable(
    @CurrentActor() actor: Actor,
    @Body() body: CodeDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodesResponse> {
    return this.enrolment.enable(actor, body.code, reply);
  }

  /** Turns the authenticator app off. */
  @AnyRole()
  @Post('disable')
  @HttpCode(204)
  disable(
    @CurrentActor() actor: Actor,
    @Body() body: MfaChangeDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.enrolment.disable(actor, body.password, body.code, reply);
  }

  /** New recovery codes. */
  @AnyRole()
  @Post('recovery-codes')
  @HttpCode(200)
  renewCodes(@CurrentActor() actor: Actor, @Body() body: MfaChangeDto): Promise<RecoveryCodesResponse> {
    return this.enrolment.renewCodes(actor, body.password, body.code);
  }
}
