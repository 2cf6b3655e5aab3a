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

const Short = (message: string) => (target: object, name: string) => {
  IsString({ message })(target, name);
  MinLength(1, { message })(target, name);
  MaxLength(40, { message: 'Use at most 40 characters.' })(target, name);
  Trimmed()(target, name);
};
const DEA_NUMBER =
  'Enter two characters and seven digits, as on the certificate; the last digit must match the six before it.';
const SCHEDULES = 'Choose schedules such as III or IIIN.';

/** Degrees and words of licenses that may allow prescribing. */
const PRESCRIBER =
  /\b(m\.?d|d\.?o|np|fnp|agnp|dnp|aprn|arnp|crnp|cnp|cns|cnm|pa|physician|doctor|nurse|medical|medicine|osteopath\w*|advanced practice)\b/i;

class CredentialFields {
  @IsIn(STATE_CODES, { message: 'Choose a state.' })
  state: string;

  @CalendarDay('Enter the last valid day.')
  expires_on: string;
}

export class LicenseDto extends CredentialFields {
  @Short('Enter the type of license, such as MD.')
  @Matches(PRESCRIBER, { message: 'Enter the license of a prescriber, such as MD, DO, NP or PA.' })
  type: string;

  @Short('Enter the number of the license.')
  number: string;
}

export class DeaRegistrationDto extends CredentialFields {
  @ValidateBy({
    name: 'dea',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isDeaNumber(value.trim()),
      defaultMessage: () => DEA_NUMBER,
    },
  })
  @Trimmed()
  number: string;

  @MaybeNull()
  @IsArray({ message: SCHEDULES })
  @ArrayMinSize(1, { message: SCHEDULES })
  @ArrayMaxSize(10, { message: SCHEDULES })
  @Matches(/^(I{1,3}|IV|V|[1-5])N?$/i, { each: true, message: SCHEDULES })
  schedules?: string[] | null;
}

export class ProviderProfileDto {
  @MaybeNull()
  @IsString({ message: 'Enter the ten digits of the NPI.' })
  @ValidateBy({
    name: 'npi',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isNpi(value),
      defaultMessage: () => 'Enter the ten digits of the NPI; the last digit does not match.',
    },
  })
  npi: string | null;
}
