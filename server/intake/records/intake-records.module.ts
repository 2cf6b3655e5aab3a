import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Intake } from './intake.entities.js';
import { IntakeRepository } from './intake.repository.js';
import { UnsentChangesReader } from './unsent-changes.service.js';
import { DocumentsModule } from '../../documents/documents.module.js';

/** The parts of the intake that other features read. */
@Module({
  imports: [TypeOrmModule.forFeature([Intake]), DocumentsModule],
  providers: [IntakeRepository, UnsentChangesReader],
  exports: [IntakeRepository, UnsentChangesReader],
})
export class IntakeRecordsModule {}
