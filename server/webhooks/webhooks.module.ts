import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../accounts/users/users.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhookDeliveryRow, WebhookRow } from './webhook.entities.js';
import { Webhooks } from './webhooks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebhookDeliveryRow, WebhookRow]), UsersModule],
  controllers: [WebhooksController, DeliveriesController],
  providers: [Webhooks, WebhooksRepository, DeliveriesRepository, WebhookSender],
})
export class WebhooksModule {}
