import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AppointmentsModule } from './appointments/appointments.module.js';
import { AssistantModule } from './assistant/assistant.module.js';
import { AuditModule } from './audit/audit.module.js';
import { RevealedRecords } from './audit/revealed-records.interceptor.js';
import { CareChartModule } from './care-chart/care-chart.module.js';
import { CaseRecordsModule } from './cases/case-records.module.js';
import { CasesModule } from './chart/cases.module.js';
import { CockpitModule } from './cockpit/cockpit.module.js';
import { worksJobs, type Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { shares } from './database/data-source.js';
import type { DatabaseLocation } from './database/database-link.js';
import { DatabaseModule } from './database/database.module.js';
import { entities } from './schema/entities.js';
import { DegradedReadsInterceptor } from './outage/degraded-reads.interceptor.js';
import { OutageModule } from './outage/outage.module.js';
import { DemoModule } from './demo/demo.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { DosesModule } from './doses/doses.module.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { EducationModule } from './education/education.module.js';
import { FhirModule } from './fhir/fhir.module.js';
import { FhirExportModule } from './fhir-export/fhir-export.module.js';
import { FhirImportModule } from './fhir-import/fhir-import.module.js';
import { SmartModule } from './smart/smart.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { KeysModule } from './keys/keys.module.js';
import { LabReportsModule } from './lab-reports/lab-reports.module.js';
import { LabsModule } from './labs/labs.module.js';
import { DevMailboxModule } from './mail/dev-mailbox.module.js';
import { MailModule } from './mail/mail.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { PatientsModule } from './patients/patients.module.js';
import { ProfilesModule } from './chart/profiles.module.js';
import { PlansModule } from './plans/plans.module.js';
import { AccessGuard } from './platform/access/access.guard.js';
import { CryptoModule } from './platform/crypto/crypto.module.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { AdmissionModule } from './platform/http/admission.js';
import { ArrivalsModule } from './platform/http/arrivals.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { HealthModule } from './platform/health/service-probes.js';
import { UnknownCallsController } from './platform/http/unknown-calls.controller.js';
import { BodyValidationPipe } from './platform/http/validation.js';
import { LimitsModule } from './limits/limits.module.js';
import { MetricsModule } from './platform/metrics/metrics.js';
import { LogModule } from './platform/logging/log.js';
import { ClockModule } from './platform/time/clock.js';
import { ProgressModule } from './progress/progress.module.js';
import { AskedRecords } from './record-access/asked-records.interceptor.js';
import { ClosedRows } from './record-access/closed-rows.interceptor.js';
import { RecordAccessModule } from './record-access/record-access.module.js';
import { RecordGate } from './record-access/record-gate.interceptor.js';
import { RegulationModule } from './regulation/regulation.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RulesModule } from './rules/rules.module.js';
import { SafetyChecksModule } from './safety-checks/safety-checks.module.js';
import { SupplyModule } from './supply/supply.module.js';
import { LabMessagesModule } from './lab-messages/lab-messages.module.js';
import { LabOrdersModule } from './lab-orders/lab-orders.module.js';
import { PharmaciesModule } from './pharmacies/pharmacies.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({})
export class AppModule {
  static for(config: Config, database: DatabaseLocation): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DiscoveryModule,
        ConfigModule.with(config),
        LogModule,
        ClockModule,
        CryptoModule,
        DatabaseModule.on(database, config.databasePool, entities),
        JobsModule.on(database, shares(config.databasePool).jobs, worksJobs(config)),
        HealthModule,
        MetricsModule,
        AdmissionModule,
        ArrivalsModule,
        AuditModule,
        OutageModule,
        LimitsModule,
        MailModule,
        ...(config.devRoutes ? [DevMailboxModule] : []),
        AccountsModule,
        ApiKeysModule,
        PatientsModule,
        DocumentsModule,
        RetentionModule,
        RulesModule,
        CaseRecordsModule,
        CasesModule,
        CareChartModule,
        IntakeModule,
        EducationModule,
        LabsModule,
        LabReportsModule,
        PlansModule,
        RegulationModule,
        AppointmentsModule,
        ProfilesModule,
        MessagesModule,
        AssistantModule,
        ProgressModule,
        SafetyChecksModule,
        SupplyModule,
        LabMessagesModule,
        LabOrdersModule,
        PharmaciesModule,
        WebhooksModule,
        DosesModule,
        DownloadsModule,
        FhirModule,
        FhirExportModule,
        FhirImportModule,
        SmartModule,
        DashboardModule,
        InboxModule,
        RecordAccessModule,
        CockpitModule,
        KeysModule,
        DemoModule,
      ],
      controllers: [UnknownCallsController],
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: RecordGate },
        { provide: APP_INTERCEPTOR, useClass: AskedRecords },
        { provide: APP_INTERCEPTOR, useClass: DegradedReadsInterceptor },
        { provide: APP_INTERCEPTOR, useClass: RevealedRecords },
        { provide: APP_INTERCEPTOR, useClass: ClosedRows },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
        { provide: APP_PIPE, useClass: BodyValidationPipe },
      ],
    };
  }
}
