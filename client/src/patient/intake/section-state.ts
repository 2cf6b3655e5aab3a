import {
  draftErrors,
  fieldsOfSection,
  isNeededAnswerMissing,
  isShown,
  missingMessage,
  neededForSection,
  neededForSubmit,
  sectionProgress,
  sectionState,
  type IntakeData,
} from '../../../../common/intake/index.js';

/** `optional`: complete although nothing is answered, because nothing is needed. */
export type SectionMark = 'complete' | 'incomplete' | 'optional' | 'problem';

/** How a section stands in the list: what needs another look comes before what is only missing. */
export function sectionMark(number: number, data: IntakeData, problems: Record<string, string>): SectionMark {
  if (fieldsOfSection(number).some((field) => problems[field.name])) return 'problem';
  if (sectionState(number, data) === 'incomplete') return 'incomplete';
  return sectionProgress(number, data).answered === 0 ? 'optional' : 'complete';
}

/** What a section the person has been through still lacks, with what to do. */
export function missingInSection(number: number, data: IntakeData): Record<string, string> {
  const missing = fieldsOfSection(number).filter(
    (field) =>
      (neededForSubmit(field) || neededForSection(field)) &&
      isShown(field, data) &&
      isNeededAnswerMissing(field, data),
  );
  return Object.fromEntries(missing.map((field) => [field.name, missingMessage(field)]));
}

/** Every message there is about the answers as they stand, for the sections the person has left. */
export function visibleProblems(
  data: IntakeData,
  left: ReadonlySet<number>,
  today: string,
): Record<string, string> {
  const missing = [...left].map((number) => missingInSection(number, data));
  return Object.assign({}, ...missing, draftErrors(data, today)) as Record<string, string>;
}

/** A section that needs nothing counts from the start. */
export const completeCount = (marks: readonly SectionMark[]): number =>
  marks.filter((mark) => mark === 'complete' || mark === 'optional').length;
