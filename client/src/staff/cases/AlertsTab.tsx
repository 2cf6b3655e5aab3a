import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { CaseAlert } from '../../../../common/api/index.js';
import { ALERT_SEVERITIES, SEVERITY_TONE } from '../../../../common/vocabulary/index.js';
import { Empty, formatDate, Notice } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';

/** The gravest first; among equals the newest. */
export function bySeverity(a: CaseAlert, b: CaseAlert): number {
  const rank = ALERT_SEVERITIES.indexOf(a.severity) - ALERT_SEVERITIES.indexOf(b.severity);
  return rank || b.created_at.localeCompare(a.created_at);
}

export function AlertsTab({ alerts }: { alerts: CaseAlert[] }) {
  if (alerts.length === 0) {
    return (
      <Empty title="No open alerts">Alerts appear here when a rule or a lab value asks for attention.</Empty>
    );
  }
  return (
    <Stack component="ul" spacing={1.25} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {[...alerts].sort(bySeverity).map((alert) => (
        <li key={alert.id}>
          <Notice
            tone={SEVERITY_TONE[alert.severity]}
            title={`${titleCase(alert.severity)}: ${alert.message}`}
          >
            <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
              {alert.rule_key && `${ruleTitle(alert.rule_key)} · `}
              since {formatDate(alert.created_at)}
            </Box>
          </Notice>
        </li>
      ))}
    </Stack>
  );
}

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
