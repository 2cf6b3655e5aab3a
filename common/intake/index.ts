export type { FieldDefinition, FieldName, IntakeChanges, IntakeData, IntakeSection } from './definition.js';
export type {
  ChoiceField,
  DateField,
  Field,
  FieldGroup,
  IntakeValue,
  LongTextField,
  NumberField,
  SectionDefinition,
  ShowIf,
  TextField,
  YesNoField,
} from './types.js';
export {
  FIELDS,
  FIELD_BY_NAME,
  INTAKE_SCHEMA_VERSION,
  SECTIONS,
  fieldByName,
  fieldsOfSection,
  isFieldName,
  sectionByNumber,
} from './definition.js';
export { effectiveAnswers, isBlank, isShown } from './answers.js';
export { ADULT_AGE, ageOn, isUnderAge, parseCalendarDate } from './calendar.js';
export { isEmailAddress } from '../text/email-address.js';
export { checkAnswer, isPhoneNumber } from './check-answer.js';
export {
  SECTIONS_TO_SUBMIT,
  canSubmit,
  firstIncompleteSection,
  isNeededAnswerMissing,
  neededForSection,
  neededForSubmit,
  sectionProgress,
  sectionState,
} from './completeness.js';
export type { SectionState } from './completeness.js';
export { bodyMassIndex, derivedStopBang, normalise, withBodyMassIndex } from './computed.js';
export type { StopBangItem } from './computed.js';
export { applyChanges, changedFields, mergeSave, sameAnswer } from './merge.js';
export type { MergeResult } from './merge.js';
export { MESSAGES } from './messages.js';
export { FREE_TEXT_FIELDS, SEVERE_SADNESS, freshFlags, redFlags } from './red-flags.js';
export type { RedFlag } from './red-flags.js';
export { MAX_TEXT_LENGTH, structuralErrors } from './structure.js';
export type { StructuralErrors } from './structure.js';
export {
  draftErrors,
  errorsOfSection,
  firstSectionWithError,
  missingErrors,
  missingMessage,
  submitErrors,
} from './validation.js';
export type { SubmitErrors } from './validation.js';
export { HL7_SEX, sexOf } from './sex.js';
export type { Sex } from './sex.js';
export { unsentFields } from './unsent.js';
export { SEVERE_DIASTOLIC, SEVERE_SYSTOLIC, isSeverePressure } from './blood-pressure.js';
