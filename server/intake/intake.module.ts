import { Module } from '@nestjs/common';
import { CasesModule } from '../cases/cases.module.js';
import { IntakeEmergencies } from './intake-emergencies.service.js';
import { IntakeController } from './intake.controller.js';
import { IntakeRecordsModule } from './intake-records.module.js';
import { IntakeService } from './intake.service.js';

@Module({
  imports: [CasesModule, IntakeRecordsModule],
  controllers: [IntakeController],
  providers: [IntakeEmergencies, IntakeService],
  exports: [IntakeService],
})
export class IntakeModule {}
