import { Module } from '@nestjs/common';
import { EducationController } from './education.controller.js';
import { Education } from './education.service.js';
import { PatientsModule } from '../patients/patients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RulesModule } from '../rules/rules.module.js';

@Module({
  imports: [PatientsModule, DocumentsModule, CaseRecordsModule, RulesModule],
  controllers: [EducationController],
  providers: [Education],
  exports: [Education],
})
export class EducationModule {}
