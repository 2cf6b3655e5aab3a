import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { LabMessageDetail, LabMessagesResponse } from '#common/api/lab-messages.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StaffOnly, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import {
  LabMessageDiscardDto,
  LabMessageMapDto,
  LabMessageMatchDto,
  LabMessageRetryDto,
} from './lab-messages.dto.js';
import { LAB_MESSAGE_LIST } from './lab-messages.repository.js';
import { LabMessages } from './lab-messages.service.js';

@Controller('api/lab-messages')
@StaffOnly()
export class LabMessagesController {
  constructor(private readonly messages: LabMessages) {}

  /** Messages of laboratories, and which of them wait for staff. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(LAB_MESSAGE_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LabMessagesResponse> {
    const { withheld, ...page } = await this.messages.list(actor, query);
    return {
      lab_messages: page.rows,
      ...listMeta(reply, LAB_MESSAGE_LIST.unit, query, page),
      ...(withheld > 0 && { withheld }),
    };
  }

  /** One message: what came, what was not understood, and whose it may be. */
  @Get(':id')
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<LabMessageDetail> {
    return this.messages.read(actor, id);
  }

  /** Says whose results they are, and imports them. */
  @Post(':id/match')
  @HttpCode(200)
  match(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabMessageMatchDto,
  ): Promise<LabMessageDetail> {
    return this.messages.match(actor, id, body);
  }

  /** Says what a code of this laboratory means, from now on. */
  @Roles('system_admin')
  @StepUp()
  @Post(':id/map')
  @HttpCode(204)
  map(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() body: LabMessageMapDto): Promise<void> {
    return this.messages.map(actor, id, body);
  }

  /** Reads a message that waits once more. */
  @Post(':id/retry')
  @HttpCode(200)
  retry(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabMessageRetryDto,
  ): Promise<LabMessageDetail> {
    return this.messages.retry(actor, id, body.version);
  }

  /** Ends a message without importing anything of it. */
  @Post(':id/discard')
  @HttpCode(200)
  discard(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabMessageDiscardDto,
  ): Promise<LabMessageDetail> {
    return this.messages.discard(actor, id, body);
  }
}
