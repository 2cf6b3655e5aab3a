import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../accounts/users/users.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { RegulationModule } from '../regulation/regulation.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { OrderContentsReader } from './order-contents.service.js';
import { OrderSender } from './order-sender.js';
import {
  PharmaciesController,
  PharmacyOrderFilesController,
  PharmacyOrdersController,
} from './pharmacies.controllers.js';
import { PharmaciesRepository } from './pharmacies.repository.js';
import { Pharmacies } from './pharmacies.service.js';
import { PharmacyOrdersRepository } from './pharmacy-orders.repository.js';
import { PharmacyOrders } from './pharmacy-orders.service.js';
import { PharmacyRecordsModule } from './records/pharmacy-records.module.js';
import { PharmacyOrderRow, PharmacyRow } from './records/pharmacy.entities.js';

/** Prescriptions on their way to pharmacies (docs/integrations.md). */
@Module({
  imports: [
    TypeOrmModule.forFeature([PharmacyOrderRow, PharmacyRow]),
    CaseRecordsModule,
    DocumentsModule,
    MailModule,
    PatientsModule,
    PharmacyRecordsModule,
    PrescriptionsModule,
    RegulationModule,
    RulesModule,
    UsersModule,
  ],
  controllers: [PharmaciesController, PharmacyOrdersController, PharmacyOrderFilesController],
  providers: [
    OrderContentsReader,
    OrderSender,
    Pharmacies,
    PharmaciesRepository,
    PharmacyOrders,
    PharmacyOrdersRepository,
  ],
})
export class PharmaciesModule {}
