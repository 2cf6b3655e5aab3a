import { IsObject } from 'class-validator';
import { MaybeVersion } from '../platform/http/fields.js';
import { TEXT } from './text/en.js';

export class FhirImportDto {
  static readonly asSent = ['bundle'];

  /** Read by the import itself, element by element. */
  @IsObject({ message: () => TEXT.sendFhirBundleAsJson })
  bundle: object;

  @MaybeVersion()
  version?: number;
}
