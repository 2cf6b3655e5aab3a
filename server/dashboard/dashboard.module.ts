import { Module } from '@nestjs/common';
import { IntakeRecordsModule } from '../intake/intake-records.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { RemindersModule } from '../reminders/reminders.module.js';
import { DashboardController } from './dashboard.controller.js';
import { Dashboard } from './dashboard.service.js';

@Module({
  imports: [IntakeModule, IntakeRecordsModule, PlansModule, RemindersModule],
  controllers: [DashboardController],
  providers: [Dashboard],
})
export class DashboardModule {}
