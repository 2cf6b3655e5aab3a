import { Module } from '@nestjs/common';
import { PatientsModule } from '../../patients/patients.module.js';
import { DispenseRecords } from './dispenses.repository.js';
import { RefillMovesRepository } from './refill-moves.repository.js';
import { RefillProgress } from './refill-progress.js';

/** What orders themselves record about their supply. */
@Module({
  imports: [PatientsModule],
  providers: [DispenseRecords, RefillMovesRepository, RefillProgress],
  exports: [DispenseRecords, RefillProgress],
})
export class SupplyRecordsModule {}
