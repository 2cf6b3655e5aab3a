import { SPECIMEN_DOUBT } from '../../lab-messages/doubts.js';
import type { Entry, OpenedBundle } from './bundle.js';
import { WITHDRAWN } from './laboratory.js';
import { leftOut, notUnderstood, type Outcome } from './outcome.js';
import { specimenFault } from './specimen.js';
import type { Tally } from './tally.js';

type Find = OpenedBundle['find'];

export const isReport = ({ type }: Entry): boolean => type === 'DiagnosticReport';

/** What a report says against all of its results. */
function faultOf({ name, resource, modifier }: Entry): Outcome | null {
  if (WITHDRAWN.includes(resource.text('status'))) return leftOut('withdrawn');
  if (modifier !== null) return notUnderstood(`${name}.modifierExtension`, modifier, 'modifier');
  const conclusion = resource.text('conclusion');
  return SPECIMEN_DOUBT.test(conclusion) ? notUnderstood(`${name}.conclusion`, conclusion, 'comment') : null;
}

/** What the reports of a file say against results, which are resources of their own. */
export class ReportFaults {
  private readonly faults = new Map<Entry, Outcome>();
  private readonly specimens = new Map<Entry, Outcome>();

  constructor(reports: readonly Entry[], find: Find) {
    for (const report of reports) {
      const fault = faultOf(report);
      if (fault) spread(report, fault, this.faults, find);
      const specimen = specimenFault(report.resource, find);
      if (specimen) spread(report, specimen, this.specimens, find);
    }
  }

  /** The specimen of the report is meant where the result names none. */
  of(result: Entry): Outcome | null {
    const specimen = result.resource.has('specimen') ? null : this.specimens.get(result);
    return this.faults.get(result) ?? specimen ?? null;
  }
}

/** To its results and their parts; each is visited once, however many reports there are. */
function spread(report: Entry, fault: Outcome, faults: Map<Entry, Outcome>, find: Find): void {
  const open = [report];
  for (let next = open.pop(); next; next = open.pop())
    for (const reference of ['result', 'hasMember'].flatMap((key) => next!.resource.references(key))) {
      const found = find(reference);
      if (!found || faults.has(found)) continue;
      faults.set(found, fault);
      open.push(found);
    }
}

/** A report is its results, each of which is read by itself; what a clinician concluded stays there. */
export function readReports(
  reports: readonly Entry[],
  find: Find,
  taken: ReadonlySet<Entry>,
  tally: Tally,
): void {
  for (const report of reports) {
    const { resource, type, modifier } = report;
    const results = resource.references('result');
    const absent = results.find((one) => !find(one));
    if (WITHDRAWN.includes(resource.text('status'))) tally.leftOut(type, 'withdrawn');
    else if (modifier !== null) tally.notUnderstood(report, 'modifierExtension', modifier, 'modifier');
    else if (absent) tally.notUnderstood(report, 'result', absent, 'not_in_file');
    else if (results.some((one) => taken.has(find(one)!))) tally.understood(type);
    else tally.leftOut(type, 'not_imported');
    if (resource.text('conclusion')) tally.leftOut(`${type}.conclusion`, 'clinic_decision');
  }
}
