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
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

export class AppointmentRequestDto {
  @IsIn(APPOINTMENT_KINDS, { message: () => TEXT.chooseVideo })
  kind: AppointmentKind;

  @IsString({ message: () => TEXT.enterWhatAppointmentAbout })
  @MaxLength(1000, { message: () => SHARED_TEXT.atMostCharacters(1_000) })
  reason: string;

  // The first failed rule is reported: the number of entries, before what is wrong with one of them.
  @ArrayUnique((time: unknown) => Date.parse(String(time)), { message: () => TEXT.proposeDifferentTimes })
  @Instant(() => TEXT.dateAndTimeMustLookLike, true)
  @ArrayMinSize(1, { message: () => TEXT.proposeOneToThreeTimes })
  @ArrayMaxSize(3, { message: () => TEXT.proposeOneToThreeTimes })
  @IsArray({ message: () => TEXT.proposeOneToThreeTimes })
  preferred: string[];
}

export class AppointmentCancelDto {
  @IsString({ message: () => TEXT.enterReasonForCanceling })
  @MaxLength(500, { message: () => SHARED_TEXT.atMostCharacters(500) })
  reason: string;
}

export class AppointmentChangeDto {
  @MaybeVersion()
  version?: number;

  @MaybeAbsent()
  @IsIn(APPOINTMENT_STATUSES, { message: () => TEXT.chooseStatus })
  status?: AppointmentStatus;

  @MaybeAbsent() @Instant(() => TEXT.dateAndTimeMustLookLike) starts_at?: string;
  @MaybeAbsent() @Instant(() => TEXT.dateAndTimeMustLookLike) ends_at?: string;
  @MaybeAbsent() @Instant(() => TEXT.dateAndTimeMustLookLike) started_at?: string;
  @MaybeAbsent() @Instant(() => TEXT.dateAndTimeMustLookLike) ended_at?: string;

  @MaybeNull()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseProviderOfOrganization })
  provider_id?: string | null;

  @MaybeNull()
  @IsString({ message: () => TEXT.enterLinkAsText })
  @MaxLength(500, { message: () => SHARED_TEXT.atMostCharacters(500) })
  join_url?: string | null;

  @MaybeNull()
  @IsString({ message: () => TEXT.enterNoteAsText })
  @MaxLength(10_000, { message: () => SHARED_TEXT.atMostCharacters(10_000) })
  note?: string | null;

  /** Refuse if the provider has another appointment at that time. */
  @MaybeAbsent()
  @IsBoolean({ message: 'free_only must be true or false.' })
  free_only?: boolean;
}
