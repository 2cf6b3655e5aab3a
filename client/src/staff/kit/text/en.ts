export const EVIDENCE_TEXT = {
  version: (version: number) => `rule version ${version}`,
  notes: (count: number) => (count === 1 ? '1 note, and sources' : `${count} notes, and sources`),
  sources: 'Sources',
  ruleSet: (version: string) => `Rule set ${version}`,
};

export const STRIP_TEXT = {
  label: 'At a glance',
  treatment: 'Current dose',
  none: 'Not on treatment',
  since: (date: string) => `since ${date}`,
  hold: (since: string) => `On hold since ${since}`,
  testosterone: 'Testosterone',
  hematocrit: 'Hematocrit',
  psa: 'PSA',
  bloodPressure: 'Blood pressure',
  review: 'Next review',
  notScheduled: 'Not scheduled',
  reported: 'patient-reported',
  unknown: '—',
  old: (days: number) => `${days} days old`,
  afterDose: (hours: number) => `${hours} h after dose`,
  hoursUnknown: 'time since dose unknown',
  trend: { up: 'up from', down: 'down from', same: 'same as' },
};

export const NAMED_RULES_TEXT = {
  confirm: (title: string) => `I have read: ${title}`,
  each: 'These rules ask for more. Explain in at least 20 characters and check each rule.',
};

export const LIST_TOOLS_TEXT = {
  saved: 'Saved filters',
  noneSaved: 'Nothing saved yet',
  keep: 'Save these filters…',
  remove: (name: string) => `Remove “${name}”`,
  keepTitle: 'Save these filters',
  keepConfirm: 'Save',
  name: 'Name',
  nameHint:
    'Kept in this browser for your account. Don’t use a patient’s name. Your search text is not saved.',
  nameMissing: 'Enter a name.',
  nameLong: (max: number) => `Use at most ${max} characters.`,
  cut: (rows: number, total: number) =>
    `The file has the first ${rows} of ${total} rows. Filter the list to export the rest.`,
};
