import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { isDeaNumber } from '#common/dea.js';
import { isNpi } from '#common/npi.js';
import { STATE_CODES } from '#common/vocabulary/states.js';
import { CalendarDay } from '../platform/http/fields.js';
import { MaybeNull, Trimmed } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const Short = (message: () => string) => (target: object, name: string) => {
  IsString({ message })(target, name);
  MinLength(1, { message })(target, name);
  MaxLength(40, { message: () => SHARED_TEXT.atMostCharacters(40) })(target, name);
  Trimmed()(target, name);
};

/** Degrees and words of licenses that may allow prescribing. */
const PRESCRIBER =
  /\b(m\.?d|d\.?o|np|fnp|agnp|dnp|aprn|arnp|crnp|cnp|cns|cnm|pa|physician|doctor|nurse|medical|medicine|osteopath\w*|advanced practice)\b/i;

class CredentialFields {
  @IsIn(STATE_CODES, { message: () => TEXT.chooseState })
  state: string;

  @CalendarDay(() => TEXT.enterLastValidDay)
  expires_on: string;
}

export class LicenseDto extends CredentialFields {
  @Short(() => TEXT.enterTypeOfLicense)
  @Matches(PRESCRIBER, { message: () => TEXT.enterLicenseOfPrescriber })
  type: string;

  @Short(() => TEXT.enterNumberOfLicense)
  number: string;
}

export class DeaRegistrationDto extends CredentialFields {
  @ValidateBy({
    name: 'dea',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isDeaNumber(value.trim()),
      defaultMessage: () => TEXT.deaNumber,
    },
  })
  @Trimmed()
  number: string;

  @MaybeNull()
  @IsArray({ message: () => TEXT.chooseSchedulesSuchAsIii })
  @ArrayMinSize(1, { message: () => TEXT.chooseSchedulesSuchAsIii })
  @ArrayMaxSize(10, { message: () => TEXT.chooseSchedulesSuchAsIii })
  @Matches(/^(I{1,3}|IV|V|[1-5])N?$/i, { each: true, message: () => TEXT.chooseSchedulesSuchAsIii })
  schedules?: string[] | null;
}

export class ProviderProfileDto {
  @MaybeNull()
  @IsString({ message: () => TEXT.enterTenDigitsOfNpi })
  @ValidateBy({
    name: 'npi',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isNpi(value),
      defaultMessage: () => TEXT.enterTenDigitsOfNpiLastDigit,
    },
  })
  npi: string | null;
}
