import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsString, IsUUID, MaxLength } from 'class-validator';
import { API_SCOPES, type ApiScope } from '#common/api/api-keys.js';
import { DisplayName } from '../accounts/users/display-name.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { Instant } from '../platform/time/instant.js';

const KEY_SET_LENGTH = 20_000;
const URL_LENGTH = 500;
const KEY_SET = { message: 'Enter a key set of up to 20,000 characters.' };
const URL_TEXT = { message: 'Enter a URL that begins with https://.' };
const SCOPES = { message: 'Choose at least one scope, each once.' };

export class ApiKeyCreateDto {
  @Trimmed()
  @DisplayName()
  name: string;

  @IsIn(API_SCOPES, { each: true, ...SCOPES })
  @ArrayUnique(SCOPES)
  @ArrayNotEmpty(SCOPES)
  @IsArray(SCOPES)
  scopes: ApiScope[];

  @MaybeAbsent()
  @MaxLength(KEY_SET_LENGTH, KEY_SET)
  @IsString(KEY_SET)
  jwks?: string;

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(URL_LENGTH, URL_TEXT)
  @IsString(URL_TEXT)
  jwks_url?: string;

  @MaybeAbsent()
  @Instant('Enter a time with its offset, for example 2027-01-31T00:00:00Z.')
  expires_at?: string;

  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose an organization.' })
  org_id?: string;
}
