import { Body, Controller, Get, Post } from '@nestjs/common';
import type { FirstDose, FirstDoseQuestion, FirstDoseRequest } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, PatientOnly } from '../platform/access/decorators.js';
import { CalendarDay } from '../platform/http/fields.js';
import { FirstDoses } from './first-dose.service.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

export class FirstDoseDto implements FirstDoseRequest {
  @CalendarDay(() => SHARED_TEXT.enterDateAsYyyyMmDd)
  taken_on: string;
}

@Controller('api/first-dose')
@PatientOnly()
export class FirstDoseController {
  constructor(private readonly doses: FirstDoses) {}

  /** Whether the portal waits to hear when you took your first dose. */
  @Get()
  question(@CurrentActor() actor: Actor): Promise<FirstDoseQuestion> {
    return this.doses.question(actor);
  }

  /** Tells when you took your first dose. */
  @Post()
  tell(@CurrentActor() actor: Actor, @Body() { taken_on }: FirstDoseDto): Promise<FirstDose> {
    return this.doses.tell(actor, taken_on);
  }
}
