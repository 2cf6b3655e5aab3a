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

const ENOUGH = `Use at most ${SAFETY_TEXT_MAX_LENGTH.toLocaleString('en-US')} characters.`;
const PRESSURE = 'Enter both numbers and the day.';
const LIST = 'Send the side effects as a list.';

const Change = () => (target: object, key: string) => {
  MaybeAbsent()(target, key);
  IsString({ message: 'Enter what changed as text.' })(target, key);
  Matches(/\S/, { message: 'Enter what changed, or leave it out.' })(target, key);
  MaxLength(SAFETY_TEXT_MAX_LENGTH, { message: ENOUGH })(target, key);
};
const Answer = () => (target: object, key: string) => {
  MaybeAbsent()(target, key);
  IsString({ message: 'Answer this question, or leave it out.' })(target, key);
  Matches(/\S/, { message: 'Answer this question, or leave it out.' })(target, key);
  MaxLength(SAFETY_TEXT_MAX_LENGTH, { message: ENOUGH })(target, key);
};

class ChangesDto {
  @Change() medicines?: string;
  @Change() conditions?: string;
  @Change() allergies?: string;
  @Change() fertility?: string;
}

class SideEffectDto {
  @IsIn(SIDE_EFFECTS, { message: 'This is not a side effect of the list.' })
  key: SideEffect;

  @IsIn(SIDE_EFFECT_SEVERITIES, { message: 'Choose none, mild, moderate or severe.' })
  severity: SideEffectSeverity;

  @MaybeAbsent()
  @CalendarDay('Enter a date as YYYY-MM-DD.')
  since?: string;
}

class HomePressureDto implements HomePressure {
  @IsNumber({}, { message: PRESSURE }) systolic: number;
  @IsNumber({}, { message: PRESSURE }) diastolic: number;
  @CalendarDay('Enter a date as YYYY-MM-DD.') on: string;
}

/** The answers are checked further against the definition of the intake, which asks the same questions. */
export class SafetyCheckDto implements SafetyCheckRequest {
  @IsString({ message: 'Choose where you are right now.' })
  @Matches(/\S/, { message: 'Choose where you are right now.' })
  location_state: string;

  @Answer() sex_assigned_at_birth?: string;
  @Answer() vte_history?: string;
  @Answer() vte_details?: string;
  @Answer() last_testosterone_on?: string;

  @IsObject({ message: 'Send what changed as one object; an empty one if nothing did.' })
  @ValidateNested({ message: 'Send what changed as one object; an empty one if nothing did.' })
  @Type(() => ChangesDto)
  changes: ChangesDto;

  @IsArray({ message: LIST })
  @ArrayMaxSize(SIDE_EFFECTS.length, { message: 'Name each side effect once.' })
  @ArrayUnique((effect: SideEffectDto | null) => effect?.key, { message: 'Name each side effect once.' })
  @IsObject({ each: true, message: LIST })
  @ValidateNested({ each: true, message: LIST })
  @Type(() => SideEffectDto)
  side_effects: SideEffectDto[];

  @MaybeAbsent()
  @IsObject({ message: PRESSURE })
  @ValidateNested({ message: PRESSURE })
  @Type(() => HomePressureDto)
  blood_pressure?: HomePressureDto;
}

export class TickedEmergencyDto implements TickedEmergencyRequest {
  @IsArray({ message: LIST })
  @ArrayMaxSize(SIDE_EFFECTS.length, { message: 'Name each side effect once.' })
  @IsIn(SIDE_EFFECTS, { each: true, message: 'This is not a side effect of the list.' })
  side_effects: SideEffect[];
}
