import type { IntakeData } from './definition.js';

export const SEXES = ['male', 'female', 'intersex', 'prefer_not_to_say'] as const;
export type Sex = (typeof SEXES)[number];

/** Sex assigned at birth. Intakes older than that question have it only from the sleep apnea screening, if it is male. */
export function sexOf({ sex_assigned_at_birth: told, stopbang_male: male }: IntakeData): Sex | null {
  return SEXES.find((one) => one === told) ?? (male === true && !told ? 'male' : null);
}

/** HL7 v2, table 0001. */
export const HL7_SEX: Readonly<Record<Sex, string>> = {
  male: 'M',
  female: 'F',
  intersex: 'A',
  prefer_not_to_say: 'U',
};
