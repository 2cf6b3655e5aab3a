import { Module } from '@nestjs/common';
import { IntakeRecordsModule } from '../intake/records/intake-records.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { LabOrderRecordsModule } from '../lab-orders/records/lab-order-records.module.js';
import { DosesModule } from '../doses/doses.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { RemindersModule } from '../reminders/reminders.module.js';
import { DashboardController } from './dashboard.controller.js';
import { Dashboard } from './dashboard.service.js';
import { PatientsModule } from '../patients/patients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RulesModule } from '../rules/rules.module.js';

@Module({
  imports: [
    PatientsModule,
    DocumentsModule,
    CaseRecordsModule,
    RulesModule,
    IntakeModule,
    IntakeRecordsModule,
    LabOrderRecordsModule,
    PlansModule,
    DosesModule,
    RemindersModule,
  ],
  controllers: [DashboardController],
  providers: [Dashboard],
})
export class DashboardModule {}
