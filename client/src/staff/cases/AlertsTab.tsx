import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { CaseAlert } from '../../../../common/api/index.js';
import { isEmergencyAlert } from '../../../../common/assistant/emergency-kinds.js';
import { ALERT_SEVERITIES, SEVERITY_TONE } from '../../../../common/vocabulary/index.js';
import { Empty, formatDate, Notice } from '../../shared/ui/index.js';
import { toast } from '../../shared/toasts/index.js';
import { explained } from '../kit/Failure.js';
import { useRefresh } from '../kit/useRefresh.js';
import { useStaff } from '../kit/useStaff.js';
import { ruleTitle } from '../kit/words.js';
import { ALERTS_TEXT as words } from './text/en.js';

/** The gravest first; among equals the newest. */
export function bySeverity(a: CaseAlert, b: CaseAlert): number {
  const rank = ALERT_SEVERITIES.indexOf(a.severity) - ALERT_SEVERITIES.indexOf(b.severity);
  return rank || b.created_at.localeCompare(a.created_at);
}

interface AlertsTabProps {
  caseId: string;
  alerts: CaseAlert[];
  readOnly: boolean;
}
export function AlertsTab({ caseId, alerts, readOnly }: AlertsTabProps) {
  if (alerts.length === 0) return <Empty title={words.none}>{words.noneHint}</Empty>;
  return (
    <Stack component="ul" spacing={1.25} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {[...alerts].sort(bySeverity).map((alert) => (
        <li key={alert.id}>
          <Notice
            tone={SEVERITY_TONE[alert.severity]}
            title={`${titleCase(alert.severity)}: ${alert.message}`}
            action={
              isEmergencyAlert(alert.rule_key) &&
              !readOnly && <CloseAlert caseId={caseId} alertId={alert.id} />
            }
          >
            <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
              {alert.reports.length > 0 ? (
                words.reports(alert.reports)
              ) : (
                <>
                  {alert.rule_key && `${ruleTitle(alert.rule_key)} · `}
                  since {formatDate(alert.created_at)}
                </>
              )}
            </Box>
          </Notice>
        </li>
      ))}
    </Stack>
  );
}

function CloseAlert({ caseId, alertId }: { caseId: string; alertId: string }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  async function close() {
    setBusy(true);
    try {
      await staff.closeAlert(caseId, alertId);
      toast.success(words.closed);
    } catch (error) {
      toast.error(explained(error), { title: words.closeFailed });
    }
    await refresh();
    setBusy(false);
  }
  return (
    <Button color="inherit" size="small" variant="outlined" loading={busy} onClick={() => void close()}>
      {words.close}
    </Button>
  );
}

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
