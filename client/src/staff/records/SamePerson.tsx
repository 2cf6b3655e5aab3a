import { Notice, TextLink } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { SAME_PERSON_TEXT as words } from './text/en.js';

/** Other records of the clinic that may belong to the same patient: two accounts can mean two supplies. */
export function SamePerson({ detail }: { detail: CaseDetail }) {
  // Answers that an earlier version cached for an outage do not include them.
  const others = detail.same_person ?? [];
  if (others.length === 0) return null;
  return (
    <Notice tone="warning" title={words.title}>
      {words.body}{' '}
      {others.map(({ mrn, case_id: id }, i) => (
        <span key={mrn}>
          {i > 0 && ', '}
          {id ? <TextLink to={`/trt/cases/${id}`}>{words.mrn(mrn)}</TextLink> : words.mrn(mrn)}
        </span>
      ))}
    </Notice>
  );
}
