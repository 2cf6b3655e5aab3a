import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type {
  AppDecision,
  AppRequestAnswer,
  ConnectedAppsResponse,
  PatientApp,
  PatientAppCreated,
  PatientAppsResponse,
} from '#common/api/patient-apps.js';
import type { Actor } from '../platform/access/actor.js';
import {
  CurrentActor,
  IdParam,
  PatientOnly,
  Roles,
  OwnSecondFactor,
  StepUp,
  VerifiedEmail,
} from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { Connections } from './connections.service.js';
import { AppDecisionDto, AppRequestDto, PatientAppCreateDto } from './patient-apps.dto.js';
import { PATIENT_APP_LIST } from './patient-apps.repository.js';
import { PatientApps } from './patient-apps.service.js';

@Controller('api/admin/patient-apps')
@Roles('system_admin')
export class PatientAppsController {
  constructor(private readonly apps: PatientApps) {}

  /** The apps that patients of the organization may connect. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(PATIENT_APP_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PatientAppsResponse> {
    const page = await this.apps.list(actor, query);
    return { patient_apps: page.rows, ...listMeta(reply, PATIENT_APP_LIST.unit, query, page) };
  }

  /** Registers an app; its secret, if it has one, is in this answer and nowhere else. */
  @OwnSecondFactor()
  @StepUp()
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: PatientAppCreateDto): Promise<PatientAppCreated> {
    return this.apps.create(actor, body);
  }

  /** Removes an app, and ends its connections at once. */
  @StepUp()
  @Post(':id/remove')
  @HttpCode(200)
  remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<PatientApp> {
    return this.apps.remove(actor, id);
  }
}

@Controller('api/patient/apps')
@PatientOnly()
export class ConnectedAppsController {
  constructor(private readonly connections: Connections) {}

  /** The apps that read your record. */
  @Get()
  list(@CurrentActor() actor: Actor): Promise<ConnectedAppsResponse> {
    return this.connections.list(actor);
  }

  /** What an app asks of you; or where it hears that its request was wrong. Changes nothing. */
  @VerifiedEmail()
  @Post('request')
  @HttpCode(200)
  ask(@CurrentActor() actor: Actor, @Body() body: AppRequestDto): Promise<AppRequestAnswer> {
    return this.connections.ask(actor, body);
  }

  /** Allows an app to read your record, or does not. */
  @VerifiedEmail()
  @Post('decision')
  @HttpCode(200)
  decide(@CurrentActor() actor: Actor, @Body() body: AppDecisionDto): Promise<AppDecision> {
    return this.connections.decide(actor, body);
  }

  /** Ends an app's access at once. */
  @Post(':id/disconnect')
  @HttpCode(204)
  disconnect(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.connections.disconnect(actor, id);
  }
}
