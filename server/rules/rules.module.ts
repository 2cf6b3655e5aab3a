import { Global, Module } from '@nestjs/common';
import { LabSchedule } from '../labs/lab-schedule.js';
import { RulesAdminController } from './rules-admin.controller.js';
import { Emergencies } from './emergencies.service.js';
import { CaseAlerts } from './case-alerts.repository.js';
import { Evaluations } from './evaluations.service.js';
import { CaseFactsReader } from './case-facts.reader.js';

@Global()
@Module({
  controllers: [RulesAdminController],
  providers: [Emergencies, Evaluations, CaseFactsReader, LabSchedule, CaseAlerts],
  exports: [Emergencies, Evaluations, CaseFactsReader, CaseAlerts],
})
export class RulesModule {}
