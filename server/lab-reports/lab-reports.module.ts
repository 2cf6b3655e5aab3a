import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LabReportRow } from './lab-report.entities.js';
import { LabReportsController, StaffLabReportsController } from './lab-reports.controllers.js';
import { LabReportsRepository } from './lab-reports.repository.js';
import { LabReports } from './lab-reports.service.js';
import { VirusScan } from './virus-scan.js';
import { PatientsModule } from '../patients/patients.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { RulesModule } from '../rules/rules.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([LabReportRow]),
    PatientsModule,
    CaseRecordsModule,
    PrescriptionsModule,
    RulesModule,
  ],
  controllers: [LabReportsController, StaffLabReportsController],
  providers: [LabReports, LabReportsRepository, VirusScan],
  exports: [LabReports],
})
export class LabReportsModule {}
