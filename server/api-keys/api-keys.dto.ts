import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsUUID } from 'class-validator';
import { API_SCOPES, type ApiScope } from '#common/api/api-keys.js';
import { DisplayName } from '../accounts/users/display-name.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { Instant } from '../platform/time/instant.js';

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
  @Instant('Enter a time with its offset, for example 2027-01-31T00:00:00Z.')
  expires_at?: string;

  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose an organization.' })
  org_id?: string;
}
