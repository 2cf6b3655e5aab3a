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
import { TEXT } from './text/en.js';

export class PdmpCheckDto {
  @IsIn(STATE_CODES, { message: () => TEXT.chooseState })
  state: string;

  @CalendarDay(() => TEXT.enterDayOfQuery)
  queried_on: string;

  @IsIn(PDMP_FINDINGS, { message: () => TEXT.sayWhatProgramShows })
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
  @IsIn(TELEMED_KINDS, { message: () => TEXT.chooseWhatPrescribingBased })
  kind: TelemedKind;

  @CalendarDay(() => TEXT.enterDay)
  on: string;

  @MaybeAbsent()
  @CalendarDay(() => TEXT.enterLastDay)
  until?: string;

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => TEXT.chooseProvider })
  by_provider_id?: string;

  @MaybeShortText()
  practitioner?: string;

  @MaybeShortText()
  where?: string;

  @MaybeText('note')
  note?: string;
}
