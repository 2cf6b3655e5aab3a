import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../appointments/appointments.module.js';
import { AssistantModule } from '../assistant/assistant.module.js';
import { DosesModule } from '../doses/doses.module.js';
import { FhirModule } from '../fhir/fhir.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { LabOrdersModule } from '../lab-orders/lab-orders.module.js';
import { LabReportsModule } from '../lab-reports/lab-reports.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProfilesModule } from '../chart/profiles.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { RemindersModule } from '../reminders/reminders.module.js';
import { SafetyChecksModule } from '../safety-checks/safety-checks.module.js';
import { SmartModule } from '../smart/smart.module.js';
import { SupplyModule } from '../supply/supply.module.js';
import { SupplyRecordsModule } from '../supply/records/supply-records.module.js';
import { DownloadsController } from './downloads.controller.js';
import { Downloads } from './downloads.service.js';
import { DataExport } from './export.service.js';
import { PatientsModule } from '../patients/patients.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [
    PatientsModule,
    AccountsModule,
    DocumentsModule,
    CaseRecordsModule,
    AppointmentsModule,
    AssistantModule,
    DosesModule,
    FhirModule,
    IntakeModule,
    LabOrdersModule,
    LabReportsModule,
    MessagesModule,
    PlansModule,
    PrescriptionsModule,
    ProfilesModule,
    ProgressModule,
    RemindersModule,
    SafetyChecksModule,
    SmartModule,
    SupplyModule,
    SupplyRecordsModule,
  ],
  controllers: [DownloadsController],
  providers: [DataExport, Downloads],
})
export class DownloadsModule {}
