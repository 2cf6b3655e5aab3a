import { Controller, Get } from '@nestjs/common';
import type { OverviewResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, Roles } from '../platform/access/decorators.js';
import { Overview } from './overview.service.js';

@Controller('api/admin/overview')
@Roles('system_admin')
export class OverviewController {
  constructor(private readonly overview: Overview) {}

  /** Counts and system status, without names. */
  @Get()
  read(@CurrentActor() actor: Actor): Promise<OverviewResponse> {
    return this.overview.read(actor);
  }
}
