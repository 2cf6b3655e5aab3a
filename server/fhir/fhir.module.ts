import { Module } from '@nestjs/common';
import { RecordAccessModule } from '../record-access/record-access.module.js';
import { ChartsRepository } from './charts.repository.js';
import { Charts } from './charts.service.js';
import { FhirController } from './fhir.controller.js';
import { FhirSearch } from './fhir-search.service.js';
import { Fhir } from './fhir.service.js';
import { ReachRepository } from './reach.repository.js';
import { FhirReader } from './reader.service.js';

/** The records as FHIR R4: a projection of our tables, nothing is stored. */
@Module({
  imports: [RecordAccessModule],
  controllers: [FhirController],
  providers: [Charts, ChartsRepository, Fhir, FhirReader, FhirSearch, ReachRepository],
  exports: [Fhir, FhirReader],
})
export class FhirModule {}
