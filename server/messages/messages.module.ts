import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller.js';
import { MessagesRepository } from './messages.repository.js';
import { Messages } from './messages.service.js';
import { ProviderMessagesController } from './provider-messages.controller.js';

@Module({
  controllers: [MessagesController, ProviderMessagesController],
  providers: [Messages, MessagesRepository],
  exports: [Messages],
})
export class MessagesModule {}
