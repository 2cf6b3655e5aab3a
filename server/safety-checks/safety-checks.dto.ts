import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { HomePressure } from '#common/api/progress.js';
import {
  SAFETY_TEXT_MAX_LENGTH,
  type SafetyCheckRequest,
  type TickedEmergencyRequest,
} from '#common/api/safety-checks.js';
import {
  SIDE_EFFECTS,
  SIDE_EFFECT_SEVERITIES,
  type SideEffect,
  type SideEffectSeverity,
} from '#common/clinical/index.js';
import { CalendarDay } from '../platform/http/fields.js';
import { MaybeAbsent } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const Change = () => (target: object, key: string) => {
  MaybeAbsent()(target, key);
  IsString({ message: () => TEXT.enterWhatChangedAsText })(target, key);
  Matches(/\S/, { message: () => TEXT.enterWhatChanged })(target, key);
  MaxLength(SAFETY_TEXT_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(SAFETY_TEXT_MAX_LENGTH) })(
    target,
    key,
  );
};
const Answer = () => (target: object, key: string) => {
  MaybeAbsent()(target, key);
  IsString({ message: () => TEXT.answerQuestion })(target, key);
  Matches(/\S/, { message: () => TEXT.answerQuestion })(target, key);
  MaxLength(SAFETY_TEXT_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(SAFETY_TEXT_MAX_LENGTH) })(
    target,
    key,
  );
};

class ChangesDto {
  @Change() medicines?: string;
  @Change() conditions?: string;
  @Change() allergies?: string;
  @Change() fertility?: string;
}

class SideEffectDto {
  @IsIn(SIDE_EFFECTS, { message: () => TEXT.notSideEffectOfList })
  key: SideEffect;

  @IsIn(SIDE_EFFECT_SEVERITIES, { message: () => TEXT.chooseNone })
  severity: SideEffectSeverity;

  @MaybeAbsent()
  @CalendarDay(() => SHARED_TEXT.enterDateAsYyyyMmDd)
  since?: string;
}

class HomePressureDto implements HomePressure {
  @IsNumber({}, { message: () => SHARED_TEXT.enterBothNumbersAndDay }) systolic: number;
  @IsNumber({}, { message: () => SHARED_TEXT.enterBothNumbersAndDay }) diastolic: number;
  @CalendarDay(() => SHARED_TEXT.enterDateAsYyyyMmDd) on: string;
}

/** The answers are checked further against the definition of the intake, which asks the same questions. */
export class SafetyCheckDto implements SafetyCheckRequest {
  @IsString({ message: () => TEXT.chooseWhereRightNow })
  @Matches(/\S/, { message: () => TEXT.chooseWhereRightNow })
  location_state: string;

  @Answer() sex_assigned_at_birth?: string;
  @Answer() vte_history?: string;
  @Answer() vte_details?: string;
  @Answer() last_testosterone_on?: string;

  @IsObject({ message: () => TEXT.sendWhatChangedAsOneObject })
  @ValidateNested({ message: () => TEXT.sendWhatChangedAsOneObject })
  @Type(() => ChangesDto)
  changes: ChangesDto;

  @IsArray({ message: () => TEXT.sendSideEffectsAsList })
  @ArrayMaxSize(SIDE_EFFECTS.length, { message: () => TEXT.nameEachSideEffectOnce })
  @ArrayUnique((effect: SideEffectDto | null) => effect?.key, { message: () => TEXT.nameEachSideEffectOnce })
  @IsObject({ each: true, message: () => TEXT.sendSideEffectsAsList })
  @ValidateNested({ each: true, message: () => TEXT.sendSideEffectsAsList })
  @Type(() => SideEffectDto)
  side_effects: SideEffectDto[];

  @MaybeAbsent()
  @IsObject({ message: () => SHARED_TEXT.enterBothNumbersAndDay })
  @ValidateNested({ message: () => SHARED_TEXT.enterBothNumbersAndDay })
  @Type(() => HomePressureDto)
  blood_pressure?: HomePressureDto;
}

export class TickedEmergencyDto implements TickedEmergencyRequest {
  @IsArray({ message: () => TEXT.sendSideEffectsAsList })
  @ArrayMaxSize(SIDE_EFFECTS.length, { message: () => TEXT.nameEachSideEffectOnce })
  @IsIn(SIDE_EFFECTS, { each: true, message: () => TEXT.notSideEffectOfList })
  side_effects: SideEffect[];
}
