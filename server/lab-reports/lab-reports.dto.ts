import { IsIn } from 'class-validator';
import { NOTHING_TO_ENTER, type NothingToEnter } from '#common/api/lab-reports.js';
import { MaybeAbsent } from '../platform/http/validation.js';
import { TEXT } from './text/en.js';

export class LabReportTranscribedDto {
  @MaybeAbsent()
  @IsIn(NOTHING_TO_ENTER, { message: () => TEXT.sayWhyNothingToEnter })
  nothing_to_enter?: NothingToEnter;
}
