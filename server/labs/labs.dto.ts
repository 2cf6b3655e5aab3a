import {
  IsArray,
  IsBoolean,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  Max,
  Matches,
  MaxLength,
  Min,
} from 'class-validator';
import {
  CalendarDay,
  InWordsOrBlank,
  MaybeText,
  MaybeVersion,
  Reason,
  Version,
} from '../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../platform/http/validation.js';

const UNITS = 'Name the unit of each test.';
const CONFIRMED = 'Name the tests that were checked against the lab report.';
const HOURS = 'Enter the hours since the last dose, 0 to 4320.';

export class LabCreateDto {
  static readonly asSent = ['results', 'units'];

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
  @Matches(/^(?!.*(saliva|spit|urine|hair))/is, {
    message: 'Enter blood results only: the limits do not apply to saliva, urine, or hair.',
  })
  specimen?: string | null;

  @IsObject({ message: 'Enter at least one result.' })
  results: Record<string, unknown>;

  @MaybeAbsent()
  @IsObject({ message: UNITS })
  units?: Record<string, unknown>;

  @MaybeAbsent()
  @IsArray({ message: CONFIRMED })
  @IsString({ each: true, message: CONFIRMED })
  confirmed?: string[];
}

export class LabCorrectDto {
  static readonly asSent = ['results', 'units'];

  @IsObject({ message: 'Enter at least one result.' })
  results: Record<string, unknown>;

  @MaybeAbsent()
  @IsObject({ message: UNITS })
  units?: Record<string, unknown>;

  @MaybeAbsent()
  @IsArray({ message: CONFIRMED })
  @IsString({ each: true, message: CONFIRMED })
  confirmed?: string[];

  @Reason()
  reason: string;

  @Version()
  version: number;
}

export class LabVoidDto {
  @Reason()
  reason: string;

  @Version()
  version: number;
}

export class LabCallBackDto {
  @CalendarDay('Enter the day of the call.')
  called_on: string;

  @IsBoolean({ message: 'Say whether the patient was reached.' })
  reached: boolean;

  @IsString({ message: 'Enter what was said.' })
  @InWordsOrBlank()
  note: string;
}

export class LabReviewDto {
  @MaybeText('note', 4000)
  note?: string;

  @MaybeVersion()
  version?: number;
}
