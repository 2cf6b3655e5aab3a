import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Patient } from './patient.entity.js';
import { HeldRecordsController } from './held-records.controller.js';
import { HeldRecordsRepository } from './held-records.repository.js';
import { HeldRecords } from './held-records.service.js';
import { PatientNotices } from './patient-notices.service.js';
import { PatientsRepository } from './patients.repository.js';
import { Patients } from './patients.service.js';
import { UsersModule } from '../accounts/users/users.module.js';
import { MailModule } from '../mail/mail.module.js';

@Module({
  imports: [TypeOrmModule.forFeature([Patient]), UsersModule, MailModule],
  controllers: [HeldRecordsController],
  providers: [HeldRecords, HeldRecordsRepository, PatientNotices, PatientsRepository, Patients],
  exports: [HeldRecords, PatientNotices, Patients],
})
export class PatientsModule {}
