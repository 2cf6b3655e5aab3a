import { Module } from '@nestjs/common';
import { CaseRecords } from './case-records.service.js';
import { CasesRepository } from './cases.repository.js';
import { TherapyHoldsRepository } from './therapy-holds.repository.js';

@Module({
  providers: [CaseRecords, CasesRepository, TherapyHoldsRepository],
  exports: [CaseRecords, CasesRepository, TherapyHoldsRepository],
})
export class CaseRecordsModule {}
