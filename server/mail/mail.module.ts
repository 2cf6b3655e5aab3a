import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DevMailboxController } from './dev-mailbox.controller.js';
import { MailSender } from './mail-sender.js';
import { Outbox } from './outbox.service.js';

@Global()
@Module({ providers: [Outbox, MailSender], exports: [Outbox] })
export class MailModule {
  static with(devRoutes: boolean): DynamicModule {
    return { module: MailModule, controllers: devRoutes ? [DevMailboxController] : [] };
  }
}
