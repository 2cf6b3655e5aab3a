import type { CaseAlert } from '#common/api/index.js';
import { SEVERITY_TONE } from '#common/vocabulary/index.js';
import { Notice, TextLink } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { openEmergencies } from '../records/openEmergencies.js';
import { bySeverity } from './AlertsTab.js';
import { ALERTS_TEXT as words } from './text/en.js';

/** What waits for a clinician. */
export const isAlarming = ({ severity, acknowledged }: CaseAlert): boolean =>
  severity !== 'info' && acknowledged === null;

/** Names what is open before the chart; the alerts themselves stay in their tab. Emergencies have a bar of their own. */
export function OpenAlerts({ detail }: { detail: CaseDetail }) {
  const shown = new Set(openEmergencies(detail).map(({ id }) => id));
  const open = detail.alerts
    .filter((alert) => isAlarming(alert) && !shown.has(alert.id))
    .toSorted(bySeverity);
  const [worst] = open;
  if (!worst) return null;
  return (
    <Notice tone={SEVERITY_TONE[worst.severity]} sx={{ paddingBlock: 1 }}>
      <TextLink to="?tab=alerts" bold>
        {words.openAlerts(open.length)}
      </TextLink>{' '}
      {open.map(({ title, message }) => title ?? message).join('; ')}
    </Notice>
  );
}
