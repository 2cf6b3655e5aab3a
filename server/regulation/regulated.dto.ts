import { IsIn, IsUUID } from 'class-validator';
import {
  PDMP_FINDINGS,
  TELEMED_KINDS,
  type PdmpFinding,
  type PdmpResolveRequest,
  type TelemedKind,
} from '#common/api/regulation.js';
import { STATE_CODES } from '#common/vocabulary/states.js';
import { CalendarDay, MaybeShortText, MaybeText, Reason } from '../platform/http/fields.js';
import { MaybeAbsent } from '../platform/http/validation.js';

export class PdmpCheckDto {
  @IsIn(STATE_CODES, { message: 'Choose a state.' })
  state: string;

  @CalendarDay('Enter the day of the query.')
  queried_on: string;

  @IsIn(PDMP_FINDINGS, { message: 'Say what the program shows.' })
  finding: PdmpFinding;

  @MaybeShortText()
  report_ref?: string;

  @MaybeShortText()
  delegate_of?: string;

  @MaybeText('note')
  note?: string;
}

export class PdmpResolveDto implements PdmpResolveRequest {
  @Reason()
  reason: string;
}

export class TelemedBasisDto {
  @IsIn(TELEMED_KINDS, { message: 'Choose what prescribing is based on.' })
  kind: TelemedKind;

  @CalendarDay('Enter the day.')
  on: string;

  @MaybeAbsent()
  @CalendarDay('Enter the last day.')
  until?: string;

  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose a provider.' })
  by_provider_id?: string;

  @MaybeShortText()
  practitioner?: string;

  @MaybeShortText()
  where?: string;

  @MaybeText('note')
  note?: string;
}
