import { HL7_SEX, type IntakeData, type Sex } from '#common/intake/index.js';
import { canHaveGivenName, hasFamilyName } from '../../lab-messages/same-person.js';
import type { Part } from './part.js';
import { TEXT } from '../text/en.js';

/** What the record knows of its patient, from the profile or the draft of the intake. */
export interface KnownPatient {
  full_name: string | null;
  dob: string | null;
  sex: Sex | null;
  /** null: no one has proved that the address is theirs. */
  email: string | null;
  mrn: string;
  org_id: string;
}

/** A name in a file: its parts, or one text. */
interface SaidName {
  text: string;
  family: string;
  given: string;
}

const LONGEST = 200;
const MOST_NAMES = 20;
const ENDING = /,? +(jr\.?|sr\.?|ii|iii|iv|md|do|np|rn)$/i;

function nameOf(name: Part): SaidName {
  const given = name.texts('given').join(' ').slice(0, LONGEST);
  const text = name.text('text').slice(0, LONGEST);
  const family = name.text('family').slice(0, LONGEST);
  const words = text.replace(ENDING, '').split(/\s+/);
  return {
    text: text || [given, family].filter(Boolean).join(' '),
    family: family || (words.at(-1) ?? ''),
    given: given || words.slice(0, -1).join(' '),
  };
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

const isNameOf = (fullName: string, said: SaidName): boolean =>
  plain(fullName) === plain(said.text) ||
  (hasFamilyName(fullName, said.family) && canHaveGivenName(fullName, said.given));

const SEXES: Readonly<Record<string, string>> = { male: HL7_SEX.male, female: HL7_SEX.female };

/** Only male and female contradict each other. */
function sexDiffers(known: Sex | null, said: string): boolean {
  const own = known && SEXES[known];
  const other = SEXES[said];
  return Boolean(own && other && own !== other);
}

/** The file names this account by its verified email address or this clinic's number. */
const isNumbered = (patient: Part, { email, mrn, org_id }: KnownPatient): boolean =>
  (email !== null && patient.each('telecom').some((one) => plain(one.text('value')) === plain(email))) ||
  patient
    .each('identifier')
    .some((one) => one.text('value') === mrn && one.text('system') === `urn:uuid:${org_id}`);

/** The intake form in the file may belong to another patient, even if the resources around it do not. */
export const formFaults = (patient: Part, { dob }: IntakeData): Record<string, string> => {
  const born = patient.text('birthDate');
  return typeof dob === 'string' && born && dob !== born
    ? {
        'questionnaire.dob': TEXT.dateOfBirthInFilesPatient(born, dob),
      }
    : {};
};

/**
 * Why the file may not belong to this patient, by element; {} if nothing suggests that. Where the record has neither name nor
 * date of birth yet, the file must name its account: an address that no one verified identifies no one.
 */
export function patientFaults(patient: Part, known: KnownPatient): Record<string, string> {
  const names = patient.each('name').slice(0, MOST_NAMES).map(nameOf);
  const born = patient.text('birthDate');
  const faults: Record<string, string> = {};
  if (known.full_name && !names.some((name) => isNameOf(known.full_name!, name)))
    faults['patient.name'] = TEXT.recordBelongs(
      known.full_name,
      names[0]?.text ? `to ${names[0].text}` : 'names no patient',
    );
  if (known.dob && born !== known.dob)
    faults['patient.birthDate'] = TEXT.recordDateOfBirth(known.dob, born || 'none');
  if (sexDiffers(known.sex, patient.text('gender')))
    faults['patient.gender'] = TEXT.recordSex(known.sex, patient.text('gender'));
  if (!known.full_name && !known.dob && !isNumbered(patient, known))
    faults['patient.telecom'] =
      known.email === null ? TEXT.recordNoNameAndNoDate : TEXT.recordNoNameAndNoDateOfBirth;
  return faults;
}
