import { Module } from '@nestjs/common';
import { LabsModule } from '../labs/labs.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { RegulationModule } from '../regulation/regulation.module.js';
import { CasesController } from './cases.controller.js';
import { Cases } from './cases.service.js';
import { Discontinue } from './discontinue.service.js';

@Module({
  imports: [LabsModule, PlansModule, PrescriptionsModule, RegulationModule],
  controllers: [CasesController],
  providers: [Cases, Discontinue],
  exports: [Cases, Discontinue],
})
export class CasesModule {}
