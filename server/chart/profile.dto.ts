import { applyDecorators } from '@nestjs/common';
import { IsIn, IsString, MaxLength } from 'class-validator';
import type { PreferredContact, ProfilePatchRequest } from '#common/api/patient.js';
import { Version } from '../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../platform/http/validation.js';

const Text = (message: string, length: number) =>
  applyDecorators(
    MaybeNull(),
    IsString({ message }),
    MaxLength(length, { message: `Use at most ${length} characters.` }),
  );

export class ProfilePatchDto implements ProfilePatchRequest {
  @Version()
  version: number;

  @Text('Enter the phone number as text.', 40)
  phone?: string | null;

  @Text('Enter the address as text.', 500)
  mailing_address?: string | null;

  @MaybeNull()
  @IsIn(['email', 'phone', 'text'], { message: 'Choose email, phone or text.' })
  preferred_contact?: PreferredContact | null;

  @Text('Enter the name as text.', 200)
  emergency_contact_name?: string | null;

  @Text('Enter the relationship as text.', 100)
  emergency_contact_relationship?: string | null;

  @Text('Enter the phone number as text.', 40)
  emergency_contact_phone?: string | null;

  @MaybeAbsent()
  @IsString({ message: 'Choose a time zone.' })
  @MaxLength(64, { message: 'Choose a time zone.' })
  timezone?: string;
}
