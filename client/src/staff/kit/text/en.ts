import { humanize } from '#client/shared/ui/index.js';

export const EVIDENCE_TEXT = {
  version: (version: number) => `rule version ${version}`,
  notes: (count: number) => (count === 1 ? '1 note with sources' : `${count} notes with sources`),
  sources: 'Sources',
  openMessages: 'Open messages',
  openLabReports: 'Open lab reports',
  ruleSet: (version: string) => `Rule set ${version}`,
};

export const STRIP_TEXT = {
  label: 'At a glance',
  treatment: 'Current dose',
  approved: 'Approved dose',
  notBegun: 'first dose not confirmed',
  held: 'Dose on hold',
  noDose: 'Treatment',
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
  noResult: 'No result',
  old: (days: number) => `${days} days old`,
  afterDose: (hours: number, fromLog: boolean) =>
    `${hours} h after dose${fromLog ? ' (from the dose log)' : ''}`,
  hoursUnknown: 'time since dose unknown',
  beforeTreatment: 'before treatment',
  trend: { up: 'up from', down: 'down from', same: 'same as' },
};

export const PERSON_TEXT = {
  all: (count: number) => `Show all ${count} medicines`,
  less: 'Show fewer',
};

export const LIST_TOOLS_TEXT = {
  saved: 'Saved filters',
  columns: 'Columns',
  noneSaved: 'Nothing saved yet',
  keep: 'Save these filters in this browser',
  remove: 'Remove these filters from the list',
  withheld: (rows: number) => `Rows not shown: ${rows}. Open the patient’s record with a reason first.`,
  cut: (rows: number, total: number) =>
    `The file has the first ${rows} of ${total} rows. Filter the list to export the rest.`,
};

/** The name of saved filters: what they filter, and the order. */
export function filtersText(
  filters: Record<string, string>,
  { field, order }: { field: string; order: string },
): string {
  const parts = Object.entries(filters).map(([name, value]) =>
    value === '1' ? humanize(name) : `${humanize(name)}: ${humanize(value).toLowerCase()}`,
  );
  const by = humanize(field.replace(/_at$/, '')).toLowerCase();
  return [...parts, `by ${by}${order === 'DESC' ? ', descending' : ''}`].join(', ');
}
