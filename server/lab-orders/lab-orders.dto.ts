import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  IsUUID,
  Matches,
} from 'class-validator';
import { ICD10, LAB_ORDER_LIMITS } from '#common/api/lab-orders.js';
import { ANALYTES, type AnalyteKey } from '#common/clinical/index.js';
import { CalendarDay, MaybeText, Reason, Version } from '../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../platform/http/validation.js';

const TESTS = { message: 'Choose at least one test, each once.' };
const DIAGNOSES = { message: 'Enter ICD-10 codes, such as E29.1, each once.' };
const DRAWS = { message: 'Choose draws of this patient, each once.' };
const MOST_DRAWS = 20;

export class LabOrderDto {
  @IsUUID(undefined, { message: 'Choose a laboratory.' })
  connection_id: string;

  @IsArray(TESTS)
  @ArrayMinSize(1, TESTS)
  @ArrayUnique(TESTS)
  @IsIn(ANALYTES.map(({ key }) => key), { each: true, message: 'Choose tests of this program.' })
  analytes: AnalyteKey[];

  @IsBoolean({ message: 'Choose yes or no.' })
  fasting: boolean;

  @CalendarDay('Enter the first day for the draw.')
  window_from: string;

  @CalendarDay('Enter the last day for the draw.')
  due_on: string;

  @MaybeAbsent()
  @IsArray(DIAGNOSES)
  @ArrayMaxSize(LAB_ORDER_LIMITS.diagnoses, { message: `At most ${LAB_ORDER_LIMITS.diagnoses} codes.` })
  @ArrayUnique(DIAGNOSES)
  @IsString({ each: true, ...DIAGNOSES })
  @Matches(ICD10, { each: true, ...DIAGNOSES })
  diagnosis_codes?: string[];

  @MaybeText('note', LAB_ORDER_LIMITS.note)
  note?: string;

  @MaybeAbsent()
  @IsBoolean({ message: 'Choose yes or no.' })
  despite_open?: boolean;
}

export class LabOrderDrawnDto {
  @MaybeNull()
  @CalendarDay('Enter the day of the draw.')
  drawn_on: string | null;

  @Version()
  version: number;
}

export class LabOrderCancelDto {
  @Reason()
  reason: string;

  @Version()
  version: number;
}

export class LabOrderResultsDto {
  @IsArray(DRAWS)
  @ArrayMaxSize(MOST_DRAWS, { message: `At most ${MOST_DRAWS} draws.` })
  @ArrayUnique(DRAWS)
  @IsUUID(undefined, { each: true, ...DRAWS })
  lab_ids: string[];

  @Version()
  version: number;
}
