import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Webhook, WebhookDelivery, WebhooksResponse, WebhookWithSecret } from '#common/api/webhooks.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, OwnSecondFactor, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { WebhookChangeDto, WebhookCreateDto } from './webhooks.dto.js';
import { WEBHOOK_LIST } from './webhooks.repository.js';
import { Webhooks } from './webhooks.service.js';

@Controller('api/admin/webhooks')
@Roles('system_admin')
export class WebhooksController {
  constructor(private readonly webhooks: Webhooks) {}

  /** The webhooks of the organization, without their secrets. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(WEBHOOK_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhooksResponse> {
    const page = await this.webhooks.list(actor, query);
    return { webhooks: page.rows, ...listMeta(reply, WEBHOOK_LIST.unit, query, page) };
  }

  /** Makes a webhook; its secret is in this answer and nowhere else. */
  @OwnSecondFactor()
  @StepUp()
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: WebhookCreateDto): Promise<WebhookWithSecret> {
    return this.webhooks.create(actor, body);
  }

  /** Changes where and what is sent, pauses or resumes. */
  @OwnSecondFactor()
  @StepUp()
  @Patch(':id')
  change(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: WebhookChangeDto,
  ): Promise<Webhook> {
    return this.webhooks.change(actor, id, body);
  }

  /** Ends a webhook at once. */
  @StepUp()
  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.webhooks.remove(actor, id);
  }

  /** Makes a new secret; the previous one signs as well for a day. */
  @OwnSecondFactor()
  @StepUp()
  @Post(':id/rotate-secret')
  @HttpCode(200)
  rotate(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<WebhookWithSecret> {
    return this.webhooks.rotate(actor, id);
  }

  /** Sends a message without content, to try the connection. */
  @Post(':id/test')
  @HttpCode(200)
  test(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<WebhookDelivery> {
    return this.webhooks.test(actor, id);
  }
}
