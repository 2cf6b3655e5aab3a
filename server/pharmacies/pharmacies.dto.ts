import { IsBoolean, IsIn, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { NCPDP_ID, PHARMACY_LIMITS } from '#common/api/pharmacies.js';
import {
  CONFIRMED_BY,
  PHARMACY_CHANNELS,
  type ConfirmedBy,
  type PharmacyChannel,
} from '#common/vocabulary/pharmacies.js';
import { DisplayName } from '../accounts/users/display-name.js';
import { MaybeRuleKeys, MaybeText, PhoneNumber, Reason, Version } from '../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';

const { nameLength, addressLength, urlLength, referenceLength } = PHARMACY_LIMITS;
const ADDRESS = { message: `Use at most ${addressLength} characters.` };
const URL_TEXT = { message: 'Enter a URL that begins with https://.' };
const NCPDP = { message: 'Enter the seven digits of the NCPDP ID.' };
const REFERENCE = { message: `Enter one line of at most ${referenceLength} characters.` };
const ONE_LINE = /^\P{Cc}*$/u;

class PharmacyParts {
  @MaybeAbsent()
  @PhoneNumber()
  phone?: string;

  @MaybeAbsent()
  @PhoneNumber()
  fax?: string;

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(addressLength, ADDRESS)
  @IsString(ADDRESS)
  address?: string;

  @MaybeAbsent()
  @Trimmed()
  @Matches(new RegExp(`${NCPDP_ID.source}|^$`), NCPDP)
  @IsString(NCPDP)
  ncpdp_id?: string;

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(urlLength, URL_TEXT)
  @IsString(URL_TEXT)
  url?: string;
}

export class PharmacyCreateDto extends PharmacyParts {
  @Trimmed()
  @DisplayName(nameLength)
  name: string;

  @IsIn(PHARMACY_CHANNELS, { message: 'Choose how the pharmacy gets prescriptions.' })
  channel: PharmacyChannel;

  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose an organization.' })
  org_id?: string;
}

export class PharmacyChangeDto extends PharmacyParts {
  @MaybeAbsent()
  @Trimmed()
  @DisplayName(nameLength)
  name?: string;

  @MaybeAbsent()
  @IsBoolean({ message: 'Choose yes or no.' })
  active?: boolean;

  @Version()
  version: number;
}

export class PharmacyOrderDto {
  @IsUUID(undefined, { message: 'Choose a pharmacy.' })
  pharmacy_id: string;

  @MaybeText('reason')
  reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];

  @Version()
  version: number;
}

export class PharmacyOrderConfirmDto {
  @IsIn(CONFIRMED_BY, { message: 'Choose how the pharmacy confirmed.' })
  how: ConfirmedBy;

  @MaybeAbsent()
  @Trimmed()
  @Matches(ONE_LINE, REFERENCE)
  @MaxLength(referenceLength, REFERENCE)
  @IsString(REFERENCE)
  reference?: string;

  @Version()
  version: number;
}

export class PharmacyOrderWithdrawDto {
  @Reason()
  reason: string;

  @Version()
  version: number;
}
