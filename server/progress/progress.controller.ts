import { Body, Controller, Get, Post } from '@nestjs/common';
import type { ProgressResponse, SavedCheckIn } from '../../common/api/progress.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, PatientOnly } from '../platform/access/decorators.js';
import { CheckInDto } from './progress.dto.js';
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
}
