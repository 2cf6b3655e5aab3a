import { RECORD_ACTIONS } from '../audit/record-actions.js';

/** For an action of an earlier release. */
const OTHER = 'Worked on your record';

/** @param outside whether the reader is not the case's clinician */
export function accessWords(action: string, outside: boolean): string {
  const words = (RECORD_ACTIONS as Readonly<Record<string, string>>)[action] ?? OTHER;
  return outside ? `${words}, without being your primary clinician` : words;
}
