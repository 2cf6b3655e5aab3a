import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  Validate,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import {
  CHANGE_FIELDS,
  READ_FIELDS,
  isCalendarDate,
  PATIENT_REASONS,
  SETTLED_RULES,
} from '#common/clinical/index.js';
import type {
  AlertAcknowledgeRequest,
  AlertReopenRequest,
  CaseExtras,
  HistoryReviewRequest,
  ResumeRequest,
  TellInPersonRequest,
  TherapyHoldRequest,
} from '#common/api/index.js';
import {
  ALERT_ACTIONS,
  CASE_STATUSES,
  DISCONTINUE_REASONS,
  type AlertAction,
  type CaseStatus,
  type DiscontinueReason,
} from '#common/vocabulary/index.js';
import { ContactDto, MaybeContact } from '../rules/emergency-contact.js';
import { InWords, MaybeRuleKeys, MaybeText, MaybeVersion, Reason, Version } from '../platform/http/fields.js';
import { MaybeAbsent, MaybeNull } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

@ValidatorConstraint({ name: 'calendarDate' })
export class IsCalendarDate implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isCalendarDate(value);
  }

  defaultMessage(): string {
    return SHARED_TEXT.enterDateAsYyyyMmDd;
  }
}
/** An int4 column. */
const LARGEST_VERSION = 2_147_483_647;
const CaseVersion = () =>
  applyDecorators(
    Version(),
    Min(1, { message: () => SHARED_TEXT.wholeVersion }),
    Max(LARGEST_VERSION, { message: () => SHARED_TEXT.wholeVersion }),
  );
const DateField = () => Validate(IsCalendarDate);
const YesNo = () => IsBoolean({ message: () => TEXT.answerYesOrNo });
const between = (min: number, max: number) => () => TEXT.enterNumber(min, max);

/** The clinician-entered facts; null clears one. */
export class CaseExtrasDto implements CaseExtras {
  @MaybeNull() @DateField() therapy_started_on?: string | null;
  @MaybeNull() @DateField() last_change_on?: string | null;
  @MaybeNull() @YesNo() symptoms_improved?: boolean | null;
  @MaybeNull() @DateField() symptoms_improved_on?: string | null;
  @MaybeNull() @YesNo() breast_symptoms?: boolean | null;
  @MaybeNull() @DateField() breast_symptoms_on?: string | null;
  @MaybeNull()
  @IsInt({ message: between(0, 35) })
  @Min(0, { message: between(0, 35) })
  @Max(35, { message: between(0, 35) })
  ipss_total?: number | null;
  @MaybeNull() @DateField() ipss_total_on?: string | null;
  @MaybeNull() @YesNo() prostate_high_risk?: boolean | null;
  @MaybeNull() @DateField() prostate_high_risk_on?: string | null;
  @MaybeNull() @YesNo() urology_cleared?: boolean | null;
  @MaybeNull() @DateField() urology_cleared_on?: string | null;
  @MaybeNull() @DateField() cv_event_on?: string | null;
  @MaybeNull() @YesNo() hf_controlled?: boolean | null;
  @MaybeNull() @DateField() hf_controlled_on?: string | null;
  @MaybeNull()
  @IsInt({ message: between(70, 250) })
  @Min(70, { message: between(70, 250) })
  @Max(250, { message: between(70, 250) })
  bp_systolic?: number | null;
  @MaybeNull()
  @IsInt({ message: between(40, 150) })
  @Min(40, { message: between(40, 150) })
  @Max(150, { message: between(40, 150) })
  bp_diastolic?: number | null;
  @MaybeNull() @DateField() bp_on?: string | null;
  @MaybeNull()
  @IsNumber({}, { message: between(0, 4320) })
  @Min(0, { message: between(0, 4320) })
  @Max(4320, { message: between(0, 4320) })
  since_h?: number | null;
  @MaybeNull() @DateField() since_h_on?: string | null;
  @MaybeNull() @DateField() osa_cleared_on?: string | null;
  @MaybeNull() @DateField() hematology_cleared_on?: string | null;
  @MaybeNull() @DateField() free_t_low_confirmed_on?: string | null;
  @MaybeNull() @DateField() pdmp_checked_on?: string | null;
  @MaybeNull() @DateField() in_person_eval_on?: string | null;
}

class UntilValueDto {
  @IsString({ message: () => TEXT.chooseTest })
  @MaxLength(100, { message: () => TEXT.chooseTest })
  analyte: string;

  @IsNumber({}, { message: () => TEXT.enterValueAsNumber })
  @Min(0, { message: () => TEXT.enterValueAsNumber })
  at_most: number;
}

export class TherapyHoldDto implements TherapyHoldRequest {
  @Reason()
  reason: string;

  @MaybeAbsent()
  @DateField()
  until_on?: string;

