import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  IsTimeZone,
  Matches,
  MaxLength,
  MinLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { CLINIC_CONTACT_LIMITS } from '#common/api/admin.js';
import type { StatePolicy } from '#common/api/index.js';
import { STATE_CODES } from '#common/vocabulary/states.js';
import { CalendarDay, MaybeVersion, PhoneNumber } from '../../platform/http/fields.js';
import { MaybeAbsent, MaybeNull, Trimmed } from '../../platform/http/validation.js';
import { stateError } from '../users/state-policies.js';
import { DisplayName } from '../users/display-name.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const OrganisationName = () => (target: object, name: string) => {
  DisplayName()(target, name);
  Trimmed()(target, name);
};
const ON_OR_OFF = { message: () => SHARED_TEXT.chooseOnOrOff };

const CHOOSE_STATES = { message: () => TEXT.chooseStatesByTwoLetterCode };

class TelemedicineDto {
  @CalendarDay(() => TEXT.enterLastDayOfFlexibility)
  flexibility_until: string;

  @IsString({ message: () => TEXT.citeRule })
  @MinLength(3, { message: () => TEXT.citeRule })
  @MaxLength(300, { message: () => SHARED_TEXT.atMostCharacters(300) })
  citation: string;
}

export class PoliciesDto {
  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  mfa_required_for_staff?: boolean;

  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  step_up_for_prescribing?: boolean;

  @MaybeAbsent()
  @IsIn(['quarterly', 'guideline'], { message: () => TEXT.chooseQuarterlyOrGuideline })
  monitoring_mode?: 'quarterly' | 'guideline';

  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  clinical_acts_need_provider?: boolean;

  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  licenses_need_verification?: boolean;

  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  break_glass_reason?: boolean;

  @MaybeAbsent()
  @IsBoolean(ON_OR_OFF)
  ask_ams?: boolean;

  @MaybeNull()
  @IsArray(CHOOSE_STATES)
  @ArrayMaxSize(STATE_CODES.length, CHOOSE_STATES)
  @IsIn(STATE_CODES, { each: true, ...CHOOSE_STATES })
  service_states?: string[] | null;

  @MaybeAbsent()
  @IsObject({ message: () => TEXT.enterLastDayAndCitation })
  @ValidateNested()
  @Type(() => TelemedicineDto)
  telemedicine?: TelemedicineDto;

  @MaybeAbsent()
  @ValidateBy({
    name: 'statePolicies',
    validator: {
      validate: (value: unknown) => stateError(value) === null,
      defaultMessage: (shown) => stateError(shown?.value) ?? '',
    },
  })
  states?: Record<string, StatePolicy | null>;
}

const ONE_LINE = { message: () => TEXT.oneLineOfAtMost(CLINIC_CONTACT_LIMITS.addressLength) };

class OrganisationFields {
  @MaybeNull()
  @PhoneNumber()
  phone?: string | null;

  @MaybeNull()
  @Trimmed()
  @Matches(/^[^\p{Cc}]*$/u, ONE_LINE)
  @MaxLength(CLINIC_CONTACT_LIMITS.addressLength, ONE_LINE)
  @IsString(ONE_LINE)
  address?: string | null;

  @MaybeAbsent()
  @IsTimeZone({ message: () => TEXT.chooseTimeZoneByIanaName })
  timezone?: string;

  @MaybeAbsent()
  @ValidateNested()
  @Type(() => PoliciesDto)
  @IsObject({ message: () => SHARED_TEXT.mustBeObject('policies') })
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
