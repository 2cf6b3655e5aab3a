import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { APP_GROUPS, APP_LIMITS, type AppGroup } from '#common/api/patient-apps.js';
import { DisplayName } from '../accounts/users/display-name.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';

const ADDRESSES = { message: `Enter 1 to ${APP_LIMITS.redirectUris} addresses, each once.` };
const GROUPS = { message: 'Choose what the app may read, each once.' };
const PARAMETER = { message: 'The app sent a value that is too long.' };
const LONGEST = 2000;

export class PatientAppCreateDto {
  @Trimmed()
  @DisplayName()
  name: string;

  @MaxLength(APP_LIMITS.uriLength, { each: true, ...ADDRESSES })
  @IsString({ each: true, ...ADDRESSES })
  @ArrayUnique(ADDRESSES)
  @ArrayMaxSize(APP_LIMITS.redirectUris, ADDRESSES)
  @ArrayNotEmpty(ADDRESSES)
  @IsArray(ADDRESSES)
  redirect_uris: string[];

  @IsBoolean({ message: 'Choose yes or no.' })
  confidential: boolean;

  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose an organization.' })
  org_id?: string;
}

export class AppRequestDto {
  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  client_id: string;

  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  redirect_uri: string;

  @MaybeAbsent()
  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  response_type?: string;

  @MaybeAbsent()
  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  scope?: string;

  @MaybeAbsent()
  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  state?: string;

  @MaybeAbsent()
  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  aud?: string;

  @MaybeAbsent()
  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  code_challenge?: string;

  @MaybeAbsent()
  @MaxLength(LONGEST, PARAMETER)
  @IsString(PARAMETER)
  code_challenge_method?: string;
}

export class AppDecisionDto extends AppRequestDto {
  @IsBoolean({ message: 'Choose yes or no.' })
  allow: boolean;

  @IsIn(APP_GROUPS, { each: true, ...GROUPS })
  @ArrayUnique(GROUPS)
  @IsArray(GROUPS)
  groups: AppGroup[];
}
