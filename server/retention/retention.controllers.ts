import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { ClosingResponse, LegalHoldResponse, RetentionResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly, Roles, StepUp } from '../platform/access/decorators.js';
import { Reason } from '../platform/http/fields.js';
import { Closings } from './closings.service.js';
import { LegalHolds } from './legal-holds.service.js';

export class LegalHoldDto {
  @Reason()
  reason: string;
}

@Controller('api/patient/closing')
@PatientOnly()
export class ClosingController {
  constructor(private readonly closings: Closings) {}

  /** Whether your account is about to close, and what keeps it open. */
  @Get()
  read(@CurrentActor() actor: Actor): Promise<ClosingResponse> {
    return this.closings.own(actor);
  }

  /** Asks to close your account in 30 days. */
  @StepUp()
  @Post()
  @HttpCode(200)
  request(@CurrentActor() actor: Actor): Promise<ClosingResponse> {
    return this.closings.request(actor);
  }

  /** Keeps an account that was about to close. */
  @Delete()
  keep(@CurrentActor() actor: Actor): Promise<ClosingResponse> {
    return this.closings.keep(actor);
  }
}

@Controller('api/admin')
@Roles('system_admin')
export class RetentionController {
  constructor(private readonly holds: LegalHolds) {}

  /** The retention schedule, legal holds and accounts about to close. */
  @Get('retention')
  overview(@CurrentActor() actor: Actor): Promise<RetentionResponse> {
    return this.holds.overview(actor);
  }

  /** Puts a patient's record on legal hold. */
  @StepUp()
  @Post('patients/:id/legal-hold')
  @HttpCode(200)
  place(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LegalHoldDto,
  ): Promise<LegalHoldResponse> {
    return this.holds.place(actor, id, body.reason);
  }

  /** Releases a legal hold. */
  @StepUp()
  @Post('patients/:id/legal-hold/release')
  @HttpCode(200)
  release(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LegalHoldDto,
  ): Promise<LegalHoldResponse> {
    return this.holds.release(actor, id, body.reason);
  }
}
