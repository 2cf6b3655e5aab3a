import { IsIn, IsObject, IsString, IsUUID, Length, MaxLength, MinLength } from 'class-validator';
import { EmailAddress, LONGEST_EMAIL } from '../../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../../platform/http/validation.js';
import { PASSWORD_MAX, ROLES, type Role } from '#common/vocabulary/index.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** Longer than any password may be, short enough to be harmless. */
const LONGEST_SENT = 1000;

// If several rules fail, the one nearest to the property is reported: bounds first, then the type.
export class LoginDto {
  @Trimmed()
  @MaxLength(LONGEST_EMAIL, { message: () => SHARED_TEXT.enterValidEmailAddress })
  @MinLength(1, { message: () => TEXT.enterEmailAddress })
  @IsString({ message: () => TEXT.enterEmailAddress })
  email: string;

  @MaxLength(LONGEST_SENT, { message: () => TEXT.passwordTooLong })
  @MinLength(1, { message: () => TEXT.enterPassword })
  @IsString({ message: () => TEXT.enterPassword })
  password: string;
}

export class SignupDto {
  @EmailAddress()
  email: string;

  @MaxLength(LONGEST_SENT, { message: () => SHARED_TEXT.atMostCharacters(128) })
  @MinLength(1, { message: () => TEXT.enterAPassword })
  @IsString({ message: () => TEXT.enterAPassword })
  password: string;

  @MaxLength(LONGEST_SENT, { message: () => SHARED_TEXT.atMostCharacters(128) })
  @IsString({ message: () => TEXT.enterPasswordAgain })
  confirm_password: string;

  @MaybeAbsent()
  @MaxLength(64, { message: () => SHARED_TEXT.chooseTimeZone })
  @IsString({ message: () => SHARED_TEXT.chooseTimeZone })
  timezone?: string;
}

const UNKNOWN_SIGN_IN = { message: () => TEXT.signInNotKnown };
const ENTER_CODE = { message: () => TEXT.enter6DigitCode };
const LONGEST_CODE = 64;
const LONGEST_TOKEN = 500;

/** The sign-in waiting for its second step. */
export class PendingSignInDto {
  @IsUUID(undefined, UNKNOWN_SIGN_IN)
  session_id: string;

  @Length(1, 200, UNKNOWN_SIGN_IN)
  @IsString(UNKNOWN_SIGN_IN)
  session_token: string;
}

export class MfaVerifyDto extends PendingSignInDto {
  @Length(1, LONGEST_CODE, ENTER_CODE)
  @IsString(ENTER_CODE)
  code: string;
}

export class MfaPasskeyVerifyDto extends PendingSignInDto {
  static readonly asSent = ['response'];

  /** The result of the browser's passkey call. */
  @IsObject({ message: () => TEXT.passkeyResponseMissing })
  response: Record<string, unknown>;
}

export class PasswordDto {
  @MaxLength(LONGEST_SENT, { message: () => TEXT.passwordTooLong })
  @MinLength(1, { message: () => TEXT.enterPassword })
  @IsString({ message: () => TEXT.enterPassword })
  password: string;
}

export class CodeDto {
  @Length(1, LONGEST_CODE, ENTER_CODE)
  @IsString(ENTER_CODE)
  code: string;
}

export class PasskeyRemovalDto extends PasswordDto {
  @MaybeAbsent()
  @Length(1, LONGEST_CODE, ENTER_CODE)
  @IsString(ENTER_CODE)
  code?: string;
}

export class MfaChangeDto extends PasswordDto {
  @Length(1, LONGEST_CODE, ENTER_CODE)
  @IsString(ENTER_CODE)
  code: string;
}

export class ReauthDto {
  @MaybeAbsent()
  @Length(1, LONGEST_SENT, { message: () => TEXT.enterPassword })
  @IsString({ message: () => TEXT.enterPassword })
  password?: string;

  @MaybeAbsent()
  @Length(1, LONGEST_CODE, ENTER_CODE)
  @IsString(ENTER_CODE)
  code?: string;
}

export class PasskeyProofDto {
  static readonly asSent = ['response'];

  /** The result of the browser's passkey call. */
  @IsObject({ message: () => TEXT.passkeyResponseMissing })
  response: Record<string, unknown>;
}

export class PasskeyDto {
  static readonly asSent = ['response'];

  @Trimmed()
  @Length(1, 60, { message: () => TEXT.givePasskeyNameOfAtMost })
  @IsString({ message: () => TEXT.givePasskeyName })
  name: string;

  @IsObject({ message: () => TEXT.passkeyResponseMissing })
  response: Record<string, unknown>;
}

export class EmailDto {
  @EmailAddress()
  email: string;
}

export class ChangeEmailDto extends EmailDto {
  @Length(1, LONGEST_SENT, { message: () => TEXT.enterPassword })
  @IsString({ message: () => TEXT.enterPassword })
  password: string;
}

export class ResendDto {
  @MaybeAbsent()
  @EmailAddress()
  email?: string;
}

/** A link to set a password. */
export class ResetLinkDto {
  @Length(1, LONGEST_TOKEN, { message: () => SHARED_TEXT.linkMissingToken })
  @IsString({ message: () => SHARED_TEXT.linkMissingToken })
  token: string;
}

export class ResetPasswordDto extends ResetLinkDto {
  @MaxLength(PASSWORD_MAX, { message: () => SHARED_TEXT.atMostCharacters(PASSWORD_MAX) })
  @MinLength(1, { message: () => TEXT.enterNewPassword })
  @IsString({ message: () => TEXT.enterNewPassword })
  password: string;
}

export class ChangePasswordDto {
  @Length(1, LONGEST_SENT, { message: () => TEXT.enterCurrentPassword })
  @IsString({ message: () => TEXT.enterCurrentPassword })
  current_password: string;

  @MaxLength(PASSWORD_MAX, { message: () => SHARED_TEXT.atMostCharacters(PASSWORD_MAX) })
  @MinLength(1, { message: () => TEXT.enterNewPassword })
  @IsString({ message: () => TEXT.enterNewPassword })
  password: string;
}

export class RoleDto {
  @IsIn(ROLES, { message: () => TEXT.chooseOneOfRoles })
  role: Role;
}

export class VerifyEmailDto {
  @MaybeAbsent()
  @MaxLength(LONGEST_TOKEN, { message: () => TEXT.linkNotValid })
  @IsString({ message: () => TEXT.linkNotValid })
  token?: string;
}

export const SIX_DIGITS = /^\d{6}$/;
