import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { FhirModule } from '../fhir/fhir.module.js';
import { FhirExportJob } from './export-job.service.js';
import { FhirExportsController } from './exports.controller.js';
import { ExportsRepository } from './exports.repository.js';
import { FhirExports } from './exports.service.js';
import { FhirExportPart, FhirExportRow } from './fhir-export.entities.js';

/** All records of a clinic at once, for its programs: FHIR Bulk Data Access. */
@Module({
  imports: [ApiKeysModule, FhirModule, TypeOrmModule.forFeature([FhirExportRow, FhirExportPart])],
  controllers: [FhirExportsController],
  providers: [ExportsRepository, FhirExportJob, FhirExports],
})
export class FhirExportModule {}
