import { isSameName } from '../text/person-name.js';

const plain = (name: string): string => name.trim().toLowerCase();

/** Whether a typed name signs for the full name of the form, whatever its case, spaces, accents and periods. */
export const signsAs = (typed: string, fullName: string): boolean =>
  isSameName(typed, fullName) || (plain(typed) !== '' && plain(typed) === plain(fullName));
