import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BaselineAnswer, Plan } from './plan.entity.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { PlanSuccession } from './plan-succession.service.js';
import { BaselinePlans } from './baseline-plans.service.js';
import { ClinicianPlans } from './clinician-plans.service.js';
import { DosesInForce } from './dose-in-force.service.js';
import { Dose } from '../doses/records/dose.entity.js';
import { DosesRepository } from '../doses/records/doses.repository.js';
import { PlanFlagsRepository } from './plan-flags.repository.js';
import { PlanFlagging } from './plan-flagging.service.js';
import { PlanReview } from './plan-review.service.js';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { Plans } from './plans.service.js';
import { Titration } from './titration.service.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { RecordAccessModule } from '../record-access/record-access.module.js';
import { RulesModule } from '../rules/rules.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([BaselineAnswer, Dose, Plan]),
    CaseRecordsModule,
    MessagesModule,
    PatientsModule,
    RulesModule,
    RecordAccessModule,
    PrescriptionsModule,
  ],
  controllers: [PlansController],
  providers: [
    BaselinePlans,
    ClinicianPlans,
    DosesInForce,
    DosesRepository,
    PlanFlagsRepository,
    PlanSuccession,
    PlanFlagging,
    PlanReview,
    Plans,
    PlansRepository,
    Titration,
  ],
  exports: [BaselinePlans, DosesInForce, PlanSuccession, PlanReview, Plans],
})
export class PlansModule {}
