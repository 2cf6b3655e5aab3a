import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  EmailChangeResponse,
  LoginResponse,
  MeResponse,
  MessageResponse,
  ResendResponse,
  SignOutResponse,
  EmailVerifiedResponse,
  PasskeyOptionsResponse,
} from '#common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import {
  AnyRole,
  CurrentActor,
  Public,
  VerifiedEmail,
  WhileEnrolling,
} from '../../platform/access/decorators.js';
import { WithoutDatabase } from '../../platform/access/degraded-read.js';
import { AddressLimitGuard } from '../../limits/address-limit.guard.js';
import { AlsoDescribed } from '../../platform/http/described.js';
import {
  ChangeEmailDto,
  ChangePasswordDto,
  EmailDto,
  LoginDto,
  PasskeyProofDto,
  ReauthDto,
  ResendDto,
  ResetLinkDto,
  ResetPasswordDto,
  RoleDto,
  SignupDto,
  VerifyEmailDto,
} from '../users/accounts.dto.js';
import { Accounts, me } from './accounts.service.js';
import { EmailAddresses } from './email-addresses.service.js';
import { LocalGuard } from './local.strategy.js';
import { OptionalActor } from '../sessions/optional-actor.js';
import { PasswordChanges } from './password-changes.service.js';
import { Reauthentication } from './reauthentication.service.js';
import type { Account } from '../users/users.repository.js';

/** Signing in, up and out, your own password and email address. */
@UseGuards(AddressLimitGuard)
@Controller('auth')
export class AccountsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: PasswordChanges,
    private readonly reauthentication: Reauthentication,
    private readonly addresses: EmailAddresses,
    private readonly optional: OptionalActor,
  ) {}

  /** Who is signed in, and in what role. */
  @AnyRole()
  @WhileEnrolling()
  @WithoutDatabase('own')
  @Get('me')
  me(@CurrentActor() actor: Actor): MeResponse {
    return me(actor);
  }

  /** Signs in with a password; may ask for a second factor. */
  @Public()
  @UseGuards(LocalGuard)
  @AlsoDescribed({ body: LoginDto })
  @Post('login')
  @HttpCode(200)
  login(
    @Req() request: FastifyRequest & { user: Account },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginResponse> {
    return this.accounts.signIn(request.user, reply);
  }

  /** Makes a patient account. */
  @Public()
  @Post('signup')
  signUp(@Body() body: SignupDto, @Res({ passthrough: true }) reply: FastifyReply): Promise<MeResponse> {
    return this.accounts.signUp(body, reply);
  }

  /** Signs out. */
  @Public()
  @Post('logout')
  @HttpCode(204)
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignOutResponse | undefined> {
    const answer = await this.accounts.signOut(request, reply);
    if (answer) void reply.status(200);
    return answer ?? undefined;
  }

  /** Switches the active role. */
  @AnyRole()
  @Post('role')
  @HttpCode(200)
  switchRole(
    @CurrentActor() actor: Actor,
    @Body() body: RoleDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MeResponse> {
    return this.accounts.switchRole(actor, body.role, reply);
  }

  /** Sends a link to reset a password. */
  @Public()
  @Post('request-password-reset')
  @HttpCode(200)
  requestReset(@Body() body: EmailDto): Promise<MessageResponse> {
    return this.passwords.request(body.email);
  }

  /** Says whether a link to set a password can still be used, without using it. */
  @Public()
  @Post('reset-password/check')
  @HttpCode(204)
  checkResetLink(@Body() body: ResetLinkDto): Promise<void> {
    return this.passwords.check(body.token);
  }

  /** Sets a new password with a link. */
  @Public()
  @Post('reset-password')
  @HttpCode(200)
  resetPassword(@Body() body: ResetPasswordDto): Promise<MessageResponse> {
    return this.passwords.reset(body.token, body.password);
  }

  /** Changes your password. */
  @AnyRole()
  @Post('change-password')
  @HttpCode(204)
  changePassword(
    @CurrentActor() actor: Actor,
    @Body() body: ChangePasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.passwords.change(actor, body.current_password, body.password, reply);
  }

  /** Proves again that it is you. */
  @AnyRole()
  @WhileEnrolling()
  @Post('reauth')
  @HttpCode(204)
  reauthenticate(
    @CurrentActor() actor: Actor,
    @Body() body: ReauthDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.reauthentication.byPasswordOrCode(actor, body, reply);
  }

  /** What the browser needs to prove again that it is you, with a passkey. */
  @AnyRole()
  @WhileEnrolling()
  @Post('reauth/passkey/options')
  @HttpCode(200)
  reauthOptions(@CurrentActor() actor: Actor): Promise<PasskeyOptionsResponse> {
    return this.reauthentication.passkeyOptions(actor);
  }

  /** Proves again that it is you, with a passkey. */
  @AnyRole()
  @WhileEnrolling()
  @Post('reauth/passkey')
  @HttpCode(204)
  reauthWithPasskey(
    @CurrentActor() actor: Actor,
    @Body() body: PasskeyProofDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.reauthentication.byPasskey(actor, body.response, reply);
  }

  /** Verifies an address with a link. */
  @Public()
  @Post('verify-email')
  @HttpCode(200)
  verifyEmail(@Body() body: VerifyEmailDto): Promise<EmailVerifiedResponse> {
    return this.addresses.verify(body.token);
  }

  /** Sends the verification link again. */
  @Public()
  @Post('verify-email/resend')
  @HttpCode(200)
  async resendVerification(@Req() request: FastifyRequest, @Body() body: ResendDto): Promise<ResendResponse> {
    return this.addresses.resend(await this.optional.of(request), body.email);
  }

  /** Asks to change your email address. */
  @AnyRole()
  @VerifiedEmail()
  @Post('change-email')
  @HttpCode(204)
  changeEmail(@CurrentActor() actor: Actor, @Body() body: ChangeEmailDto): Promise<void> {
    return this.addresses.requestChange(actor, body.password, body.email);
  }

  /** The change of address that waits for its link. */
  @AnyRole()
  @Get('change-email')
  pendingChange(@CurrentActor() actor: Actor): Promise<EmailChangeResponse> {
    return this.addresses.pendingChange(actor);
  }

  /** Calls off a change of address. */
  @AnyRole()
  @Delete('change-email')
  @HttpCode(204)
  callOffChange(@CurrentActor() actor: Actor): Promise<void> {
    return this.addresses.callOffChange(actor);
  }
}
