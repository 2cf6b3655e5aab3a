import { Module } from '@nestjs/common';
import { RecordAccessController } from './record-access.controller.js';
import { RecordAccessRepository } from './record-access.repository.js';
import { RecordAccess } from './record-access.service.js';

/** Which staff may open which record, in addition to their roles. */
@Module({
  controllers: [RecordAccessController],
  providers: [RecordAccess, RecordAccessRepository],
  exports: [RecordAccess],
})
export class RecordAccessModule {}
