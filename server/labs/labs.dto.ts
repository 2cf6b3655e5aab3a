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
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** Limits are those of serum or plasma from a vein: in English and Spanish, what is something else. */
const NO_OTHER_SPECIMEN =
  /^(?!.*(saliva|spit|oral.?fluid|flu[ií]do.?oral|\burin|\borina|\bhair|cabello|\bpelo\b|\bsweat|\bsudor|\bsemen|\bswab|hisopo|dried|\bdbs\b|blood.?spot|gotas?.{1,12}(seca|sangre)|sangre.{1,12}(seca|papel)|filter.?paper|finger|\bdedo\b|capillary|capilar))/is;

export class LabCreateDto {
  static readonly asSent = ['results', 'units'];

  @IsUUID(undefined, { message: () => SHARED_TEXT.choosePatient })
  patient_id: string;

  @IsString({ message: () => TEXT.enterWhenBloodDrawn })
  @MaxLength(40, { message: () => TEXT.enterWhenBloodDrawn })
  collected_at: string;

  @MaybeNull()
  @IsNumber({}, { message: () => TEXT.enterHoursSinceLastDose })
  @Min(0, { message: () => TEXT.enterHoursSinceLastDose })
  @Max(4320, { message: () => TEXT.enterHoursSinceLastDose })
  since_last_dose_h?: number | null;

  @MaybeNull()
  @IsString({ message: () => TEXT.enterSpecimenAsText })
  @MaxLength(100, { message: () => SHARED_TEXT.atMostCharacters(100) })
  @Matches(NO_OTHER_SPECIMEN, { message: () => TEXT.bloodOnly })
  specimen?: string | null;

  @IsObject({ message: () => TEXT.enterAtLeastOneResult })
  results: Record<string, unknown>;

  @MaybeAbsent()
  @IsObject({ message: () => TEXT.nameUnitOfEachTest })
  units?: Record<string, unknown>;

  @MaybeAbsent()
  @IsArray({ message: () => TEXT.nameTestsCheckedAgainstLabReport })
  @IsString({ each: true, message: () => TEXT.nameTestsCheckedAgainstLabReport })
  confirmed?: string[];
}

export class LabCorrectDto {
  static readonly asSent = ['results', 'units'];

  @IsObject({ message: () => TEXT.enterAtLeastOneResult })
  results: Record<string, unknown>;

  @MaybeAbsent()
  @IsObject({ message: () => TEXT.nameUnitOfEachTest })
  units?: Record<string, unknown>;

  @MaybeAbsent()
  @IsArray({ message: () => TEXT.nameTestsCheckedAgainstLabReport })
  @IsString({ each: true, message: () => TEXT.nameTestsCheckedAgainstLabReport })
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
  @CalendarDay(() => TEXT.enterDayOfCall)
  called_on: string;

  @IsBoolean({ message: () => SHARED_TEXT.sayWhetherPatientReached })
  reached: boolean;

  @IsString({ message: () => TEXT.enterWhatSaid })
  @InWordsOrBlank()
  note: string;
}

export class LabReviewDto {
  @MaybeText('note', 4000)
  note?: string;

  @MaybeVersion()
  version?: number;
}
