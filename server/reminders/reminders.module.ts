import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Patient } from '../patients/patient.entity.js';
import { Reminder } from './reminder.entity.js';
import { DailyReminders } from './daily-reminders.service.js';
import { RemindersController } from './reminders.controller.js';
import { RemindersRepository } from './reminders.repository.js';
import { Reminders } from './reminders.service.js';
import { DosesModule } from '../doses/doses.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { LabOrderRecordsModule } from '../lab-orders/records/lab-order-records.module.js';
import { SafetyChecksModule } from '../safety-checks/safety-checks.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Patient, Reminder]),
    RulesModule,
    MailModule,
    PatientsModule,
    CaseRecordsModule,
    DosesModule,
    LabOrderRecordsModule,
    SafetyChecksModule,
  ],
  controllers: [RemindersController],
  providers: [DailyReminders, Reminders, RemindersRepository],
  exports: [Reminders],
})
export class RemindersModule {}
