import { Module } from '@nestjs/common';
import { DispenseRecords } from './dispense-records.js';
import { FillSigns } from './fill-signs.service.js';
import { RefillProgress } from './refill-progress.js';
import { RulesModule } from '../../rules/rules.module.js';

/** What orders themselves record about their supply. */
@Module({
  imports: [RulesModule],
  providers: [DispenseRecords, FillSigns, RefillProgress],
  exports: [DispenseRecords, FillSigns, RefillProgress],
})
export class SupplyRecordsModule {}
