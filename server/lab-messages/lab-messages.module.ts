import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../accounts/users/users.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { LabOrderRecordsModule } from '../lab-orders/records/lab-order-records.module.js';
import { LabsModule } from '../labs/labs.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { RecordAccessModule } from '../record-access/record-access.module.js';
import { LabConnectionsController } from './lab-connections.controller.js';
import { LabConnectionsRepository } from './lab-connections.repository.js';
import { LabConnections } from './lab-connections.service.js';
import { LabConnectionRow, LabMessageRow } from './lab-message.entities.js';
import { LabMessagesController } from './lab-messages.controller.js';
import { LabMessagesRepository } from './lab-messages.repository.js';
import { LabMessages } from './lab-messages.service.js';
import { MessageImport } from './message-import.service.js';
import { PatientMatch } from './patient-match.service.js';
import { ResultImport } from './result-import.service.js';
import { SpoolReader } from './spool-reader.js';

/** Results that laboratories send, from the spool of the gateway into the records (docs/integrations.md). */
@Module({
  imports: [
    TypeOrmModule.forFeature([LabConnectionRow, LabMessageRow]),
    DocumentsModule,
    LabOrderRecordsModule,
    LabsModule,
    PatientsModule,
    RecordAccessModule,
    UsersModule,
  ],
  controllers: [LabConnectionsController, LabMessagesController],
  providers: [
    LabConnections,
    LabConnectionsRepository,
    LabMessages,
    LabMessagesRepository,
    MessageImport,
    PatientMatch,
    ResultImport,
    SpoolReader,
  ],
  exports: [LabConnections],
})
export class LabMessagesModule {}
