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
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

export class PlanFlagDto {
  @IsUUID(undefined, { message: () => TEXT.choosePlan })
  plan_id: string;

  @MaybeText('reason')
  reason?: string;

  @MaybeVersion()
  version?: number;
}

export class PlanUnflagDto {
  @IsUUID(undefined, { message: () => TEXT.choosePlan })
  plan_id: string;

  @MaybeReason()
  reason?: string;

  @MaybeVersion()
  version?: number;
}

export class PlanApproveDto {
  @IsUUID(undefined, { message: () => TEXT.choosePlan })
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
  @IsBoolean({ message: () => SHARED_TEXT.mustTrueOrFalse('dry_run') })
  dry_run?: boolean;

  @MaybeAbsent()
  @IsArray({ message: () => SHARED_TEXT.mustBeList('plan_ids') })
  @ArrayMaxSize(1000, { message: () => TEXT.atMost1000Plans })
  @IsUUID(undefined, { each: true, message: () => SHARED_TEXT.mustHoldIds('plan_ids', 'plan') })
  plan_ids?: string[];

  @MaybeAbsent()
  @IsObject({ message: () => SHARED_TEXT.mustMapVersions('plan') })
  @VersionMap('plan')
  versions?: Record<string, number>;
}

/** Product, dose, frequency and route are checked against the catalogue. */
class PlanWishDto {
  @IsString({ message: () => TEXT.chooseFormulation })
  @MaxLength(100, { message: () => TEXT.chooseFormulation })
  formulation: string;

  @IsNumber({}, { message: () => TEXT.enterDoseInMg })
  dose: number;

  @IsString({ message: () => TEXT.chooseFrequency })
  @MaxLength(100, { message: () => TEXT.chooseFrequency })
  frequency: string;

  @IsString({ message: () => TEXT.chooseRoute })
  @MaxLength(100, { message: () => TEXT.chooseRoute })
  route: string;

  @MaybeAbsent()
  @IsString({ message: () => TEXT.enterTimingAsText })
  @MaxLength(300, { message: () => SHARED_TEXT.atMostCharacters(300) })
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
    throw validationFailed(Object.fromEntries(extra.map((key) => [key, SHARED_TEXT.parameterNotKnown])));
  const { simulate } = query;
  if (simulate !== undefined && simulate !== 'true' && simulate !== 'false')
    throw validationFailed({ simulate: 'simulate must be true or false.' });
  return simulate === 'true';
}

/** A call without a payload: anything in it is an unknown field. */
export class NoPayloadDto {}
