import { isBlank, isShown } from './answers.js';
import { SECTIONS, fieldByName, fieldsOfSection, sectionByNumber } from './definition.js';
import type { FieldDefinition, IntakeData } from './definition.js';

/** Submitting requires these to be complete. */
export const SECTIONS_TO_SUBMIT = [1, 5, 10] as const;
export type SectionState = 'complete' | 'incomplete';

/** Needed by `required`, or because a section required for submission is complete only with it. */
export const neededForSubmit = (field: FieldDefinition): boolean =>
  field.required === true || (SECTIONS_TO_SUBMIT.some((n) => n === field.section) && neededForSection(field));

export const neededForSection = (field: FieldDefinition): boolean =>
  sectionByNumber(field.section).neededFields.includes(field.name);

/** A consent counts when it is checked; any other answer when it is not blank. */
export function isNeededAnswerMissing(field: FieldDefinition, data: IntakeData): boolean {
  const value = data[field.name];
  if (field.type === 'boolean') return field.mustBeTrue ? value !== true : typeof value !== 'boolean';
  return isBlank(value);
}

export function sectionState(number: number, data: IntakeData): SectionState {
  const missing = sectionByNumber(number).neededFields.some((name) =>
    isNeededAnswerMissing(fieldByName(name), data),
  );
  return missing ? 'incomplete' : 'complete';
}

export const canSubmit = (data: IntakeData): boolean =>
  SECTIONS_TO_SUBMIT.every((number) => sectionState(number, data) === 'complete');

/** Where the form opens: the first incomplete section, or the last one when nothing is missing. */
export const firstIncompleteSection = (data: IntakeData): number =>
  SECTIONS.find((section) => sectionState(section.number, data) === 'incomplete')?.number ?? SECTIONS.length;

/** How many of the visible questions are answered; computed ones do not count. */
export function sectionProgress(number: number, data: IntakeData): { answered: number; shown: number } {
  const shown = fieldsOfSection(number).filter(
    (field) => isShown(field, data) && !(field.type === 'number' && field.computed),
  );
  return { shown: shown.length, answered: shown.filter((field) => !isBlank(data[field.name])).length };
}
