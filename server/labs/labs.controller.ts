import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Lab, LabImportResponse, LabListResponse } from '../../common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { LabCreateDto, LabReviewDto } from './labs.dto.js';
import { LabImport } from './lab-import.service.js';
import { LAB_LIST } from './labs.repository.js';
import { Labs } from './labs.service.js';

@Controller('api/labs')
@StaffOnly()
export class LabsController {
  constructor(
    private readonly labs: Labs,
    private readonly files: LabImport,
  ) {}

  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(LAB_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LabListResponse> {
    const page = await this.labs.list(actor, query);
    return { labs: page.rows, ...listMeta(reply, LAB_LIST.unit, query, page) };
  }

  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: LabCreateDto): Promise<Lab> {
    return this.labs.create(actor, body);
  }

  @Post('import')
  @HttpCode(200)
  import(@CurrentActor() actor: Actor, @Body() file: string): Promise<LabImportResponse> {
    return this.files.run(actor, file);
  }

  @Post(':id/review')
  @HttpCode(200)
  review(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: LabReviewDto): Promise<Lab> {
    return this.labs.review(actor, id, body.note, body.version);
  }
}
