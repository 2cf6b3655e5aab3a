import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CaseRecords } from './case-records.service.js';
import { Case } from './case.entity.js';
import { CasesRepository } from './cases.repository.js';
import { Discontinuation } from './discontinuation.entity.js';
import { PressureReading } from './pressure-reading.entity.js';
import { TherapyHold } from './therapy-hold.entity.js';
import { TherapyHoldsRepository } from './therapy-holds.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([Case, Discontinuation, PressureReading, TherapyHold])],
  providers: [CaseRecords, CasesRepository, TherapyHoldsRepository],
  exports: [CaseRecords, CasesRepository, TherapyHoldsRepository],
})
export class CaseRecordsModule {}
