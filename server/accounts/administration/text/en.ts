import { spoken } from '#server/platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  accountDisabled: 'This account is disabled. Enable it first.',
  cannotChangeOwnOrganization: 'You cannot change your own organization.',
  cannotChangeOwnRoles: 'You cannot change your own roles.',
  cannotDisableOwnAccount: 'You cannot disable your own account.',
  chooseActiveOrDisabled: 'Choose active or disabled.',
  chooseAtLeastOneRole: 'Choose at least one role, each once.',
  chooseQuarterlyOrGuideline: 'Choose quarterly or guideline.',
  chooseStatesByTwoLetterCode: 'Choose states by their two-letter code.',
  chooseTimeZoneByIanaName: 'Choose a time zone by its IANA name, for example America/New_York.',
  citeRule: 'Cite the rule.',
  enterLastDayAndCitation: 'Enter the last day and the citation.',
  enterLastDayOfFlexibility: 'Enter the last day of the flexibility.',
  lastSystemWideAdministrator: 'This is the last system-wide administrator.',
  oneLineOfAtMost: (addressLength: number) => `Use one line of at most ${addressLength} characters.`,
  organizationWithNameAlreadyExists: 'An organization with this name already exists.',
  patientAndRecordsStayWithOrganization: 'A patient and their records stay with their organization.',
  personAlreadySetPassword: 'This person has already set a password.',
  providersAndPatientsBelongToOrganization: 'Providers and patients belong to an organization.',
  turnOwnSecondFactorOff: 'Turn your own second factor off on the account security page.',
});
