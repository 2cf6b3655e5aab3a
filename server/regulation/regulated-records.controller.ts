import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { PdmpCheck, PdmpChecksResponse, TelemedBasesResponse, TelemedBasis } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { PdmpCheckDto, PdmpResolveDto, TelemedBasisDto } from './regulated.dto.js';
import { RegulatedRecords } from './regulated-records.service.js';

@Controller('api/trt/cases/:id')
@StaffOnly()
export class RegulatedRecordsController {
  constructor(private readonly records: RegulatedRecords) {}

  /** PDMP checks of a case. */
  @Get('pdmp-checks')
  checks(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<PdmpChecksResponse> {
    return this.records.checks(actor, id);
  }

  /** Records a PDMP check. */
  @Post('pdmp-checks')
  addCheck(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PdmpCheckDto,
  ): Promise<PdmpCheck> {
    return this.records.addCheck(actor, id, body);
  }

  /** Resolves the discrepancy of a PDMP check. */
  @Post('pdmp-checks/:check_id/resolve')
  @HttpCode(200)
  resolveCheck(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('check_id') checkId: string,
    @Body() { reason }: PdmpResolveDto,
  ): Promise<PdmpCheck> {
    return this.records.resolveCheck(actor, id, checkId, reason);
  }

  /** What allows prescribing without a visit in person. */
  @Get('telemed-basis')
  async bases(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<TelemedBasesResponse> {
    return { bases: await this.records.bases(actor, id) };
  }

  /** Records what allows prescribing without a visit in person. */
  @Post('telemed-basis')
  addBasis(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: TelemedBasisDto,
  ): Promise<TelemedBasis> {
    return this.records.addBasis(actor, id, body);
  }
}
