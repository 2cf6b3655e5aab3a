import { applyDecorators } from '@nestjs/common';
import { IsIn, IsString, MaxLength } from 'class-validator';
import type { PreferredContact, ProfilePatchRequest } from '#common/api/patient.js';
import { Version } from '../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const Text = (message: () => string, length: number) =>
  applyDecorators(
    MaybeNull(),
    IsString({ message }),
    MaxLength(length, { message: () => SHARED_TEXT.atMostCharacters(length) }),
  );

export class ProfilePatchDto implements ProfilePatchRequest {
  @Version()
  version: number;

  @Text(() => TEXT.enterPhoneNumberAsText, 40)
  phone?: string | null;

  @Text(() => TEXT.enterAddressAsText, 500)
  mailing_address?: string | null;

  @MaybeNull()
  @IsIn(['email', 'phone', 'text'], { message: () => TEXT.chooseEmail })
  preferred_contact?: PreferredContact | null;

  @Text(() => TEXT.enterNameAsText, 200)
  emergency_contact_name?: string | null;

  @Text(() => TEXT.enterRelationshipAsText, 100)
  emergency_contact_relationship?: string | null;

  @Text(() => TEXT.enterPhoneNumberAsText, 40)
  emergency_contact_phone?: string | null;

  @MaybeAbsent()
  @IsString({ message: () => SHARED_TEXT.chooseTimeZone })
  @MaxLength(64, { message: () => SHARED_TEXT.chooseTimeZone })
  timezone?: string;
}
