import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RegulationModule } from '../regulation/regulation.module.js';
import { SupplyRecordsModule } from '../supply/records/supply-records.module.js';
import { ActingClinician } from './acting-clinician.service.js';
import { FillSigns } from './fill-signs.service.js';
import { OrderHolds } from './order-holds.service.js';
import { OrderJudgements } from './order-judgements.service.js';
import { OrderSending } from './order-sending.service.js';
import { OrderOverrides } from './order-overrides.repository.js';
import { PatientPrescriptions } from './patient-prescriptions.service.js';
import { PrescriptionOrders } from './prescription-orders.service.js';
import { Prescription } from './prescription.entity.js';
import { PrescriptionsController } from './prescriptions.controller.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import { Prescriptions } from './prescriptions.service.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RecordAccessModule } from '../record-access/record-access.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { PharmacyRecordsModule } from '../pharmacies/records/pharmacy-records.module.js';
import { PatientsModule } from '../patients/patients.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Prescription]),
    CaseRecordsModule,
    RulesModule,
    RecordAccessModule,
    PatientsModule,
    RegulationModule,
    SupplyRecordsModule,
    PharmacyRecordsModule,
  ],
  controllers: [PrescriptionsController],
  providers: [
    ActingClinician,
    FillSigns,
    OrderHolds,
    OrderJudgements,
    OrderOverrides,
    OrderSending,
    PatientPrescriptions,
    PrescriptionOrders,
    Prescriptions,
    PrescriptionsRepository,
  ],
  exports: [
    ActingClinician,
    FillSigns,
    OrderHolds,
    OrderJudgements,
    OrderSending,
    PatientPrescriptions,
    Prescriptions,
  ],
})
export class PrescriptionsModule {}
