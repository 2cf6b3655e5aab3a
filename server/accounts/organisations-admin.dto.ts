import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsTimeZone, ValidateNested } from 'class-validator';
import { MaybeVersion } from '../platform/http/fields.js';
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

class OrganisationFields {
  @MaybeAbsent()
  @IsTimeZone({ message: 'Choose a time zone by its IANA name, for instance America/New_York.' })
  timezone?: string;

  @MaybeAbsent()
  @ValidateNested()
  @Type(() => PoliciesDto)
  @IsObject({ message: 'policies must be an object.' })
  policies?: PoliciesDto;
}

export class OrganisationCreateDto extends OrganisationFields {
  @OrganisationName()
  name: string;
}

export class OrganisationPatchDto extends OrganisationFields {
  @MaybeVersion()
  version?: number;

  @MaybeAbsent()
  @OrganisationName()
  name?: string;
}
