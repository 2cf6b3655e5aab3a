import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mail } from './mail.entity.js';
import { MailSender } from './mail-sender.js';
import { MailsAdminController } from './mails-admin.controller.js';
import { MailsAdminRepository } from './mails-admin.repository.js';
import { MailsAdmin } from './mails-admin.service.js';
import { Outbox } from './outbox.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Mail])],
  controllers: [MailsAdminController],
  providers: [Outbox, MailSender, MailsAdmin, MailsAdminRepository],
  exports: [Outbox],
})
export class MailModule {}
