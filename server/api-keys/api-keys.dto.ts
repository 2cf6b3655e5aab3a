import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsString, IsUUID, MaxLength } from 'class-validator';
import { API_SCOPES, type ApiScope } from '#common/api/api-keys.js';
import { DisplayName } from '../accounts/users/display-name.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { Instant } from '../platform/time/instant.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const KEY_SET_LENGTH = 20_000;
const URL_LENGTH = 500;
const KEY_SET = { message: () => TEXT.enterKeySetOfUp };
const URL_TEXT = { message: () => SHARED_TEXT.enterUrlBeginsWithHttps };
const SCOPES = { message: () => TEXT.chooseAtLeastOneScope };

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
  @Instant(() => TEXT.enterTimeWithOffset)
  expires_at?: string;

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseOrganization })
  org_id?: string;
}
