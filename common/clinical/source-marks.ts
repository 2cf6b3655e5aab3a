import { SOURCE_BY_ID, type SourceId } from './rules/sources.js';

/** This portal's own choices have no year, and no publication to check them against. */
const OWN: readonly string[] = ['SPEC'];
const UNDATED_OWN: readonly string[] = ['SPEC', 'PRODUCT'];

/** What the status of a source in the table says of it: its words begin with what was checked. */
function checkedMark(status: string): string {
  if (/^page checked|^checked where/i.test(status)) return 'checked in part';
  return /^(formula )?checked/i.test(status) ? 'checked' : 'not checked yet';
}

/** A source as it is cited beside a value: with its year, and whether someone checked it. */
export function citedAs(id: SourceId): string {
  const { citation = id, status = '' } = SOURCE_BY_ID.get(id) ?? {};
  const dated = UNDATED_OWN.includes(id) || /\b(19|20)\d\d\b/.test(citation);
  const marks = [!dated && 'no year on file', !OWN.includes(id) && checkedMark(status)].filter(Boolean);
  return marks.length > 0 ? `${citation} (${marks.join(', ')})` : citation;
}
