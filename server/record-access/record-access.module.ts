import { Module } from '@nestjs/common';
import { RecordAccessController } from './record-access.controller.js';
import { RecordAccessRepository } from './record-access.repository.js';
import { RecordAccess } from './record-access.service.js';

/** Who of the staff may open which record, beside what his role allows. */
@Module({
  controllers: [RecordAccessController],
  providers: [RecordAccess, RecordAccessRepository],
  exports: [RecordAccess],
})
export class RecordAccessModule {}
