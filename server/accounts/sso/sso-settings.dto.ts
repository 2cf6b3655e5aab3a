import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsFQDN, IsString, Length } from 'class-validator';
import { MaybeVersion } from '../../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const ISSUER = { message: () => TEXT.enterAddressOfProvider };
const CLIENT = { message: () => TEXT.enterClientIdProviderGave };
const SECRET = { message: () => TEXT.enterClientSecretProviderGave };
const DOMAINS = { message: () => TEXT.enterBetween1And20Email };

export class SsoSettingsDto {
  @MaybeVersion()
  version?: number;

  @Trimmed()
  @Length(1, 500, ISSUER)
  @IsString(ISSUER)
  issuer: string;

  @Trimmed()
  @Length(1, 500, CLIENT)
  @IsString(CLIENT)
  client_id: string;

  /** Absent: keep the stored one. */
  @MaybeAbsent()
  @Length(1, 1000, SECRET)
  @IsString(SECRET)
  client_secret?: string;

  @IsFQDN({}, { each: true, ...DOMAINS })
  @ArrayMaxSize(20, DOMAINS)
  @ArrayMinSize(1, DOMAINS)
  @IsArray(DOMAINS)
  email_domains: string[];

  @MaybeAbsent()
  @IsBoolean({ message: () => SHARED_TEXT.chooseOnOrOff })
  trust_addresses?: boolean;

  @IsBoolean({ message: () => SHARED_TEXT.chooseOnOrOff })
  required: boolean;
}
