import { Body, Controller, Get, Post } from '@nestjs/common';
import type { ProgressResponse, SavedCheckIn } from '#common/api/progress.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly } from '../platform/access/decorators.js';
import { CheckInDto, Phq9Dto } from './progress.dto.js';
import { Progress } from './progress.service.js';

@Controller('api/progress')
@PatientOnly()
export class ProgressController {
  constructor(private readonly progress: Progress) {}

  /** Your results and check-ins over time. */
  @Get()
  own(@CurrentActor() actor: Actor): Promise<ProgressResponse> {
    return this.progress.own(actor);
  }

  /** Saves how you are doing. */
  @Post('check-in')
  checkIn(@CurrentActor() actor: Actor, @Body() body: CheckInDto): Promise<SavedCheckIn> {
    return this.progress.checkIn(actor, body);
  }

  /** Adds the rest of the PHQ-9 to a check-in of today. */
  @Post('check-in/:id/phq-9')
  phq9(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: Phq9Dto): Promise<SavedCheckIn> {
    return this.progress.phq9(actor, id, body);
  }
}
