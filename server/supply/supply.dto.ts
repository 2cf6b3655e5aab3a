import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsPositive,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  TRACKING_NUMBER,
  type DispenseRequest,
  type RefillDecisionRequest,
  type RefillRequestBody,
  type ShipmentRequest,
} from '#common/api/supply.js';
import {
  DISPENSE_SOURCES,
  REFILL_DECISIONS,
  type DispenseSource,
  type RefillDecision,
} from '#common/vocabulary/index.js';
import { CARRIERS, type Carrier } from '#common/vocabulary/pharmacies.js';
import { MaybeReason, MaybeRuleKeys, CalendarDay, MaybeText, Version } from '../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { SafetyCheckDto } from '../safety-checks/safety-checks.dto.js';

const DAYS = 'Enter the days as a whole number from 1 on.';
const LEFT = 'Enter how many doses are left as a whole number.';
const CHECK = 'Answer the safety check.';

export class ShipmentDto implements ShipmentRequest {
  @CalendarDay('Enter the day it was shipped as YYYY-MM-DD.')
  shipped_on: string;

  @IsIn(CARRIERS, { message: 'Choose a carrier.' })
  carrier: Carrier;

  @MaybeAbsent()
  @Trimmed()
  @Matches(new RegExp(`${TRACKING_NUMBER.source}|^$`, 'i'), {
    message: 'Use letters, digits, spaces and hyphens, at most 40.',
  })
  tracking_number?: string;
}

export class DispenseDto implements DispenseRequest {
  @CalendarDay('Enter the day of the fill as YYYY-MM-DD.')
  filled_on: string;

  @IsNumber({}, { message: 'Enter the quantity as a number above 0.' })
  @IsPositive({ message: 'Enter the quantity as a number above 0.' })
  @Max(100_000, { message: 'Enter a smaller quantity.' })
  quantity: number;

  @IsInt({ message: DAYS })
  @Min(1, { message: DAYS })
  @Max(366, { message: 'Enter fewer days.' })
  days: number;

  @IsIn(DISPENSE_SOURCES, { message: 'Choose patient, pharmacy or staff.' })
  source: DispenseSource;

  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose a fill of this order.' })
  completes?: string;

  @MaybeReason()
  override_reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];
}

export class RefillRequestDto implements RefillRequestBody {
  @IsUUID(undefined, { message: 'Choose a prescription.' })
  prescription_id: string;

  @MaybeAbsent()
  @IsInt({ message: LEFT })
  @Min(0, { message: LEFT })
  @Max(1000, { message: LEFT })
  doses_left?: number;

  @MaybeText('reason')
  reason?: string;

  @IsObject({ message: CHECK })
  @ValidateNested({ message: CHECK })
  @Type(() => SafetyCheckDto)
  safety_check: SafetyCheckDto;
}

export class RefillDecisionDto implements RefillDecisionRequest {
  @Version()
  version: number;

  @IsIn(REFILL_DECISIONS, { message: 'Choose review, approve, needs_labs, needs_visit or refuse.' })
  decision: RefillDecision;

  @MaybeText('reason')
  reason?: string;

  @MaybeReason()
  override_reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];
}
