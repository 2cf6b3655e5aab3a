import { Body, Controller, Delete, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { SsoSettingsResponse, SsoTrialResponse } from '#common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StepUp } from '../../platform/access/decorators.js';
import { SsoSettingsDto } from '../sso/sso-settings.dto.js';
import { SsoSettings } from '../sso/sso-settings.service.js';
import { SsoSignIn } from './sso-sign-in.service.js';

@Controller('api/admin/organisations/:id/sso')
@Roles('system_admin')
export class SsoSettingsController {
  constructor(
    private readonly settings: SsoSettings,
    private readonly signIn: SsoSignIn,
  ) {}

  /** The single sign-on of an organization, without its secret. */
  @Get()
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<SsoSettingsResponse> {
    return this.settings.read(actor, id);
  }

  /** Sets up single sign-on for an organization. */
  @StepUp()
  @Put()
  store(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: SsoSettingsDto,
  ): Promise<SsoSettingsResponse> {
    return this.settings.store(actor, id, body);
  }

  /** Starts a trial sign-in at the provider. */
  @StepUp()
  @Post('try')
  @HttpCode(200)
  async try(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoTrialResponse> {
    await this.settings.assertOwnSignIn(actor, id);
    return { url: await this.signIn.try(actor, id, reply) };
  }

  /** Removes single sign-on from an organization. */
  @StepUp()
  @Delete()
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.settings.remove(actor, id);
  }
}
