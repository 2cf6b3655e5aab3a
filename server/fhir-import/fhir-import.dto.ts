import { IsObject } from 'class-validator';
import { MaybeVersion } from '../platform/http/fields.js';

export class FhirImportDto {
  static readonly asSent = ['bundle'];

  /** Read by the import itself, element by element. */
  @IsObject({ message: 'Send a FHIR Bundle as JSON.' })
  bundle: object;

  @MaybeVersion()
  version?: number;
}
