import { checkAnswer, FIELD_BY_NAME, fieldsOfSection, structuralErrors } from '#common/intake/index.js';

const CONSENT = 10;

/** What the patient agrees to and signs, here and for this clinic. */
export const SIGNED: ReadonlySet<string> = new Set(fieldsOfSection(CONSENT).map(({ name }) => name));

/** Whether the form would refuse this answer. */
export function isRefused(name: string, value: unknown, today: string): boolean {
  const field = FIELD_BY_NAME.get(name);
  if (!field || value === null || value === undefined) return true;
  const { unknown, invalid } = structuralErrors({ [name]: value });
  return (
    unknown.length > 0 ||
    Object.keys(invalid).length > 0 ||
    checkAnswer(field, value as string | number | boolean, today) !== null
  );
}
