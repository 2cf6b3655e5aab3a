import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsObject, IsTimeZone, Min, ValidateNested } from 'class-validator';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { DisplayName } from './display-name.js';

const OrganisationName = () => (target: object, name: string) => {
  DisplayName()(target, name);
  Trimmed()(target, name);
};
const ON_OR_OFF = { message: 'Choose on or off.' };

export class PoliciesDto {
  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  mfa_required_for_staff?: boolean;

  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  step_up_for_prescribing?: boolean;

  @MaybeAbsent()
  @IsIn(['quarterly', 'guideline'], { message: 'Choose quarterly or guideline.' })
  monitoring_mode?: 'quarterly' | 'guideline';
}

export class OrganisationCreateDto {
  @OrganisationName()
  name: string;

  @MaybeAbsent()
  @IsTimeZone({ message: 'Choose a time zone by its IANA name, for instance America/New_York.' })
  timezone?: string;

  @MaybeAbsent()
  @ValidateNested()
  @Type(() => PoliciesDto)
  @IsObject({ message: 'policies must be an object.' })
  policies?: PoliciesDto;
}

export class OrganisationPatchDto {
  @MaybeAbsent()
  @Min(1, { message: 'version must be a whole number.' })
  @IsInt({ message: 'version must be a whole number.' })
  version?: number;

  @MaybeAbsent()
  @OrganisationName()
  name?: string;

  @MaybeAbsent()
  @IsTimeZone({ message: 'Choose a time zone by its IANA name, for instance America/New_York.' })
  timezone?: string;

  @MaybeAbsent()
  @ValidateNested()
  @Type(() => PoliciesDto)
  @IsObject({ message: 'policies must be an object.' })
  policies?: PoliciesDto;
}
