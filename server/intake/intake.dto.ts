import { IsBoolean, IsObject, Min } from 'class-validator';
import { Version } from '../platform/http/fields.js';
import { MaybeAbsent } from '../platform/http/validation.js';

export class IntakeSaveDto {
  static readonly asSent = ['data'];

  /** Its keys are checked against the form's definition. */
  @IsObject({ message: 'The answers must be one object.' })
  data: Record<string, unknown>;

  @Version()
  @Min(0, { message: 'The version must be 0 or more.' })
  version: number;

  @MaybeAbsent()
  @IsBoolean({ message: 'submit must be true or false.' })
  submit?: boolean;
}
