import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HistoryReviewRecord } from '../cases/history-review.entity.js';
import { DosesModule } from '../doses/doses.module.js';
import { IntakeRecordsModule } from '../intake/records/intake-records.module.js';
import { LabsModule } from '../labs/labs.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { RecordAccessModule } from '../record-access/record-access.module.js';
import { RegulationModule } from '../regulation/regulation.module.js';
import { SafetyChecksModule } from '../safety-checks/safety-checks.module.js';
import { CasesController } from './cases.controller.js';
import { AlertAcknowledgements } from './alert-acknowledgements.service.js';
import { TherapyHolds } from './therapy-holds.service.js';
import { CaseHandover } from './case-handover.service.js';
import { Cases } from './cases.service.js';
import { Discontinue } from './discontinue.service.js';
import { FirstDoseController } from './first-dose.controller.js';
import { FirstDoses } from './first-dose.service.js';
import { HistoryReviewsRepository } from './history-reviews.repository.js';
import { HistoryReviews } from './history-review.service.js';
import { TellInPerson } from './tell-in-person.service.js';
import { ToldFindings } from './told-findings.service.js';
import { RulesModule } from '../rules/rules.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { DocumentsModule } from '../documents/documents.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([HistoryReviewRecord]),
    RulesModule,
    CaseRecordsModule,
    PatientsModule,
    DocumentsModule,
    DosesModule,
    IntakeRecordsModule,
    LabsModule,
    MessagesModule,
    PlansModule,
    PrescriptionsModule,
    RecordAccessModule,
    RegulationModule,
    SafetyChecksModule,
  ],
  controllers: [CasesController, FirstDoseController],
  providers: [
    AlertAcknowledgements,
    CaseHandover,
    Cases,
    Discontinue,
    FirstDoses,
    HistoryReviews,
    HistoryReviewsRepository,
    TellInPerson,
    TherapyHolds,
    ToldFindings,
  ],
  exports: [Cases, Discontinue],
})
export class CasesModule {}
