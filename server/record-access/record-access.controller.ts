import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { RecordOpeningsResponse, RecordOpenResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, OpensRecord, StaffOnly } from '../platform/access/decorators.js';
import { Reason } from '../platform/http/fields.js';
import { RecordAccess } from './record-access.service.js';

export class RecordOpenDto {
  @Reason()
  reason: string;
}

@Controller('api/provider')
@StaffOnly()
@OpensRecord()
export class RecordAccessController {
  constructor(private readonly access: RecordAccess) {}

  /** Gives the reason for opening a record outside your case load. */
  @Post('patients/:id/open')
  @HttpCode(200)
  open(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: RecordOpenDto,
  ): Promise<RecordOpenResponse> {
    return this.access.open(actor, id, body.reason);
  }

  /** Records of your patients that colleagues opened with a reason. */
  @Get('record-openings')
  async openings(@CurrentActor() actor: Actor): Promise<RecordOpeningsResponse> {
    return { openings: await this.access.unseen(actor) };
  }

  /** Marks such an opening as seen. */
  @Post('record-openings/:id/seen')
  @HttpCode(204)
  seen(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.access.seen(actor, id);
  }
}
