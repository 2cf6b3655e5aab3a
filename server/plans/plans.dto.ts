import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { validationFailed } from '../platform/errors/errors.js';
import {
  MaybeReason,
  MaybeRuleKeys,
  MaybeText,
  MaybeVersion,
  Reason,
  Version,
  VersionMap,
} from '../platform/http/fields.js';
import { MaybeAbsent } from '../platform/http/validation.js';

export class PlanFlagDto {
  @IsUUID(undefined, { message: 'Choose a plan.' })
  plan_id: string;

  @MaybeText('reason')
  reason?: string;

  @MaybeVersion()
  version?: number;
}

export class PlanUnflagDto {
  @IsUUID(undefined, { message: 'Choose a plan.' })
  plan_id: string;

  @MaybeReason()
  reason?: string;

  @MaybeVersion()
  version?: number;
}

export class PlanApproveDto {
  @IsUUID(undefined, { message: 'Choose a plan.' })
  plan_id: string;

  @Version()
  version: number;

  @MaybeReason()
  override_reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];
}

export class ApproveUnflaggedDto {
  @MaybeAbsent()
  @IsBoolean({ message: 'dry_run must be true or false.' })
  dry_run?: boolean;

  @MaybeAbsent()
  @IsArray({ message: 'plan_ids must be a list.' })
  @ArrayMaxSize(1000, { message: 'At most 1,000 plans at once.' })
  @IsUUID(undefined, { each: true, message: 'plan_ids must hold plan ids.' })
  plan_ids?: string[];

  @MaybeAbsent()
  @IsObject({ message: 'versions must map plan ids to whole numbers.' })
  @VersionMap('plan')
  versions?: Record<string, number>;
}

/** Product, dose, frequency and route are checked against the catalogue. */
class PlanWishDto {
  @IsString({ message: 'Choose a formulation.' })
  @MaxLength(100, { message: 'Choose a formulation.' })
  formulation: string;

  @IsNumber({}, { message: 'Enter the dose in mg, a number above 0.' })
  dose: number;

  @IsString({ message: 'Choose a frequency.' })
  @MaxLength(100, { message: 'Choose a frequency.' })
  frequency: string;

  @IsString({ message: 'Choose a route.' })
  @MaxLength(100, { message: 'Choose a route.' })
  route: string;

  @MaybeAbsent()
  @IsString({ message: 'Enter the timing as text.' })
  @MaxLength(300, { message: 'Use at most 300 characters.' })
  blood_draw_timing?: string;

  @MaybeRuleKeys()
  overrides?: string[];

  @MaybeVersion()
  version?: number;
}

export class TitrateDto extends PlanWishDto {
  @MaybeReason()
  reason?: string;
}

/** A plan that a clinician writes against the rules, or where they drafted none. */
export class ClinicianPlanDto extends PlanWishDto {
  @Reason()
  override_reason: string;
}

/** org_id is read by the access guard. */
const TITRATE_QUERY = ['simulate', 'org_id'];

/** Whether to look without saving. A query that is not understood never saves. */
export function readSimulate(query: Record<string, unknown>): boolean {
  const extra = Object.keys(query).filter((key) => !TITRATE_QUERY.includes(key));
  if (extra.length)
    throw validationFailed(Object.fromEntries(extra.map((key) => [key, 'This parameter is not known.'])));
  const { simulate } = query;
  if (simulate !== undefined && simulate !== 'true' && simulate !== 'false')
    throw validationFailed({ simulate: 'simulate must be true or false.' });
  return simulate === 'true';
}

/** A call without a payload: anything in it is an unknown field. */
export class NoPayloadDto {}
