import { Module } from '@nestjs/common';
import { IntakeEmergencies } from './intake-emergencies.service.js';
import { IntakeController } from './intake.controller.js';
import { IntakeRecordsModule } from './records/intake-records.module.js';
import { IntakeService } from './intake.service.js';
import { RulesModule } from '../rules/rules.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [RulesModule, PatientsModule, DocumentsModule, CaseRecordsModule, IntakeRecordsModule],
  controllers: [IntakeController],
  providers: [IntakeEmergencies, IntakeService],
  exports: [IntakeService],
})
export class IntakeModule {}
