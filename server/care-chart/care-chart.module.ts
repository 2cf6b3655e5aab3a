import { Module } from '@nestjs/common';
import { DosesModule } from '../doses/doses.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { RecordAccessModule } from '../record-access/record-access.module.js';
import { SafetyChecksModule } from '../safety-checks/safety-checks.module.js';
import { SupplyRecordsModule } from '../supply/records/supply-records.module.js';
import {
  CareChartController,
  ClinicCompletenessController,
  OwnTimelineController,
} from './care-chart.controllers.js';
import { CareChartRepository } from './care-chart.repository.js';
import { CompletenessReports } from './completeness.service.js';
import { Curves } from './curves.service.js';
import { Timeline } from './timeline.service.js';
import { RulesModule } from '../rules/rules.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { PatientsModule } from '../patients/patients.module.js';

@Module({
  imports: [
    RulesModule,
    CaseRecordsModule,
    PatientsModule,
    DosesModule,
    PlansModule,
    ProgressModule,
    RecordAccessModule,
    SafetyChecksModule,
    SupplyRecordsModule,
  ],
  controllers: [CareChartController, ClinicCompletenessController, OwnTimelineController],
  providers: [CareChartRepository, CompletenessReports, Curves, Timeline],
})
export class CareChartModule {}
