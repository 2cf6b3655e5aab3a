import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import type { CaseAlert, ContactRequest } from '#common/api/index.js';
import { emergencyNoteMistake } from '#common/typed-reason.js';
import { validationFailed } from '../platform/errors/errors.js';
import { MaybeAbsent } from '../platform/http/validation.js';

const NO_ANSWER = 'Say whether the patient was reached.';
const NO_TIME = 'Enter the date and time of the call, with its offset or Z.';
const NO_NOTE = 'Enter what was said or tried.';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const MINUTE_MS = 60_000;

export class ContactDto implements ContactRequest {
  @IsBoolean({ message: NO_ANSWER })
  reached: boolean;

  @Matches(TIMESTAMP, { message: NO_TIME })
  at: string;

  @IsString({ message: NO_NOTE })
  @MaxLength(2000, { message: 'Use at most 2,000 characters.' })
  note: string;
}

export const MaybeContact = () =>
  applyDecorators(
    MaybeAbsent(),
    IsObject({ message: NO_ANSWER }),
    ValidateNested({ message: NO_ANSWER }),
    Type(() => ContactDto),
  );

/** When the newest report came: a call before it does not answer it. */
const reportedAt = ({ reports, created_at }: CaseAlert): number =>
  Date.parse(reports.at(-1)?.at ?? created_at);

/** What is wrong with a record of contact, by field. */
function mistakes(contact: ContactRequest, alert: CaseAlert, now: Date): Record<string, string> {
  const fields: Record<string, string> = {};
  const at = Date.parse(contact.at);
  if (Number.isNaN(at)) fields['contact.at'] = NO_TIME;
  else if (at > now.getTime()) fields['contact.at'] = 'Enter a time that is not in the future.';
  // Times are entered to the minute.
  else if (at < Math.floor(reportedAt(alert) / MINUTE_MS) * MINUTE_MS)
    fields['contact.at'] = 'Enter a time after the patient reported the emergency.';
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
    : { 'contact.reached': NO_ANSWER, 'contact.at': NO_TIME, 'contact.note': NO_NOTE };
  if (contact && closes && !contact.reached)
    fields['contact.reached'] =
      'An emergency is closed once the patient was reached. Until then, plan to try again today or tomorrow.';
  if (Object.keys(fields).length) throw validationFailed(fields);
}
