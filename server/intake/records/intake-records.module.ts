import { Module } from '@nestjs/common';
import { IntakeRepository } from './intake.repository.js';
import { UnsentChangesReader } from './unsent-changes.service.js';
import { DocumentsModule } from '../../documents/documents.module.js';

/** The parts of the intake that other features read. */
@Module({
  imports: [DocumentsModule],
  providers: [IntakeRepository, UnsentChangesReader],
  exports: [IntakeRepository, UnsentChangesReader],
})
export class IntakeRecordsModule {}
