import { Module } from '@nestjs/common';
import { CasesModule } from '../cases/cases.module.js';
import { IntakeController } from './intake.controller.js';
import { IntakeRepository } from './intake.repository.js';
import { IntakeService } from './intake.service.js';

@Module({
  imports: [CasesModule],
  controllers: [IntakeController],
  providers: [IntakeRepository, IntakeService],
  exports: [IntakeService],
})
export class IntakeModule {}
