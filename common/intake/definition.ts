import { bodyAndLifestyle } from './sections/body-and-lifestyle.js';
import { consentSection } from './sections/consent.js';
import { familyHistoryAndVitals } from './sections/family-history-and-vitals.js';
import { medicalHistory } from './sections/medical-history.js';
import { medicationsAndAllergies } from './sections/medications-and-allergies.js';
import { patientInformation } from './sections/patient-information.js';
import { reproductivePlans } from './sections/reproductive-plans.js';
import { sexualHealth } from './sections/sexual-health.js';
import { sleepApneaScreening } from './sections/sleep-apnea-screening.js';
import { symptoms } from './sections/symptoms.js';
import type { Field, IntakeValue, NamesOf, SectionDefinition } from './types.js';

const ALL = [
  patientInformation,
  bodyAndLifestyle,
  symptoms,
  sexualHealth,
  reproductivePlans,
  medicalHistory,
  sleepApneaScreening,
  medicationsAndAllergies,
  familyHistoryAndVitals,
  consentSection,
] as const;

export type FieldName = NamesOf<(typeof ALL)[number]>;
export type IntakeData = Partial<Record<FieldName, IntakeValue>>;
/** What a save sends: null or an empty text clears a field, an absent one is unchanged. */
export type IntakeChanges = Partial<Record<FieldName, IntakeValue | null>>;
/** A field with its section. */
export type FieldDefinition = Field<FieldName> & { readonly section: number; readonly group: string };
export type IntakeSection = SectionDefinition<FieldName>;

export const SECTIONS: readonly IntakeSection[] = ALL;

export const FIELDS: readonly FieldDefinition[] = SECTIONS.flatMap((section) =>
  section.groups.flatMap((group) =>
    group.fields.map((field) => ({ ...field, section: section.number, group: group.title })),
  ),
);

/** The version of the form: a new field, or one with a new meaning, states the next one as its `since`. */
export const INTAKE_SCHEMA_VERSION = Math.max(1, ...FIELDS.map(({ since = 1 }) => since));

export const FIELD_BY_NAME: ReadonlyMap<string, FieldDefinition> = new Map(
  FIELDS.map((field) => [field.name, field]),
);

export const isFieldName = (name: string): name is FieldName => FIELD_BY_NAME.has(name);

export function fieldByName(name: FieldName): FieldDefinition {
  const field = FIELD_BY_NAME.get(name);
  if (!field) throw new RangeError(`No intake field ${name}`);
  return field;
}

export function sectionByNumber(number: number): IntakeSection {
  const section = SECTIONS[number - 1];
  if (!section) throw new RangeError(`No intake section ${number}`);
  return section;
}

export const fieldsOfSection = (number: number): readonly FieldDefinition[] =>
  FIELDS.filter((field) => field.section === number);
