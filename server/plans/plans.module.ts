import { Module } from '@nestjs/common';
import { PrescriptionsModule } from '../prescriptions/prescriptions.module.js';
import { BaselinePlans } from './baseline-plans.service.js';
import { PlanReview } from './plan-review.service.js';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { Plans } from './plans.service.js';

@Module({
  imports: [PrescriptionsModule],
  controllers: [PlansController],
  providers: [BaselinePlans, PlanReview, Plans, PlansRepository],
  exports: [BaselinePlans, PlanReview, Plans],
})
export class PlansModule {}
