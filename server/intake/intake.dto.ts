import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsString, Matches, MaxLength, Min, ValidateNested } from 'class-validator';
import type { Signature } from '#common/api/index.js';
import { Version } from '../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';

const NAME = { message: 'Type your full name.' };

class SignatureDto implements Signature {
  @Trimmed()
  @IsString(NAME)
  @Matches(/\S/, NAME)
  @MaxLength(200, { message: 'Use at most 200 characters.' })
  name: string;
}

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

  @MaybeAbsent()
  @IsObject(NAME)
  @ValidateNested(NAME)
  @Type(() => SignatureDto)
  signature?: SignatureDto;
}
