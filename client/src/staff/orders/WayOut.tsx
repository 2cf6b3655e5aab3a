import { TextLink } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { WAY_OUT_TEXT as words } from './text/en.js';

/** What the prescriber’s own credentials keep back; nothing in the order can mend it. */
const OF_PRESCRIBER: readonly string[] = [
  'license_missing_in_state',
  'license_unverified',
  'license_expired',
  'dea_missing',
];

/** What no provider has read. */
const UNREAD: readonly string[] = ['unread_history', 'unread_from_patient'];

/** The conversations that wait. Answers that an earlier version cached for an outage do not include them. */
const threadsOf = (detail: CaseDetail | undefined): string[] => [
  ...new Set(
    (detail?.patient_messages ?? []).flatMap(({ to_review: waits, thread_id: id }) => (waits ? [id] : [])),
  ),
];

interface WayOutProps {
  legal: readonly string[];
  /** Links what the patient wrote. */
  detail?: CaseDetail | undefined;
}
/** What helps where no reason overrides a rule. */
export function WayOut({ legal, detail }: WayOutProps) {
  const unread = legal.some((key) => UNREAD.includes(key));
  const others = legal.some((key) => !OF_PRESCRIBER.includes(key) && !UNREAD.includes(key));
  return (
    <>
      {words.final} {unread && words.read}{' '}
      {unread &&
        threadsOf(detail).map((id, place) => (
          <span key={id}>
            <TextLink to={`/trt/provider/messages?view=all&thread=${id}`}>
              {words.openMessage(place)}
            </TextLink>{' '}
          </span>
        ))}
      {others && words.correct}{' '}
      {legal.some((key) => OF_PRESCRIBER.includes(key)) && (
        <>
          {words.license} <TextLink to="/account/licenses">{words.openLicenses}</TextLink>
        </>
      )}
    </>
  );
}
