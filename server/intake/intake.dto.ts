import { IsBoolean, IsInt, IsObject, Min } from 'class-validator';
import { Transform } from 'class-transformer';
import { MaybeAbsent } from '../platform/http/validation.js';

export class IntakeSaveDto {
  /** As sent: its keys are checked against the form's definition, and none may be dropped on the way. */
  @Transform(({ obj }: { obj: { data?: unknown } }) => obj.data)
  @IsObject({ message: 'The answers must be one object.' })
  data: Record<string, unknown>;

  @IsInt({ message: 'The version must be a whole number.' })
  @Min(0, { message: 'The version must be 0 or more.' })
  version: number;

  @MaybeAbsent()
  @IsBoolean({ message: 'submit must be true or false.' })
  submit?: boolean;
}
