import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { LabMessagesModule } from '../lab-messages/lab-messages.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { RegulationModule } from '../regulation/regulation.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { LabOrdering } from './lab-ordering.service.js';
import {
  LabOrderFilesController,
  LabOrdersController,
  StaffLabOrdersController,
} from './lab-orders.controllers.js';
import { LabOrdersRepository } from './lab-orders.repository.js';
import { LabOrders } from './lab-orders.service.js';
import { OrderFiles } from './order-files.service.js';
import { LabOrderRow } from './records/lab-order.entities.js';
import { LabOrderRecordsModule } from './records/lab-order-records.module.js';
import { Requisitions } from './requisitions.service.js';

/** Orders to laboratories (docs/integrations.md). */
@Module({
  imports: [
    TypeOrmModule.forFeature([LabOrderRow]),
    CaseRecordsModule,
    DocumentsModule,
    LabMessagesModule,
    LabOrderRecordsModule,
    PatientsModule,
    PrescriptionsModule,
    RegulationModule,
    RulesModule,
  ],
  controllers: [LabOrdersController, StaffLabOrdersController, LabOrderFilesController],
  providers: [LabOrdering, LabOrders, LabOrdersRepository, OrderFiles, Requisitions],
  exports: [LabOrdering, LabOrders],
})
export class LabOrdersModule {}
