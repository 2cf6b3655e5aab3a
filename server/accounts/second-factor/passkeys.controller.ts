import { Body, Controller, Delete, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { PasskeyOptionsResponse, PasskeySummary, PasskeysResponse } from '#common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import {
  AnyRole,
  CurrentActor,
  IdParam,
  StepUp,
  VerifiedEmail,
  WhileEnrolling,
} from '../../platform/access/decorators.js';
import { AddressLimitGuard } from '../../limits/address-limit.guard.js';
import { PasskeyDto, PasskeyRemovalDto, PasswordDto } from '../users/accounts.dto.js';
import { Passkeys } from './passkeys.service.js';

@UseGuards(AddressLimitGuard)
@AnyRole()
@WhileEnrolling()
@Controller('auth/passkeys')
export class PasskeysController {
  constructor(private readonly passkeys: Passkeys) {}

  /** Your passkeys. */
  @Get()
  list(@CurrentActor() actor: Actor): Promise<PasskeysResponse> {
    return this.passkeys.list(actor);
  }

  /** What the browser needs to add a passkey. */
  @VerifiedEmail()
  @Post('options')
  @HttpCode(200)
  async options(@CurrentActor() actor: Actor, @Body() body: PasswordDto): Promise<PasskeyOptionsResponse> {
    return { ...(await this.passkeys.registrationOptions(actor, body.password)) };
  }

  /** Adds a passkey. */
  @StepUp()
  @VerifiedEmail()
  @Post()
  register(
    @CurrentActor() actor: Actor,
    @Body() body: PasskeyDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasskeySummary> {
    return this.passkeys.register(actor, body.name, body.response, reply);
  }

  /** Removes a passkey. */
  @Delete(':id')
  @HttpCode(204)
  remove(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PasskeyRemovalDto,
  ): Promise<void> {
    return this.passkeys.remove(actor, id, body);
  }
}
