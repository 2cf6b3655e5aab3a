import { IsEmail, IsIn, IsString, IsUUID, Length, MaxLength, MinLength } from 'class-validator';
import { Transform } from 'class-transformer';
import { MaybeAbsent } from '../platform/http/validation.js';
import { ROLES, type Role } from '../../common/vocabulary/index.js';

const Trimmed = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
const LONGEST_EMAIL = 254;
/** Longer than any password may be, short enough to cost nothing. */
const LONGEST_SENT = 1000;

export class LoginDto {
  @Trimmed()
  @IsString({ message: 'Enter your email address.' })
  @MinLength(1, { message: 'Enter your email address.' })
  @MaxLength(LONGEST_EMAIL, { message: 'Enter a valid email address.' })
  email: string;

  @IsString({ message: 'Enter your password.' })
  @MinLength(1, { message: 'Enter your password.' })
  @MaxLength(LONGEST_SENT, { message: 'The password is too long.' })
  password: string;
}

export class SignupDto {
  @Trimmed()
  @IsEmail({}, { message: 'Enter a valid email address.' })
  @MaxLength(LONGEST_EMAIL, { message: 'Enter a valid email address.' })
  email: string;

  @IsString({ message: 'Enter a password.' })
  @MinLength(1, { message: 'Enter a password.' })
  @MaxLength(LONGEST_SENT, { message: 'Use at most 128 characters.' })
  password: string;

  @IsString({ message: 'Enter the password again.' })
  @MaxLength(LONGEST_SENT, { message: 'Use at most 128 characters.' })
  confirm_password: string;
}

export class MfaVerifyDto {
  @IsUUID(undefined, { message: 'The sign-in is not known.' })
  session_id: string;

  @IsString({ message: 'The sign-in is not known.' })
  @Length(1, 200, { message: 'The sign-in is not known.' })
  session_token: string;

  @IsString({ message: 'Enter the 6-digit code.' })
  @Length(1, 64, { message: 'Enter the 6-digit code.' })
  code: string;
}

export class MfaCancelDto {
  @IsUUID(undefined, { message: 'The sign-in is not known.' })
  session_id: string;

  @IsString({ message: 'The sign-in is not known.' })
  @Length(1, 200, { message: 'The sign-in is not known.' })
  session_token: string;
}

export class RoleDto {
  @IsIn(ROLES, { message: 'Choose one of your roles.' })
  role: Role;
}

export class VerifyEmailDto {
  @MaybeAbsent()
  @IsString({ message: 'The link is not valid.' })
  @MaxLength(500, { message: 'The link is not valid.' })
  token?: string;
}

export const SIX_DIGITS = /^\d{6}$/;
