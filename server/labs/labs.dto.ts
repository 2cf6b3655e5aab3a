import { IsNumber, IsObject, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { MaybeText, MaybeVersion } from '../platform/http/fields.js';
import { MaybeNull } from '../platform/http/validation.js';

const HOURS = 'Enter the hours since the last dose, 0 to 4320.';

export class LabCreateDto {
  static readonly asSent = ['results'];

  @IsUUID(undefined, { message: 'Choose a patient.' })
  patient_id: string;

  @IsString({ message: 'Enter when the blood was drawn.' })
  @MaxLength(40, { message: 'Enter when the blood was drawn.' })
  collected_at: string;

  @MaybeNull()
  @IsNumber({}, { message: HOURS })
  @Min(0, { message: HOURS })
  @Max(4320, { message: HOURS })
  since_last_dose_h?: number | null;

  @MaybeNull()
  @IsString({ message: 'Enter the specimen as text.' })
  @MaxLength(100, { message: 'Use at most 100 characters.' })
  specimen?: string | null;

  @IsObject({ message: 'Enter at least one result.' })
  results: Record<string, unknown>;
}

export class LabReviewDto {
  @MaybeText('note', 4000)
  note?: string;

  @MaybeVersion()
  version?: number;
}
