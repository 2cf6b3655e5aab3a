import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DevMailboxController } from './dev-mailbox.controller.js';
import { MailSender } from './mail-sender.js';
import { MailsAdminController } from './mails-admin.controller.js';
import { MailsAdminRepository } from './mails-admin.repository.js';
import { MailsAdmin } from './mails-admin.service.js';
import { Outbox } from './outbox.service.js';

@Global()
@Module({
  controllers: [MailsAdminController],
  providers: [Outbox, MailSender, MailsAdmin, MailsAdminRepository],
  exports: [Outbox],
})
export class MailModule {
  static with(devRoutes: boolean): DynamicModule {
    return { module: MailModule, controllers: devRoutes ? [DevMailboxController] : [] };
  }
}
