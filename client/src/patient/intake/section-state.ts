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
} from '#common/intake/index.js';

/** `optional`: complete even when unanswered, because nothing is required. */
export type SectionMark = 'complete' | 'incomplete' | 'optional' | 'problem';

/** A section's state in the list: problems come before missing answers. */
export function sectionMark(number: number, data: IntakeData, problems: Record<string, string>): SectionMark {
  if (fieldsOfSection(number).some((field) => problems[field.name])) return 'problem';
  if (sectionState(number, data) === 'incomplete') return 'incomplete';
  return sectionProgress(number, data).answered === 0 ? 'optional' : 'complete';
}

/** What a visited section still lacks, with what to do. */
export function missingInSection(number: number, data: IntakeData): Record<string, string> {
  const missing = fieldsOfSection(number).filter(
    (field) =>
      (neededForSubmit(field) || neededForSection(field)) &&
      isShown(field, data) &&
      isNeededAnswerMissing(field, data),
  );
  return Object.fromEntries(missing.map((field) => [field.name, missingMessage(field)]));
}

/** Every message about the current answers, for the sections the patient has left. */
export function visibleProblems(
  data: IntakeData,
  left: ReadonlySet<number>,
  today: string,
): Record<string, string> {
  const missing = [...left].map((number) => missingInSection(number, data));
  return Object.assign({}, ...missing, draftErrors(data, today)) as Record<string, string>;
}

/** How many sections need something. One that needs nothing is neither to do nor complete. */
export const toDoCount = (marks: readonly SectionMark[]): number =>
  marks.filter((mark) => mark === 'incomplete' || mark === 'problem').length;
