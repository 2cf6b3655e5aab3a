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
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const TESTS = { message: () => TEXT.chooseAtLeastOneTest };
const DIAGNOSES = { message: () => TEXT.enterIcd10Codes };
const DRAWS = { message: () => TEXT.chooseDrawsOfPatient };
const MOST_DRAWS = 20;

export class LabOrderDto {
  @IsUUID(undefined, { message: () => TEXT.chooseLaboratory })
  connection_id: string;

  @IsArray(TESTS)
  @ArrayMinSize(1, TESTS)
  @ArrayUnique(TESTS)
  @IsIn(ANALYTES.map(({ key }) => key), { each: true, message: () => TEXT.chooseTestsOfProgram })
  analytes: AnalyteKey[];

  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  fasting: boolean;

  @CalendarDay(() => TEXT.enterFirstDayOfDraw)
  window_from: string;

  @CalendarDay(() => TEXT.enterLastDayForDraw)
  due_on: string;

  @MaybeAbsent()
  @IsArray(DIAGNOSES)
  @ArrayMaxSize(LAB_ORDER_LIMITS.diagnoses, {
    message: () => SHARED_TEXT.atMostCodes(LAB_ORDER_LIMITS.diagnoses),
  })
  @ArrayUnique(DIAGNOSES)
  @IsString({ each: true, ...DIAGNOSES })
  @Matches(ICD10, { each: true, ...DIAGNOSES })
  diagnosis_codes?: string[];

  @MaybeText('note', LAB_ORDER_LIMITS.note)
  note?: string;

  @MaybeAbsent()
  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  despite_open?: boolean;
}

export class LabOrderDrawnDto {
  @MaybeNull()
  @CalendarDay(() => TEXT.enterDayOfDraw)
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
  @ArrayMaxSize(MOST_DRAWS, { message: () => TEXT.atMostDraws(MOST_DRAWS) })
  @ArrayUnique(DRAWS)
  @IsUUID(undefined, { each: true, ...DRAWS })
  lab_ids: string[];

  @Version()
  version: number;
}
