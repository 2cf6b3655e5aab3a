import { IsIn, IsObject, IsString, IsUUID, Length, MaxLength, MinLength } from 'class-validator';
import { EmailAddress, LONGEST_EMAIL } from '../../platform/http/fields.js';
import { MaybeAbsent, Trimmed } from '../../platform/http/validation.js';
import { PASSWORD_MAX, ROLES, type Role } from '#common/vocabulary/index.js';

/** Longer than any password may be, short enough to be harmless. */
const LONGEST_SENT = 1000;

// If several rules fail, the one nearest to the property is reported: bounds first, then the type.
export class LoginDto {
  @Trimmed()
  @MaxLength(LONGEST_EMAIL, { message: 'Enter a valid email address.' })
  @MinLength(1, { message: 'Enter your email address.' })
  @IsString({ message: 'Enter your email address.' })
  email: string;

  @MaxLength(LONGEST_SENT, { message: 'The password is too long.' })
  @MinLength(1, { message: 'Enter your password.' })
  @IsString({ message: 'Enter your password.' })
  password: string;
}

export class SignupDto {
  @EmailAddress()
  email: string;

  @MaxLength(LONGEST_SENT, { message: 'Use at most 128 characters.' })
  @MinLength(1, { message: 'Enter a password.' })
  @IsString({ message: 'Enter a password.' })
  password: string;

  @MaxLength(LONGEST_SENT, { message: 'Use at most 128 characters.' })
  @IsString({ message: 'Enter the password again.' })
  confirm_password: string;

  @MaybeAbsent()
  @MaxLength(64, { message: 'Choose a time zone.' })
  @IsString({ message: 'Choose a time zone.' })
  timezone?: string;
}

const UNKNOWN_SIGN_IN = { message: 'The sign-in is not known.' };
const ENTER_CODE = { message: 'Enter the 6-digit code.' };
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
  @IsObject({ message: 'The passkey response is missing.' })
  response: Record<string, unknown>;
}

export class PasswordDto {
  @MaxLength(LONGEST_SENT, { message: 'The password is too long.' })
  @MinLength(1, { message: 'Enter your password.' })
  @IsString({ message: 'Enter your password.' })
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
  @Length(1, LONGEST_SENT, { message: 'Enter your password.' })
  @IsString({ message: 'Enter your password.' })
  password?: string;

  @MaybeAbsent()
  @Length(1, LONGEST_CODE, ENTER_CODE)
  @IsString(ENTER_CODE)
  code?: string;
}

export class PasskeyProofDto {
  static readonly asSent = ['response'];

  /** The result of the browser's passkey call. */
  @IsObject({ message: 'The passkey response is missing.' })
  response: Record<string, unknown>;
}

export class PasskeyDto {
  static readonly asSent = ['response'];

  @Trimmed()
  @Length(1, 60, { message: 'Give the passkey a name of at most 60 characters.' })
  @IsString({ message: 'Give the passkey a name.' })
  name: string;

  @IsObject({ message: 'The passkey response is missing.' })
  response: Record<string, unknown>;
}

export class EmailDto {
  @EmailAddress()
  email: string;
}

export class ChangeEmailDto extends EmailDto {
  @Length(1, LONGEST_SENT, { message: 'Enter your password.' })
  @IsString({ message: 'Enter your password.' })
  password: string;
}

export class ResendDto {
  @MaybeAbsent()
  @EmailAddress()
  email?: string;
}

/** A link to set a password. */
export class ResetLinkDto {
  @Length(1, LONGEST_TOKEN, { message: 'This link is missing its token. Request a new email.' })
  @IsString({ message: 'This link is missing its token. Request a new email.' })
  token: string;
}

export class ResetPasswordDto extends ResetLinkDto {
  @MaxLength(PASSWORD_MAX, { message: `Use at most ${PASSWORD_MAX} characters.` })
  @MinLength(1, { message: 'Enter a new password.' })
  @IsString({ message: 'Enter a new password.' })
  password: string;
}

export class ChangePasswordDto {
  @Length(1, LONGEST_SENT, { message: 'Enter your current password.' })
  @IsString({ message: 'Enter your current password.' })
  current_password: string;

  @MaxLength(PASSWORD_MAX, { message: `Use at most ${PASSWORD_MAX} characters.` })
  @MinLength(1, { message: 'Enter a new password.' })
  @IsString({ message: 'Enter a new password.' })
  password: string;
}

export class RoleDto {
  @IsIn(ROLES, { message: 'Choose one of your roles.' })
  role: Role;
}

export class VerifyEmailDto {
  @MaybeAbsent()
  @MaxLength(LONGEST_TOKEN, { message: 'The link is not valid.' })
  @IsString({ message: 'The link is not valid.' })
  token?: string;
}

export const SIX_DIGITS = /^\d{6}$/;
