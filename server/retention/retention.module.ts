import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Closings } from './closings.service.js';
import { Erasure } from './erasure.js';
import { LegalHolds } from './legal-holds.service.js';
import { ClosingController, RetentionController } from './retention.controllers.js';
import { AccountClosing, LegalHold } from './retention.entities.js';
import { RetentionJob } from './retention-job.service.js';
import { RetentionRepository } from './retention.repository.js';
import { PatientsModule } from '../patients/patients.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';

@Module({
  imports: [PatientsModule, AccountsModule, TypeOrmModule.forFeature([AccountClosing, LegalHold])],
  controllers: [ClosingController, RetentionController],
  providers: [Closings, Erasure, LegalHolds, RetentionJob, RetentionRepository],
  exports: [Closings, LegalHolds],
})
export class RetentionModule {}
