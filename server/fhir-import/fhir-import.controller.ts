import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import type { FhirImportResponse } from '#common/api/fhir-import.js';
import type { Actor } from '../platform/access/actor.js';
import { ChecksEachRecord, CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { readFlag } from '../platform/http/flag-query.js';
import { QueryNames } from '../platform/http/query-names.js';
import { FhirImportDto } from './fhir-import.dto.js';
import { FhirImport } from './fhir-import.service.js';

@Controller('api/provider/patients')
@StaffOnly()
export class FhirImportController {
  constructor(private readonly imports: FhirImport) {}

  /** Imports a patient's record from a FHIR Bundle into an empty one; `dry_run` looks without saving. */
  @QueryNames('dry_run')
  // The ids in a Bundle are of the system it comes from.
  @ChecksEachRecord()
  @Post(':id/fhir-import')
  @HttpCode(200)
  import(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: FhirImportDto,
    @Query() query: Record<string, unknown>,
  ): Promise<FhirImportResponse> {
    return this.imports.run(actor, id, body, readFlag(query, 'dry_run'));
  }
}
