import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Message, MessageThread } from './records/message.entities.js';
import { MessagesController } from './messages.controller.js';
import { MessagesRepository } from './messages.repository.js';
import { Messages } from './messages.service.js';
import { ProviderMessagesController } from './provider-messages.controller.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { MailModule } from '../mail/mail.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Message, MessageThread]),
    CaseRecordsModule,
    PatientsModule,
    PrescriptionsModule,
    RulesModule,
    MailModule,
  ],
  controllers: [MessagesController, ProviderMessagesController],
  providers: [Messages, MessagesRepository],
  exports: [Messages],
})
export class MessagesModule {}
