import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../appointments/appointments.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { RetentionModule } from '../retention/retention.module.js';
import { AccessLogRepository } from './access-log.repository.js';
import { AccessLog } from './access-log.service.js';
import { PatientDirectoryRepository } from './patient-directory.repository.js';
import { PatientProfileController } from './patient-profile.controller.js';
import { PatientProfiles } from './patient-profiles.service.js';
import { ProviderPatientsController } from './provider-patients.controller.js';
import { PatientsModule } from '../patients/patients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RulesModule } from '../rules/rules.module.js';

/** Reads across features; the record itself belongs to the patients module. */
@Module({
  imports: [
    PatientsModule,
    DocumentsModule,
    CaseRecordsModule,
    RulesModule,
    AppointmentsModule,
    PlansModule,
    RetentionModule,
  ],
  controllers: [PatientProfileController, ProviderPatientsController],
  providers: [AccessLog, AccessLogRepository, PatientDirectoryRepository, PatientProfiles],
  exports: [AccessLog, PatientProfiles],
})
export class ProfilesModule {}
