import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  bundleMoreThanEntries: (mostEntries: number) => `This Bundle has more than ${mostEntries} entries.`,
  bundleOfTypeNoRecord: (types: string) =>
    `A Bundle of this type has no record to import. Send one of: ${types}.`,
  dateOfBirthInFilesPatient: (born: string, dob: string) =>
    `The date of birth is ${born} in the file’s Patient and ${dob} in its intake form.`,
  fileCanOnlyImportedIntoEmpty: (found: string) =>
    `A file can only be imported into an empty record. This one has ${found}.`,
  fileHoldsCharacterCannotStored: 'The file holds a character that cannot be stored.',
  fileNoPatient: 'The file has no Patient.',
  fileSeveralPatients: 'The file has several patients. Send the record of one.',
  importedFromFhirFile: 'Imported from a FHIR file.',
  notFhirBundle: (type: string) => `This is not a FHIR Bundle: it is a ${type}.`,
  notFhirBundle2: 'This is not a FHIR Bundle.',
  notOfPatientOfFile: (name: string, said: string) =>
    `${name} is not of the patient of this file: it refers to ${said}.`,
  onePageOfSeveral: 'This is one page of several. Send the whole record in one Bundle.',
  otherPatient: 'This file seems to be of another patient. Nothing was imported.',
  patientOfFileModifierNotKnown: (slice: string) =>
    `The Patient of the file has a modifier that is not known here: ${slice}.`,
  recordBelongs: (full_name: string, names: string) =>
    `This record belongs to ${full_name}; the file ${names}.`,
  recordDateOfBirth: (dob: string, born: string) =>
    `The record has the date of birth ${dob}, the file ${born}.`,
  recordNoNameAndNoDate:
    'This record has no name and no date of birth yet, and the email address of the account is not verified. The file must have the patient’s number here, or the patient enters name and date of birth first.',
  recordNoNameAndNoDateOfBirth:
    'This record has no name and no date of birth yet. The file must have the email address of the account, or the patient’s number here.',
  recordSex: (sex: string | null, patient: string) => `The record has the sex ${sex}, the file ${patient}.`,
  resourcesReferToEachOther: (value: string) => `Resources refer to each other in a circle: ${value}.`,
  searchFoundResourcesAndFile: (total: number, value: number) =>
    `The search found ${total} resources and the file has ${value}. Send the whole record.`,
  sendFhirBundleAsJson: 'Send a FHIR Bundle as JSON.',
});
