import { IsArray, IsNumber, IsObject } from 'class-validator';
import { MaybeAbsent } from '../platform/http/validation.js';

/** The answers are checked against the intake's definition, which asks the same questions. */
export class CheckInDto {
  static readonly asSent = ['symptoms', 'iief', 'qadam', 'phq2', 'ams', 'blood_pressure'];

  @IsObject({ message: 'Answer at least one symptom.' })
  symptoms: Record<string, unknown>;

  @MaybeAbsent()
  @IsObject({ message: 'Send the five answers as one object.' })
  iief?: Record<string, unknown>;

  @MaybeAbsent()
  @IsNumber({}, { message: 'Enter your weight as a number.' })
  weight?: number;

  @MaybeAbsent()
  @IsObject({ message: 'Enter both numbers and the day.' })
  blood_pressure?: Record<string, unknown>;

  @MaybeAbsent()
  @IsArray({ message: 'Send the answers as a list.' })
  qadam?: unknown[];

  @MaybeAbsent()
  @IsArray({ message: 'Send the answers as a list.' })
  phq2?: unknown[];

  @MaybeAbsent()
  @IsArray({ message: 'Send the answers as a list.' })
  ams?: unknown[];
}

export class Phq9Dto {
  static readonly asSent = ['items'];

  @IsArray({ message: 'Send the answers to items 3 to 9 as a list.' })
  items: unknown[];
}
