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
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const ADDRESSES = { message: () => TEXT.enter1ToAddresses(APP_LIMITS.redirectUris) };
const GROUPS = { message: () => TEXT.chooseWhatAppMayRead };
const PARAMETER = { message: () => TEXT.appSentValueTooLong };
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

  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  confidential: boolean;

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseOrganization })
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
  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  allow: boolean;

  @IsIn(APP_GROUPS, { each: true, ...GROUPS })
  @ArrayUnique(GROUPS)
  @IsArray(GROUPS)
  groups: AppGroup[];
}
