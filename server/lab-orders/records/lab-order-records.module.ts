import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LabOrderPanelRow, LabOrderRow } from './lab-order.entities.js';
import { LabOrderLinksRepository } from './lab-order-links.repository.js';
import { LabOrderProgress } from './lab-order-progress.js';

/** What results do to orders. */
@Module({
  imports: [TypeOrmModule.forFeature([LabOrderPanelRow, LabOrderRow])],
  providers: [LabOrderLinksRepository, LabOrderProgress],
  exports: [LabOrderProgress],
})
export class LabOrderRecordsModule {}
