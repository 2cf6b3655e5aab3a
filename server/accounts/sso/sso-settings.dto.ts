import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsFQDN, IsString, Length } from 'class-validator';
import { MaybeVersion } from '../../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../../platform/http/validation.js';

const ISSUER = { message: 'Enter the address of the provider, starting with https://.' };
const CLIENT = { message: 'Enter the client ID that the provider gave you.' };
const SECRET = { message: 'Enter the client secret that the provider gave you.' };
const DOMAINS = { message: 'Enter between 1 and 20 email domains, for example clinic.example.' };

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
  @IsBoolean({ message: 'Choose on or off.' })
  trust_addresses?: boolean;

  @IsBoolean({ message: 'Choose on or off.' })
  required: boolean;
}
