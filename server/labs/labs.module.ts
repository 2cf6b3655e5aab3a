import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LabCallBackRow, LabPanel, LabResultRow, LabRevisionRow } from './lab.entities.js';
import { LabsController } from './labs.controller.js';
import { LabDraws } from './lab-draws.service.js';
import { LabImport } from './lab-import.service.js';
import { LabCorrectionsRepository } from './lab-corrections.repository.js';
import { LabCorrections } from './lab-corrections.service.js';
import { LabImportPatients } from './lab-import-patients.js';
import { LabsRepository } from './labs.repository.js';
import { Labs } from './labs.service.js';
import { PatientsModule } from '../patients/patients.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RecordAccessModule } from '../record-access/record-access.module.js';
import { LabOrderRecordsModule } from '../lab-orders/records/lab-order-records.module.js';
import { SupplyRecordsModule } from '../supply/records/supply-records.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { RulesModule } from '../rules/rules.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([LabCallBackRow, LabPanel, LabResultRow, LabRevisionRow]),
    PatientsModule,
    CaseRecordsModule,
    LabOrderRecordsModule,
    PrescriptionsModule,
    RulesModule,
    SupplyRecordsModule,
    RecordAccessModule,
  ],
  controllers: [LabsController],
  providers: [
    LabCorrections,
    LabCorrectionsRepository,
    LabDraws,
    LabImport,
    LabImportPatients,
    Labs,
    LabsRepository,
  ],
  exports: [LabDraws, Labs],
})
export class LabsModule {}
