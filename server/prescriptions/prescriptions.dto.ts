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

const LONGEST = 200;
const MOST_AT_ONCE = 100;
const NOT_BLANK = /\S/;
const AMOUNT = /^\s*\d+(\.\d+)?\s*$/;
const REFILLS = 'Enter 0 to 5 refills: the law allows no more.';

const Text = (what: string) => (target: object, key: string) => {
  IsString({ message: `Enter the ${what}.` })(target, key);
  Matches(NOT_BLANK, { message: `Enter the ${what}.` })(target, key);
  MaxLength(LONGEST, { message: `Use at most ${LONGEST} characters.` })(target, key);
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

  @IsNumber({}, { message: 'Enter the quantity as a number above 0.' })
  @IsPositive({ message: 'Enter the quantity as a number above 0.' })
  @Max(100_000, { message: 'Enter a smaller quantity.' })
  quantity: number;

  @IsInt({ message: REFILLS })
  @Min(0, { message: REFILLS })
  @Max(5, { message: REFILLS })
  refills: number;

  @IsInt({ message: 'Enter the days of supply as a whole number from 1 on.' })
  @Min(1, { message: 'Enter the days of supply as a whole number from 1 on.' })
  @Max(3660, { message: 'Enter fewer days of supply.' })
  days_supply: number;

  @MaybeNull()
  @IsIn(VIAL_KINDS, { message: 'Choose single or multi.' })
  vial?: VialKind | null;
}

export class PrescriptionEditDto extends PrescriptionFieldsDto {
  @MaybeVersion()
  version?: number;
}

export class PrescriptionReviewDto implements PrescriptionReviewRequest {
  @IsIn(['accept', 'reject'], { message: 'Choose accept or reject.' })
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
    message: 'Choose submitted, sent, filled or canceled.',
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
  @IsArray({ message: 'ids must be a list.' })
  @ArrayMinSize(1, { message: 'Choose at least one prescription.' })
  @ArrayMaxSize(MOST_AT_ONCE, { message: `At most ${MOST_AT_ONCE} at once.` })
  @ArrayUnique({ message: 'A prescription is named twice.' })
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
  if (!kind) throw validationFailed({ vial: 'Choose single or multi.' });
  return kind;
}
