import type { PdmpFinding } from '../../../../../common/api/index.js';

export const PDMP_TEXT = {
  open: 'Record PDMP check',
  title: (name: string) => `PDMP check: ${name}`,
  lead: 'Query the state program first, then record what it shows. The record names you and cannot be changed.',
  state: 'State of the program',
  choose: 'Choose a state',
  day: 'Queried on',
  finding: 'What the program shows',
  chooseFinding: 'Choose what it shows',
  findings: {
    none: 'No controlled substances',
    as_expected: 'As expected',
    discrepancy: 'A discrepancy',
  } satisfies Record<PdmpFinding, string>,
  discrepancy: 'A discrepancy blocks the prescription until a clinician has resolved it.',
  reference: 'Report reference',
  delegate: 'Asked as the delegate of (optional)',
  note: 'Note (optional)',
  noState: 'Choose the state you queried.',
  noDay: 'Enter the day of the query.',
  noFinding: 'Say what the program shows.',
  noReference: 'Enter the reference of the report.',
  confirm: 'Record the check',
  failed: 'Unable to record the PDMP check',
  done: (name: string) => `${name}: PDMP check recorded.`,
  history: 'Checks on file',
  noHistory: 'No check on file.',
  loadFailed: 'Unable to load the checks on file.',
  line: (day: string, state: string | null, finding: string, by: string, ref: string | null) =>
    [day, state ?? 'state not recorded', finding, by, ref && `reference ${ref}`].filter(Boolean).join(' · '),
};
