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
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const { nameLength, addressLength, urlLength, referenceLength } = PHARMACY_LIMITS;
const ADDRESS = { message: () => SHARED_TEXT.atMostCharacters(addressLength) };
const URL_TEXT = { message: () => SHARED_TEXT.enterUrlBeginsWithHttps };
const NCPDP = { message: () => TEXT.enterSevenDigitsOfNcpdpId };
const REFERENCE = { message: () => TEXT.enterOneLineOfAtMost(referenceLength) };
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

  @MaybeAbsent()
  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  other_confirmed?: boolean;
}

export class PharmacyCreateDto extends PharmacyParts {
  @Trimmed()
  @DisplayName(nameLength)
  name: string;

  @IsIn(PHARMACY_CHANNELS, { message: () => TEXT.chooseHowPharmacyGetsPrescriptions })
  channel: PharmacyChannel;

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseOrganization })
  org_id?: string;
}

export class PharmacyChangeDto extends PharmacyParts {
  @MaybeAbsent()
  @Trimmed()
  @DisplayName(nameLength)
  name?: string;

  @MaybeAbsent()
  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  active?: boolean;

  @Version()
  version: number;
}

export class PharmacyOrderDto {
  @IsUUID(undefined, { message: () => TEXT.choosePharmacy })
  pharmacy_id: string;

  @MaybeText('reason')
  reason?: string;

  @MaybeRuleKeys()
  overrides?: string[];

  @Version()
  version: number;
}

export class PharmacyOrderConfirmDto {
  @IsIn(CONFIRMED_BY, { message: () => TEXT.chooseHowPharmacyConfirmed })
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
