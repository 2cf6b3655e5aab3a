import { Module } from '@nestjs/common';
import { IntakeRepository } from './intake.repository.js';
import { UnsentChangesReader } from './unsent-changes.service.js';

/** What other features read of the intake. */
@Module({
  providers: [IntakeRepository, UnsentChangesReader],
  exports: [IntakeRepository, UnsentChangesReader],
})
export class IntakeRecordsModule {}
