import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RefusedEmergencies } from './refused-emergencies.interceptor.js';
import { SafetyChecksController } from './safety-checks.controller.js';
import { SafetyChecksRepository } from './safety-checks.repository.js';
import { SafetyChecks } from './safety-checks.service.js';
import { PatientsModule } from '../patients/patients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RulesModule } from '../rules/rules.module.js';

@Module({
  imports: [PatientsModule, DocumentsModule, CaseRecordsModule, RulesModule],
  controllers: [SafetyChecksController],
  providers: [
    SafetyChecks,
    SafetyChecksRepository,
    { provide: APP_INTERCEPTOR, useClass: RefusedEmergencies },
  ],
  exports: [SafetyChecks],
})
export class SafetyChecksModule {}
