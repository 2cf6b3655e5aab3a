import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { StaffMessageThread, StaffMessagesResponse } from '#common/api/messages.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StaffOnly } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { MessageReviewDto, NoReplyDto, StaffMessageDto, StaffReplyDto } from './messages.dto.js';
import { THREAD_LIST } from './messages.repository.js';
import { Messages } from './messages.service.js';

@Controller('api/provider/messages')
@StaffOnly()
export class ProviderMessagesController {
  constructor(private readonly messages: Messages) {}

  /** Conversations with the clinic's patients. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(THREAD_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffMessagesResponse> {
    const page = await this.messages.list(actor, query);
    return { threads: page.rows, ...listMeta(reply, THREAD_LIST.unit, query, page) };
  }

  /** Starts a conversation with a patient. */
  @Post()
  start(@CurrentActor() actor: Actor, @Body() body: StaffMessageDto): Promise<StaffMessageThread> {
    return this.messages.start(actor, body);
  }

  /** Answers a patient. */
  @Post(':id')
  answer(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: StaffReplyDto,
  ): Promise<StaffMessageThread> {
    return this.messages.answer(actor, id, body);
  }

  /** Marks a conversation as needing no reply. */
  @Post(':id/no-reply')
  @HttpCode(200)
  noReply(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: NoReplyDto,
  ): Promise<StaffMessageThread> {
    return this.messages.noReply(actor, id, body);
  }

  /** Marks what the patient wrote as reviewed. */
  @Roles('provider')
  @Post(':id/review')
  @HttpCode(200)
  review(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: MessageReviewDto,
  ): Promise<StaffMessageThread> {
    return this.messages.review(actor, id, body);
  }

  /** Marks a conversation as read by the care team. */
  @Post(':id/read')
  @HttpCode(200)
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<StaffMessageThread> {
    return this.messages.read(actor, id);
  }
}
