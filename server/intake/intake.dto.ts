import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsString, Matches, MaxLength, Min, ValidateNested } from 'class-validator';
import type { Signature } from '#common/api/index.js';
import { Version } from '../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const NAME = { message: () => TEXT.typeFullName };

class SignatureDto implements Signature {
  @Trimmed()
  @IsString(NAME)
  @Matches(/\S/, NAME)
  @MaxLength(200, { message: () => SHARED_TEXT.atMostCharacters(200) })
  name: string;
}

export class IntakeSaveDto {
  static readonly asSent = ['data'];

  /** Its keys are checked against the form's definition. */
  @IsObject({ message: () => TEXT.answersMustOneObject })
  data: Record<string, unknown>;

  @Version()
  @Min(0, { message: () => TEXT.versionMust0OrMore })
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
