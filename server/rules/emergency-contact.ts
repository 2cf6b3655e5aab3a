import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import type { CaseAlert, ContactRequest } from '#common/api/index.js';
import { emergencyNoteMistake } from '#common/typed-reason.js';
import { validationFailed } from '../platform/errors/errors.js';
import { MaybeAbsent } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const MINUTE_MS = 60_000;

export class ContactDto implements ContactRequest {
  @IsBoolean({ message: () => SHARED_TEXT.sayWhetherPatientReached })
  reached: boolean;

  @Matches(TIMESTAMP, { message: () => TEXT.noTime })
  at: string;

  @IsString({ message: () => TEXT.noNote })
  @MaxLength(2000, { message: () => SHARED_TEXT.atMostCharacters(2_000) })
  note: string;
}

export const MaybeContact = () =>
  applyDecorators(
    MaybeAbsent(),
    IsObject({ message: () => SHARED_TEXT.sayWhetherPatientReached }),
    ValidateNested({ message: () => SHARED_TEXT.sayWhetherPatientReached }),
    Type(() => ContactDto),
  );

/** When the newest report came: a call before it does not answer it. */
const reportedAt = ({ reports, created_at }: CaseAlert): number =>
  Date.parse(reports.at(-1)?.at ?? created_at);

/** What is wrong with a record of contact, by field. */
function mistakes(contact: ContactRequest, alert: CaseAlert, now: Date): Record<string, string> {
  const fields: Record<string, string> = {};
  const at = Date.parse(contact.at);
  if (Number.isNaN(at)) fields['contact.at'] = TEXT.noTime;
  else if (at > now.getTime()) fields['contact.at'] = TEXT.enterTimeNotInFuture;
  // Times are entered to the minute.
  else if (at < Math.floor(reportedAt(alert) / MINUTE_MS) * MINUTE_MS)
    fields['contact.at'] = TEXT.enterTimeAfterPatientReportedEmergency;
  const wrong = emergencyNoteMistake(contact);
  if (wrong) fields['contact.note'] = wrong;
  return fields;
}

/** Throws unless it says whether, when and with what outcome the patient was called; the alert is closed only when reached. */
export function assertContact(
  contact: ContactRequest | undefined,
  alert: CaseAlert,
  { now, closes }: { now: Date; closes: boolean },
): asserts contact is ContactRequest {
  const fields: Record<string, string> = contact
    ? mistakes(contact, alert, now)
    : {
        'contact.reached': SHARED_TEXT.sayWhetherPatientReached,
        'contact.at': TEXT.noTime,
        'contact.note': TEXT.noNote,
      };
  if (contact && closes && !contact.reached)
    fields['contact.reached'] = TEXT.emergencyClosedOncePatientReached;
  if (Object.keys(fields).length) throw validationFailed(fields);
}
