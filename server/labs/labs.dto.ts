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
/** Limits are those of serum or plasma from a vein: in English and Spanish, what is something else. */
const NO_OTHER_SPECIMEN =
  /^(?!.*(saliva|spit|oral.?fluid|flu[ií]do.?oral|\burin|\borina|\bhair|cabello|\bpelo\b|\bsweat|\bsudor|\bsemen|\bswab|hisopo|dried|\bdbs\b|blood.?spot|gotas?.{1,12}(seca|sangre)|sangre.{1,12}(seca|papel)|filter.?paper|finger|\bdedo\b|capillary|capilar))/is;
const BLOOD_ONLY =
  'Enter results of blood from a vein only: the limits do not apply to saliva, urine, hair, or drops of blood.';
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
  @Matches(NO_OTHER_SPECIMEN, { message: BLOOD_ONLY })
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
