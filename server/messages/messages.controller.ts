import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { MessageThread, MessagesResponse, SentMessage } from '#common/api/messages.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly } from '../platform/access/decorators.js';
import { MessageDto } from './messages.dto.js';
import { Messages } from './messages.service.js';

@Controller('api/messages')
@PatientOnly()
export class MessagesController {
  constructor(private readonly messages: Messages) {}

  /** Your conversations with the care team. */
  @Get()
  async own(@CurrentActor() actor: Actor): Promise<MessagesResponse> {
    return { threads: await this.messages.own(actor), clinic: await this.messages.clinic(actor) };
  }

  /** Writes to the care team, in a new conversation or an open one. */
  @Post()
  write(@CurrentActor() actor: Actor, @Body() body: MessageDto): Promise<SentMessage> {
    return this.messages.write(actor, body);
  }

  /** Marks a conversation as read. */
  @Post(':id/read')
  @HttpCode(200)
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<MessageThread> {
    return this.messages.readOwn(actor, id);
  }
}
