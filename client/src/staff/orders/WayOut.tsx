import { TextLink } from '../../shared/ui/index.js';
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

/** What helps where no reason overrides a rule. */
export function WayOut({ legal }: { legal: readonly string[] }) {
  const unread = legal.some((key) => UNREAD.includes(key));
  const others = legal.some((key) => !OF_PRESCRIBER.includes(key) && !UNREAD.includes(key));
  return (
    <>
      {words.final} {unread && words.read} {others && words.correct}{' '}
      {legal.some((key) => OF_PRESCRIBER.includes(key)) && (
        <>
          {words.license} <TextLink to="/account/licenses">{words.openLicenses}</TextLink>
        </>
      )}
    </>
  );
}
