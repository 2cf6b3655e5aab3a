import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Prescription } from '../prescriptions/prescription.entity.js';
import { RefillRequestRow } from './records/supply.entities.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { SafetyChecksModule } from '../safety-checks/safety-checks.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { DosesModule } from '../doses/doses.module.js';
import { Dispensing } from './dispensing.service.js';
import { RefillGates } from './refill-gates.service.js';
import { RefillQueue } from './refill-queue.service.js';
import { RefillRequestsRepository } from './refill-requests.repository.js';
import { RefillRequests } from './refill-requests.service.js';
import { StaffSupplyController, SupplyController } from './supply.controllers.js';
import { SupplyRecordsModule } from './records/supply-records.module.js';
import { SupplyRepository } from './supply.repository.js';
import { Shipments } from './shipments.service.js';
import { Supply } from './supply.service.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { PatientsModule } from '../patients/patients.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Prescription, RefillRequestRow]),
    CaseRecordsModule,
    RulesModule,
    PatientsModule,
    PrescriptionsModule,
    SafetyChecksModule,
    DosesModule,
    PlansModule,
    SupplyRecordsModule,
  ],
  controllers: [SupplyController, StaffSupplyController],
  providers: [
    Dispensing,
    RefillGates,
    RefillQueue,
    RefillRequests,
    RefillRequestsRepository,
    Shipments,
    Supply,
    SupplyRepository,
  ],
  exports: [RefillRequests, Supply],
})
export class SupplyModule {}
