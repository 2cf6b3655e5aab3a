import { Module } from '@nestjs/common';
import { IntakeRecordsModule } from '../intake/records/intake-records.module.js';
import { LabsModule } from '../labs/labs.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { FhirImportController } from './fhir-import.controller.js';
import { FhirImport } from './fhir-import.service.js';
import { RecordContentsRepository } from './record-contents.repository.js';

/** The record of another system, as FHIR R4, into a record that is still empty. */
@Module({
  imports: [IntakeRecordsModule, LabsModule, PatientsModule],
  controllers: [FhirImportController],
  providers: [FhirImport, RecordContentsRepository],
})
export class FhirImportModule {}
