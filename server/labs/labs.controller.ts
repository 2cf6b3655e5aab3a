import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Lab, LabImportResponse, LabListResponse, SinceDoseResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { readFlag } from '../platform/http/flag-query.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { QueryNames } from '../platform/http/query-names.js';
import { LabCallBackDto, LabCorrectDto, LabCreateDto, LabReviewDto, LabVoidDto } from './labs.dto.js';
import { LabCorrections } from './lab-corrections.service.js';
import { LabImport } from './lab-import.service.js';
import { LAB_LIST } from './labs.repository.js';
import { Labs } from './labs.service.js';

@Controller('api/labs')
@StaffOnly()
export class LabsController {
  constructor(
    private readonly labs: Labs,
    private readonly files: LabImport,
    private readonly corrections: LabCorrections,
  ) {}

  /** Lab results of the clinic's patients. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(LAB_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LabListResponse> {
    const page = await this.labs.list(actor, query);
    return { labs: page.rows, ...listMeta(reply, LAB_LIST.unit, query, page) };
  }

  /** Hours from the last dose that this patient logged to a draw. */
  @QueryNames('collected_at')
  @Get('since-dose/:id')
  sinceDose(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Query() query: Record<string, unknown>,
  ): Promise<SinceDoseResponse> {
    return this.labs.sinceDose(actor, id, query);
  }

  /** Enters the results of a draw. */
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: LabCreateDto): Promise<Lab> {
    return this.labs.create(actor, body);
  }

  /** Imports results from CSV; `dry_run` looks without saving. */
  @QueryNames('dry_run')
  @Post('import')
  @HttpCode(200)
  import(
    @CurrentActor() actor: Actor,
    @Body() file: string,
    @Query() query: Record<string, unknown>,
  ): Promise<LabImportResponse> {
    return this.files.run(actor, file, readFlag(query, 'dry_run'));
  }

  /** Corrects the results of a draw; the earlier version stays readable. */
  @Post(':id/correct')
  @HttpCode(200)
  correct(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: LabCorrectDto): Promise<Lab> {
    return this.corrections.correct(actor, id, body);
  }

  /** Voids a draw that was entered by mistake. */
  @Post(':id/void')
  @HttpCode(200)
  void(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: LabVoidDto): Promise<Lab> {
    return this.corrections.void(actor, id, body);
  }

  /** Records who called the patient about a critical value. */
  @Post(':id/call-back')
  @HttpCode(200)
  callBack(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: LabCallBackDto): Promise<Lab> {
    return this.corrections.callBack(actor, id, body);
  }

  /** Signs off the results of a draw. */
  @Post(':id/review')
  @HttpCode(200)
  review(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: LabReviewDto): Promise<Lab> {
    return this.labs.review(actor, id, body.note, body.version);
  }
}
