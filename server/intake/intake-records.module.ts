import { Module } from '@nestjs/common';
import { IntakeRepository } from './intake.repository.js';
import { UnsentChangesReader } from './unsent-changes.service.js';

/** The parts of the intake that other features read. */
@Module({
  providers: [IntakeRepository, UnsentChangesReader],
  exports: [IntakeRepository, UnsentChangesReader],
})
export class IntakeRecordsModule {}
