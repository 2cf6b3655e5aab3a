import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { SafetyChecksResponse, SavedSafetyCheck, TickedEmergency } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, PatientOnly } from '../platform/access/decorators.js';
import { SafetyCheckDto, TickedEmergencyDto } from './safety-checks.dto.js';
import { SafetyChecks } from './safety-checks.service.js';

@Controller('api/safety-checks')
@PatientOnly()
export class SafetyChecksController {
  constructor(private readonly checks: SafetyChecks) {}

  /** Your safety checks, and when the next one is due. */
  @Get()
  own(@CurrentActor() actor: Actor): Promise<SafetyChecksResponse> {
    return this.checks.own(actor);
  }

  /** Tells what changed since the intake. */
  @Post()
  submit(@CurrentActor() actor: Actor, @Body() body: SafetyCheckDto): Promise<SavedSafetyCheck> {
    return this.checks.submit(actor, body);
  }

  /** Tells the care team of an emergency symptom as soon as it is ticked. */
  @Post('emergency')
  @HttpCode(200)
  tick(@CurrentActor() actor: Actor, @Body() body: TickedEmergencyDto): Promise<TickedEmergency> {
    return this.checks.tick(actor, body);
  }
}
