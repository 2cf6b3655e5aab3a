import { Controller, Get, Query } from '@nestjs/common';
import type {
  ClinicCompletenessResponse,
  CompletenessResponse,
  CurveResponse,
  PatientTimelineResponse,
  TimelineResponse,
} from '#common/api/care-chart.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly, Roles, StaffOnly } from '../platform/access/decorators.js';
import { QueryNames } from '../platform/http/query-names.js';
import { CompletenessReports } from './completeness.service.js';
import { Curves } from './curves.service.js';
import { Timeline } from './timeline.service.js';

@Controller('api/trt/cases/:id')
@StaffOnly()
export class CareChartController {
  constructor(
    private readonly curves: Curves,
    private readonly timelines: Timeline,
    private readonly reports: CompletenessReports,
  ) {}

  /** Modeled testosterone over a dosing interval, now and with another dose. */
  @QueryNames('formulation', 'dose', 'frequency')
  @Get('curve')
  curve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Query() query: Record<string, unknown>,
  ): Promise<CurveResponse> {
    return this.curves.of(actor, id, query);
  }

  /** Doses, labs, pressures, check-ins and visits of a case on one time axis. */
  @Get('timeline')
  timeline(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<TimelineResponse> {
    return this.timelines.of(actor, id);
  }

  /** The monitoring measures of a case. */
  @Get('completeness')
  completeness(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<CompletenessResponse> {
    return this.reports.ofCase(actor, id);
  }
}

@Controller('api/trt/timeline')
@PatientOnly()
export class OwnTimelineController {
  constructor(private readonly timelines: Timeline) {}

  /** Your doses, labs, pressures, check-ins and visits on one time axis. */
  @Get()
  own(@CurrentActor() actor: Actor): Promise<PatientTimelineResponse> {
    return this.timelines.own(actor);
  }
}

@Controller('api/admin/completeness')
@Roles('system_admin')
export class ClinicCompletenessController {
  constructor(private readonly reports: CompletenessReports) {}

  /** Monitoring measures of a clinic, with the cases behind them. */
  @Get()
  read(@CurrentActor() actor: Actor): Promise<ClinicCompletenessResponse> {
    return this.reports.ofClinic(actor);
  }
}
