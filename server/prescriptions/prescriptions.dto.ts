import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsPositive,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type {
  OrderReleaseRequest,
  OrderRequest,
  PrescriptionReviewRequest,
  PrescriptionTransitionRequest,
} from '#common/api/index.js';
import {
  MaybeReason,
  MaybeRuleKeys,
  MaybeText,
  MaybeVersion,
  Reason,
  Version,
  VersionMap,
} from '../platform/http/fields.js';
import { VIAL_KINDS, type VialKind } from '#common/clinical/index.js';
import { validationFailed } from '../platform/errors/errors.js';
import { MaybeAbsent, MaybeNull } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const LONGEST = 200;
const MOST_AT_ONCE = 100;
const NOT_BLANK = /\S/;
const AMOUNT = /^\s*\d+(\.\d+)?\s*$/;

const Text = (what: string) => (target: object, key: string) => {
  IsString({ message: () => TEXT.enterThe(what) })(target, key);
  Matches(NOT_BLANK, { message: () => TEXT.enterThe(what) })(target, key);
  MaxLength(LONGEST, { message: () => SHARED_TEXT.atMostCharacters(LONGEST) })(target, key);
};

/** The seven fields of an order. What does not fit together is stored and blocks approval by its rule. */
export class PrescriptionFieldsDto implements OrderRequest {
  @Text('drug') drug: string;
  /** An amount alone is in mg: a pharmacy must read the unit. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && AMOUNT.test(value) ? `${value.trim()} mg` : value,
  )
  @Text('dose')
  dose: string;
  @Text('frequency') frequency: string;
  @Text('route') route: string;

  @IsNumber({}, { message: () => SHARED_TEXT.enterQuantityAsNumberAbove0 })
  @IsPositive({ message: () => SHARED_TEXT.enterQuantityAsNumberAbove0 })
  @Max(100_000, { message: () => SHARED_TEXT.enterSmallerQuantity })
  quantity: number;

  @IsInt({ message: () => TEXT.enter0To5Refills })
  @Min(0, { message: () => TEXT.enter0To5Refills })
  @Max(5, { message: () => TEXT.enter0To5Refills })
  refills: number;

  @IsInt({ message: () => TEXT.enterDaysOfSupplyAsWhole })
  @Min(1, { message: () => TEXT.enterDaysOfSupplyAsWhole })
  @Max(3660, { message: () => TEXT.enterFewerDaysOfSupply })
  days_supply: number;

  @MaybeNull()
  @IsIn(VIAL_KINDS, { message: () => TEXT.chooseSingleOrMulti })
  vial?: VialKind | null;
}

export class PrescriptionEditDto extends PrescriptionFieldsDto {
  @MaybeVersion()
  version?: number;
}

export class PrescriptionReviewDto implements PrescriptionReviewRequest {
  @IsIn(['accept', 'reject'], { message: () => TEXT.chooseAcceptOrReject })
  decision: 'accept' | 'reject';

  @MaybeText('note')
  note?: string;

  @MaybeReason()
  override_reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];

  @MaybeVersion()
  version?: number;
}

export class PrescriptionTransitionDto implements PrescriptionTransitionRequest {
  @IsIn(['submitted', 'sent', 'filled', 'canceled'], {
    message: () => TEXT.chooseSubmitted,
  })
  to: 'submitted' | 'sent' | 'filled' | 'canceled';

  @MaybeText('reason')
  reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];

  @MaybeVersion()
  version?: number;
}

/** A hold, or its end. */
export class OrderReasonDto {
  @Reason()
  reason: string;

  @Version()
  version: number;
}

export class OrderReleaseDto extends OrderReasonDto implements OrderReleaseRequest {
  @MaybeRuleKeys()
  overrides?: string[];
}

export class PrescriptionsApproveDto {
  @IsArray({ message: () => SHARED_TEXT.mustBeList('ids') })
  @ArrayMinSize(1, { message: () => TEXT.chooseAtLeastOnePrescription })
  @ArrayMaxSize(MOST_AT_ONCE, { message: () => TEXT.atMostAtOnce(MOST_AT_ONCE) })
  @ArrayUnique({ message: () => TEXT.prescriptionNamedTwice })
  @IsUUID(undefined, { each: true, message: 'ids must hold prescription ids.' })
  ids: string[];

  @MaybeAbsent()
  @VersionMap('prescription')
  versions?: Record<string, number>;
}

/** The kind of vial that a suggestion is asked for. */
export function readVial(vial: unknown): VialKind | undefined {
  if (vial === undefined) return undefined;
  const kind = VIAL_KINDS.find((one) => one === vial);
  if (!kind) throw validationFailed({ vial: TEXT.chooseSingleOrMulti });
  return kind;
}
