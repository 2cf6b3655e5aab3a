import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CaseAlert, RuleEvaluation } from './rule.entities.js';
import { IntakeRecordsModule } from '../intake/records/intake-records.module.js';
import { EvaluationsRepository } from './evaluations.repository.js';
import { LabSchedule } from './lab-schedule.repository.js';
import { RulesAdminController } from './rules-admin.controller.js';
import { StaffNote } from './staff-note.entity.js';
import { ToldHistory } from './told-history.service.js';
import { Emergencies } from './emergencies.service.js';
import { CaseAlerts } from './case-alerts.repository.js';
import { Dose } from '../doses/records/dose.entity.js';
import { DosesRepository } from '../doses/records/doses.repository.js';
import { Evaluations } from './evaluations.service.js';
import { CaseFactsRepository } from './case-facts.repository.js';
import { WithdrawnFacts } from './withdrawn-facts.service.js';
import { CaseFactsReader } from './case-facts.reader.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([CaseAlert, Dose, RuleEvaluation, StaffNote]),
    CaseRecordsModule,
    IntakeRecordsModule,
  ],
  controllers: [RulesAdminController],
  providers: [
    Emergencies,
    ToldHistory,
    Evaluations,
    EvaluationsRepository,
    CaseFactsReader,
    CaseFactsRepository,
    DosesRepository,
    LabSchedule,
    CaseAlerts,
    WithdrawnFacts,
  ],
  exports: [Emergencies, ToldHistory, Evaluations, CaseFactsReader, CaseAlerts, WithdrawnFacts],
})
export class RulesModule {}
