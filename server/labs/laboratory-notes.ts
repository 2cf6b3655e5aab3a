import type { LabNote } from '#common/api/index.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';

const placeOf = (panelId: string): string => `lab_panels.laboratory_notes:${panelId}`;

export const sealedNotes = (cipher: FieldCipher, panelId: string, notes: readonly LabNote[]): string =>
  cipher.encryptJson(notes, placeOf(panelId));

export const notesOf = (cipher: FieldCipher, panelId: string, stored: string | null): LabNote[] =>
  stored === null ? [] : cipher.decryptJson<LabNote[]>(stored, placeOf(panelId));

/** Those on file and the new ones; what a laboratory says again is not kept twice. */
export const withNotes = (before: readonly LabNote[], more: readonly LabNote[]): LabNote[] => [
  ...new Map([...before, ...more].map((note) => [JSON.stringify([note.analyte, note.text]), note])).values(),
];
