import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import type { SsoSettingsResponse } from '../../../common/api/index.js';
import type { Actor } from '../../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StepUp } from '../../platform/access/decorators.js';
import { SsoSettingsDto } from './sso-settings.dto.js';
import { SsoSettings } from './sso-settings.service.js';

@Controller('api/admin/organisations/:id/sso')
@Roles('system_admin')
export class SsoSettingsController {
  constructor(private readonly settings: SsoSettings) {}

  @Get()
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<SsoSettingsResponse> {
    return this.settings.read(actor, id);
  }

  @StepUp()
  @Put()
  store(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: SsoSettingsDto,
  ): Promise<SsoSettingsResponse> {
    return this.settings.store(actor, id, body);
  }

  @StepUp()
  @Delete()
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.settings.remove(actor, id);
  }
}
