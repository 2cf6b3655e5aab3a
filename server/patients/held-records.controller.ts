import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { HeldRecord, HeldRecordsResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { Reason } from '../platform/http/fields.js';
import { HeldRecords } from './held-records.service.js';

export class HeldReleaseDto {
  @Reason()
  reason: string;
}

@Controller('api/provider/held-records')
@StaffOnly()
export class HeldRecordsController {
  constructor(private readonly held: HeldRecords) {}

  /** Records entered before their owner's address was verified. */
  @Get()
  async list(@CurrentActor() actor: Actor): Promise<HeldRecordsResponse> {
    return { records: await this.held.list(actor) };
  }

  /** Gives a held record back to its patient. */
  @Post(':id/release')
  @HttpCode(200)
  release(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: HeldReleaseDto,
  ): Promise<HeldRecord> {
    return this.held.release(actor, id, body.reason.trim());
  }
}
