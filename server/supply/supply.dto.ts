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
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

export class ShipmentDto implements ShipmentRequest {
  @CalendarDay(() => TEXT.enterDayShippedAsYyyyMm)
  shipped_on: string;

  @IsIn(CARRIERS, { message: () => TEXT.chooseCarrier })
  carrier: Carrier;

  @MaybeAbsent()
  @Trimmed()
  @Matches(new RegExp(`${TRACKING_NUMBER.source}|^$`, 'i'), {
    message: () => TEXT.trackingNumberFormat,
  })
  tracking_number?: string;
}

export class DispenseDto implements DispenseRequest {
  @CalendarDay(() => TEXT.enterDayOfFillAsYyyy)
  filled_on: string;

  @IsNumber({}, { message: () => SHARED_TEXT.enterQuantityAsNumberAbove0 })
  @IsPositive({ message: () => SHARED_TEXT.enterQuantityAsNumberAbove0 })
  @Max(100_000, { message: () => SHARED_TEXT.enterSmallerQuantity })
  quantity: number;

  @MaybeAbsent()
  @IsInt({ message: () => TEXT.enterDaysAsWholeNumber })
  @Min(1, { message: () => TEXT.enterDaysAsWholeNumber })
  @Max(366, { message: () => TEXT.enterFewerDays })
  days?: number;

  @IsIn(DISPENSE_SOURCES, { message: () => TEXT.chooseSource })
  source: DispenseSource;

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => TEXT.chooseFillOfOrder })
  completes?: string;

  @MaybeReason()
  override_reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];
}

export class RefillRequestDto implements RefillRequestBody {
  @IsUUID(undefined, { message: () => TEXT.choosePrescription })
  prescription_id: string;

  @MaybeAbsent()
  @IsInt({ message: () => TEXT.enterHowManyDosesLeft })
  @Min(0, { message: () => TEXT.enterHowManyDosesLeft })
  @Max(1000, { message: () => TEXT.enterHowManyDosesLeft })
  doses_left?: number;

  @MaybeText('reason')
  reason?: string;

  @IsObject({ message: () => TEXT.answerSafetyCheck })
  @ValidateNested({ message: () => TEXT.answerSafetyCheck })
  @Type(() => SafetyCheckDto)
  safety_check: SafetyCheckDto;
}

export class RefillDecisionDto implements RefillDecisionRequest {
  @Version()
  version: number;

  @IsIn(REFILL_DECISIONS, { message: () => TEXT.chooseReview })
  decision: RefillDecision;

  @MaybeText('reason')
  reason?: string;

  @MaybeReason()
  override_reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];
}
