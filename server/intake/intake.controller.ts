import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { IntakeResponse, IntakeSaveResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, PatientOnly } from '../platform/access/decorators.js';
import { IntakeSaveDto } from './intake.dto.js';
import { IntakeService } from './intake.service.js';

@Controller('api/trt/intake')
@PatientOnly()
export class IntakeController {
  constructor(private readonly intake: IntakeService) {}

  /** Your intake form with your answers. */
  @Get()
  read(@CurrentActor() actor: Actor): Promise<IntakeResponse> {
    return this.intake.read(actor);
  }

  /** Saves or submits your intake. */
  @Post()
  @HttpCode(200)
  save(@CurrentActor() actor: Actor, @Body() body: IntakeSaveDto): Promise<IntakeSaveResponse> {
    return this.intake.save(actor, body);
  }
}