  @MaybeAbsent()
  @IsObject({ message: () => TEXT.chooseTestAndValue })
  @ValidateNested({ message: () => TEXT.chooseTestAndValue })
  @Type(() => UntilValueDto)
  until?: UntilValueDto;

  @Version()
  version: number;
}

export class ResumeDto implements ResumeRequest {
  @Reason()
  reason: string;

  @MaybeRuleKeys()
  overrides?: string[];

  @Version()
  version: number;
}

export class AlertAcknowledgeDto implements AlertAcknowledgeRequest {
  @IsIn(ALERT_ACTIONS, { message: () => TEXT.chooseRecheckOrHandled })
  action: AlertAction;

  @MaybeAbsent()
  @DateField()
  recheck_on?: string;

  @MaybeAbsent()
  @InWords()
  note?: string;

  @MaybeContact()
  contact?: ContactDto;

  @MaybeAbsent()
  @IsIn([true], { message: () => TEXT.sendTrue })
  misread?: true;

  @MaybeVersion()
  version?: number;
}

export class AlertReopenDto implements AlertReopenRequest {
  @MaybeVersion()
  version?: number;
}

export class DiscontinueDto {
  @IsIn(DISCONTINUE_REASONS, { message: () => TEXT.chooseReason })
  reason_code: DiscontinueReason;

  @DateField()
  effective_date: string;

  @IsBoolean({ message: () => TEXT.sayWhetherFollowUpLabsWanted })
  follow_up_labs: boolean;

  @MaybeText('note', 4000)
  note?: string;

  @MaybeVersion()
  version?: number;
}

export class SettleDto {
  @IsIn(SETTLED_RULES, { message: () => TEXT.nameRuleReadsWhatPatientsTell })
  rule_key: string;

  @YesNo()
  applies: boolean;
}

export class HistoryReviewDto implements HistoryReviewRequest {
  @CaseVersion()
  version: number;

  @ValidateIf((review: HistoryReviewDto) => !review.settle?.length || review.fields !== undefined)
  @IsArray({ message: () => TEXT.nameFieldsRead })
  @ArrayNotEmpty({ message: () => TEXT.nameFieldsRead })
  @ArrayMaxSize(READ_FIELDS.length + CHANGE_FIELDS.length, { message: () => TEXT.nameEachFieldOnce })
  @ArrayUnique({ message: () => TEXT.nameEachFieldOnce })
  @IsString({ each: true, message: () => TEXT.nameEachFieldAsText })
  fields?: string[];

  @ValidateIf((review: HistoryReviewDto) => review.fields !== undefined)
  @IsBoolean({ message: () => TEXT.sayWhetherAgainstTreatment })
  against_treatment?: boolean;

  @MaybeText('note', 4000)
  note?: string;

  @MaybeAbsent()
  @IsArray({ message: () => TEXT.settleEach })
  @ArrayMaxSize(SETTLED_RULES.length, { message: () => TEXT.settleEach })
  @ArrayUnique(({ rule_key }: SettleDto) => rule_key, { message: () => TEXT.settleEach })
  @ValidateNested({ each: true, message: () => TEXT.settleEach })
  @Type(() => SettleDto)
  settle?: SettleDto[];
}

export class TellInPersonDto implements TellInPersonRequest {
  @CaseVersion()
  version: number;

  @IsArray({ message: () => TEXT.nameReasonsToTellInPerson })
  @ArrayMaxSize(Object.keys(PATIENT_REASONS).length, { message: () => TEXT.nameEachReasonOnce })
  @ArrayUnique({ message: () => TEXT.nameEachReasonOnce })
  @IsIn(Object.keys(PATIENT_REASONS), {
    each: true,
    message: () => TEXT.nameReasonsKeepPlanFromBeing,
  })
  keys: string[];
}

export class CasePatchDto {
  @Version()
  version: number;

  @MaybeAbsent()
  @IsIn(CASE_STATUSES, { message: () => TEXT.chooseOpen })
  status?: CaseStatus;

  @MaybeNull()
  @IsString({ message: () => TEXT.enterDiagnosisAsText })
  @MaxLength(500, { message: () => SHARED_TEXT.atMostCharacters(500) })
  diagnosis?: string | null;

  @MaybeNull()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseProviderOfOrganization })
  primary_clinician?: string | null;

  @MaybeAbsent()
  @IsObject({ message: () => TEXT.clinicalFactsMustOneObject })
  @ValidateNested({ message: () => TEXT.clinicalFactsMustOneObject })
  @Type(() => CaseExtrasDto)
  extras?: CaseExtrasDto;

  /** Why a blood pressure that stopped treatment, or a date that doses are counted from, is removed or overwritten. */
  @MaybeAbsent()
  @IsString({ message: () => TEXT.enterReasonAsText })
  @MaxLength(500, { message: () => SHARED_TEXT.atMostCharacters(500) })
  reason?: string;
}
