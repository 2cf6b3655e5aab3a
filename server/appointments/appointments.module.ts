import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Appointment } from './records/appointment.entity.js';
import { AppointmentsController } from './appointments.controller.js';
import { AppointmentsRepository } from './appointments.repository.js';
import { Appointments } from './appointments.service.js';
import { ProviderAppointmentsController } from './provider-appointments.controller.js';
import { PatientsModule } from '../patients/patients.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { SupplyRecordsModule } from '../supply/records/supply-records.module.js';
import { MailModule } from '../mail/mail.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Appointment]),
    PatientsModule,
    CaseRecordsModule,
    RulesModule,
    MailModule,
    SupplyRecordsModule,
  ],
  controllers: [AppointmentsController, ProviderAppointmentsController],
  providers: [Appointments, AppointmentsRepository],
  exports: [Appointments],
})
export class AppointmentsModule {}
