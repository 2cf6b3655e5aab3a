import { Module } from '@nestjs/common';
import { DispenseRecords } from './dispenses.repository.js';
import { RefillProgress } from './refill-progress.js';

/** What orders themselves record about their supply. */
@Module({
  providers: [DispenseRecords, RefillProgress],
  exports: [DispenseRecords, RefillProgress],
})
export class SupplyRecordsModule {}
