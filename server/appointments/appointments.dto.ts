import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import {
  APPOINTMENT_KINDS,
  APPOINTMENT_STATUSES,
  type AppointmentKind,
  type AppointmentStatus,
} from '#common/api/appointments.js';
import { MaybeVersion } from '../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../platform/http/validation.js';
import { Instant } from '../platform/time/instant.js';

const MOMENT = 'Date and time must look like 2026-11-19T08:00-05:00.';
const TIMES = 'Propose one to three times.';

export class AppointmentRequestDto {
  @IsIn(APPOINTMENT_KINDS, { message: 'Choose video, phone or in person.' })
  kind: AppointmentKind;

  @IsString({ message: 'Enter what the appointment is about.' })
  @MaxLength(1000, { message: 'Use at most 1,000 characters.' })
  reason: string;

  // The first failed rule is reported: the number of entries, before what is wrong with one of them.
  @ArrayUnique((time: unknown) => Date.parse(String(time)), { message: 'Propose different times.' })
  @Instant(MOMENT, true)
  @ArrayMinSize(1, { message: TIMES })
  @ArrayMaxSize(3, { message: TIMES })
  @IsArray({ message: TIMES })
  preferred: string[];
}

export class AppointmentCancelDto {
  @IsString({ message: 'Enter a reason for canceling.' })
  @MaxLength(500, { message: 'Use at most 500 characters.' })
  reason: string;
}

export class AppointmentChangeDto {
  @MaybeVersion()
  version?: number;

  @MaybeAbsent()
  @IsIn(APPOINTMENT_STATUSES, { message: 'Choose a status.' })
  status?: AppointmentStatus;

  @MaybeAbsent() @Instant(MOMENT) starts_at?: string;
  @MaybeAbsent() @Instant(MOMENT) ends_at?: string;
  @MaybeAbsent() @Instant(MOMENT) started_at?: string;
  @MaybeAbsent() @Instant(MOMENT) ended_at?: string;

  @MaybeNull()
  @IsUUID(undefined, { message: 'Choose a provider of this organization.' })
  provider_id?: string | null;

  @MaybeNull()
  @IsString({ message: 'Enter the link as text.' })
  @MaxLength(500, { message: 'Use at most 500 characters.' })
  join_url?: string | null;

  @MaybeNull()
  @IsString({ message: 'Enter the note as text.' })
  @MaxLength(10_000, { message: 'Use at most 10,000 characters.' })
  note?: string | null;

  /** Refuse if the provider has another appointment at that time. */
  @MaybeAbsent()
  @IsBoolean({ message: 'free_only must be true or false.' })
  free_only?: boolean;
}
