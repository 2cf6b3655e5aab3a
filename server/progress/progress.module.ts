import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CheckIn } from './records/check-in.entity.js';
import { LabsModule } from '../labs/labs.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { ProgressController } from './progress.controller.js';
import { ProgressRepository } from './records/progress.repository.js';
import { Progress } from './progress.service.js';
import { PatientsModule } from '../patients/patients.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([CheckIn]),
    CaseRecordsModule,
    PatientsModule,
    RulesModule,
    LabsModule,
    PlansModule,
  ],
  controllers: [ProgressController],
  providers: [Progress, ProgressRepository],
  exports: [Progress],
})
export class ProgressModule {}
