import { Module } from '@nestjs/common';
import { DispenseRecords } from './dispense-records.js';
import { FillSigns } from './fill-signs.service.js';
import { RefillProgress } from './refill-progress.js';

/** What the orders themselves write of their supply. */
@Module({
  providers: [DispenseRecords, FillSigns, RefillProgress],
  exports: [DispenseRecords, FillSigns, RefillProgress],
})
export class SupplyRecordsModule {}
