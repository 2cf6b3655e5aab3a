import type { LeftOutWhy, NotUnderstoodWhy } from '#common/api/fhir-import.js';
import type { IntakeData } from '#common/intake/index.js';
import type { ImportValue } from '../../labs/lab-import.js';

/** A laboratory result with what belongs to its draw. */
export interface ReadResult {
  value: ImportValue;
  specimen: string;
  notes: readonly string[];
  /** It corrects what was said of the same test and draw before. */
  corrects: boolean;
  /** When it was issued, and last written; '' where that is not said. */
  issued: string;
  updated: string;
}

/** Answers for the intake, as one resource gives them. */
export interface Claim {
  answers: IntakeData;
  /** How they are merged: words are added, yes stays yes, of measurements the newest counts. */
  kind: 'words' | 'history' | 'measured';
  /** The day or moment of what is measured; '' where none is said. */
  on: string;
}

/** What became of one resource. */
export type Outcome =
  | { is: 'result'; result: ReadResult }
  | { is: 'claim'; claim: Claim }
  | { is: 'left_out'; why: LeftOutWhy }
  | { is: 'not_understood'; path: string; said: string; why: NotUnderstoodWhy };

export const leftOut = (why: LeftOutWhy): Outcome => ({ is: 'left_out', why });
export const notUnderstood = (path: string, said: string, why: NotUnderstoodWhy): Outcome => ({
  is: 'not_understood',
  path,
  said,
  why,
});
export const claim = (kind: Claim['kind'], answers: IntakeData, on = ''): Outcome => ({
  is: 'claim',
  claim: { kind, answers, on },
});
