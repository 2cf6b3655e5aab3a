import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { IsIn, IsNumber, IsPositive, Max, MaxLength } from 'class-validator';
import type { DoseRequest, DosesResponse, MissedDoseRequest, SavedDose } from '#common/api/doses.js';
import { DOSE_UNITS, type DoseUnit } from '#common/vocabulary/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly } from '../platform/access/decorators.js';
import { MaybeShortText, MaybeText } from '../platform/http/fields.js';
import { Instant } from '../platform/time/instant.js';
import { Doses } from './doses.service.js';
import { TEXT } from './text/en.js';

export class DoseDto implements DoseRequest {
  @Instant(() => TEXT.enterWhenTook)
  @MaxLength(40, { message: () => TEXT.enterWhenTook })
  taken_at: string;

  @IsNumber({}, { message: () => TEXT.enterHowMuchTookAsNumber })
  @IsPositive({ message: () => TEXT.enterHowMuchTookAsNumber })
  @Max(5000, { message: () => TEXT.enterSmallerAmount })
  dose: number;

  @IsIn(DOSE_UNITS, { message: () => TEXT.chooseOne(DOSE_UNITS.join(', ')) })
  unit: DoseUnit;

  @MaybeShortText(100)
  site?: string;

  @MaybeText('note', 1000)
  note?: string;
}

export class MissedDoseDto implements MissedDoseRequest {
  @Instant(() => TEXT.enterWhenTook)
  @MaxLength(40, { message: () => TEXT.enterWhenTook })
  due_at: string;
}

@Controller('api/doses')
@PatientOnly()
export class DosesController {
  constructor(private readonly doses: Doses) {}

  /** The doses you logged, and when the next one is due. */
  @Get()
  own(@CurrentActor() actor: Actor): Promise<DosesResponse> {
    return this.doses.own(actor);
  }

  /** Logs a dose you took. */
  @Post()
  log(@CurrentActor() actor: Actor, @Body() body: DoseDto): Promise<SavedDose> {
    return this.doses.log(actor, body);
  }

  /** Tells that you did not take the dose that is late. */
  @Post('missed')
  @HttpCode(204)
  missed(@CurrentActor() actor: Actor, @Body() { due_at }: MissedDoseDto): Promise<void> {
    return this.doses.missed(actor, due_at);
  }

  /** Removes a dose you logged. */
  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.doses.remove(actor, id);
  }
}
