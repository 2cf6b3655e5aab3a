import { IsNumber, IsObject } from 'class-validator';
import { MaybeAbsent } from '../platform/http/validation.js';

/** The answers are checked against the intake's definition, which asks the same questions. */
export class CheckInDto {
  static readonly asSent = ['symptoms', 'iief'];

  @IsObject({ message: 'Answer at least one symptom.' })
  symptoms: Record<string, unknown>;

  @MaybeAbsent()
  @IsObject({ message: 'Send the five answers as one object.' })
  iief?: Record<string, unknown>;

  @MaybeAbsent()
  @IsNumber({}, { message: 'Enter your weight as a number.' })
  weight?: number;
}
