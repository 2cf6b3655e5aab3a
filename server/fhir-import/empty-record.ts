import { fieldsOfSection, isBlank, sexOf, type IntakeData } from '#common/intake/index.js';
import type { StoredIntake } from '../intake/records/intake.repository.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { KnownPatient } from './reading/same-patient.js';
import type { RecordContents } from './record-contents.repository.js';

/** Who the patient is and how to reach them; without it most records could not be told apart. */
const IDENTITY: ReadonlySet<string> = new Set(fieldsOfSection(1).map(({ name }) => name));

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

/** What a record holds already, in words; [] where it is empty. */
export function contentsOf(
  { labs, plans, prescriptions }: RecordContents,
  intake: StoredIntake | null,
): string[] {
  const answered = Object.entries(intake?.data ?? {}).filter(
    ([field, value]) => !IDENTITY.has(field) && !isBlank(value),
  ).length;
  return [
    ...counted(labs, 'lab draw', 'lab draws'),
    ...counted(prescriptions, 'prescription', 'prescriptions'),
    ...counted(plans, 'plan', 'plans'),
    ...(intake?.status === 'submitted'
      ? ['a submitted intake']
      : counted(answered, 'medical answer in the intake', 'medical answers in the intake')),
  ];
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null;

/** Whom a file is compared with: the profile, else what the patient wrote in the draft. */
export function knownPatient(patient: PatientRow, draft: IntakeData, email: string | null): KnownPatient {
  const { full_name, dob, mrn, org_id } = patient;
  return {
    full_name: full_name ?? textOf(draft.full_name),
    dob: dob ?? textOf(draft.dob),
    sex: sexOf(draft),
    email,
    mrn,
    org_id,
  };
}
