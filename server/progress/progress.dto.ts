import { IsArray, IsNumber, IsObject } from 'class-validator';
import { MaybeAbsent } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** The answers are checked against the intake's definition, which asks the same questions. */
export class CheckInDto {
  static readonly asSent = ['symptoms', 'iief', 'qadam', 'phq2', 'ams', 'blood_pressure'];

  @IsObject({ message: () => TEXT.answerAtLeastOneSymptom })
  symptoms: Record<string, unknown>;

  @MaybeAbsent()
  @IsObject({ message: () => TEXT.sendFiveAnswersAsOneObject })
  iief?: Record<string, unknown>;

  @MaybeAbsent()
  @IsNumber({}, { message: () => TEXT.enterWeightAsNumber })
  weight?: number;

  @MaybeAbsent()
  @IsObject({ message: () => SHARED_TEXT.enterBothNumbersAndDay })
  blood_pressure?: Record<string, unknown>;

  @MaybeAbsent()
  @IsArray({ message: () => TEXT.sendAnswersAsList })
  qadam?: unknown[];

  @MaybeAbsent()
  @IsArray({ message: () => TEXT.sendAnswersAsList })
  phq2?: unknown[];

  @MaybeAbsent()
  @IsArray({ message: () => TEXT.sendAnswersAsList })
  ams?: unknown[];
}

export class Phq9Dto {
  static readonly asSent = ['items'];

  @IsArray({ message: () => TEXT.sendAnswersToItems3 })
  items: unknown[];
}
