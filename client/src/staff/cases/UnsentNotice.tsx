import { fieldByName, isFieldName } from '#common/intake/index.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { UNSENT_TEXT as words } from './text/en.js';

/** A safety answer that the patient changed and has not submitted: which question and since when, never the answer. */
export function UnsentNotice({ unsent }: { unsent?: CaseDetail['unsent_changes'] }) {
  // Answers that an earlier version cached for an outage do not include it.
  if (!unsent) return null;
  const labels = unsent.fields.map((field) => (isFieldName(field) ? fieldByName(field).label : field));
  return (
    <Notice tone="warning" title={words.title}>
      {words.body(labels, formatDate(unsent.since))}
    </Notice>
  );
}
