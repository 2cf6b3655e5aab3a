import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { WebhookDeliveriesResponse, WebhookDelivery } from '#common/api/webhooks.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { DELIVERY_LIST } from './deliveries.repository.js';
import { Webhooks } from './webhooks.service.js';

@Controller('api/admin/webhook-deliveries')
@Roles('system_admin')
export class DeliveriesController {
  constructor(private readonly webhooks: Webhooks) {}

  /** The messages of the last 30 days, and what became of each. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(DELIVERY_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDeliveriesResponse> {
    const page = await this.webhooks.listDeliveries(actor, query);
    return { deliveries: page.rows, ...listMeta(reply, DELIVERY_LIST.unit, query, page) };
  }

  /** Tries a message again that was given up on. */
  @StepUp()
  @Post(':id/replay')
  @HttpCode(200)
  replay(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<WebhookDelivery> {
    return this.webhooks.replay(actor, id);
  }
}
