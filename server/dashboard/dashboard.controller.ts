import { Controller, Get } from '@nestjs/common';
import type { DashboardResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, PatientOnly } from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { Dashboard } from './dashboard.service.js';

@Controller('api/trt/dashboard')
@PatientOnly()
export class DashboardController {
  constructor(private readonly dashboard: Dashboard) {}

  /** Where you are in the program, and what is next. */
  @WithoutDatabase({ case_source: 'cache' })
  @Get()
  read(@CurrentActor() actor: Actor): Promise<DashboardResponse> {
    return this.dashboard.read(actor);
  }
}
