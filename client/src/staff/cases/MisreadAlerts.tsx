import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { MisreadAlert } from '#common/api/index.js';
import { formatDateTime, Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { useStaff } from '../data/useStaff.js';
import { useSave } from '../forms/useSave.js';
import { PatientWords } from './EmergencyRecord.js';
import { EMERGENCY_TEXT as words } from './text/emergency.js';

interface MisreadAlertsProps {
  detail: CaseDetail;
  readOnly: boolean;
}

/** Alerts that were closed by their words alone: who did, and what the words were taken to mean. */
export function MisreadAlerts({ detail, readOnly }: MisreadAlertsProps) {
  // Answers that an earlier version cached for an outage do not include them.
  const alerts = detail.misread_alerts ?? [];
  if (alerts.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={words.misreadAlerts}
      sx={{ display: 'grid', gap: 1.25, marginTop: 2 }}
    >
      <Box component="h3" sx={{ fontSize: '1rem', margin: 0 }}>
        {words.misreadAlerts}
      </Box>
      {alerts.map((alert) => (
        <MisreadCard key={alert.id} detail={detail} alert={alert} readOnly={readOnly} />
      ))}
    </Box>
  );
}

function MisreadCard({ detail, alert, readOnly }: MisreadAlertsProps & { alert: MisreadAlert }) {
  const staff = useStaff();
  const saving = useSave({
    send: (key) => staff.reopenAlert(detail.id, alert.id, { version: detail.case.version }, key),
    done: words.reopened,
    onClose: () => {},
  });
  return (
    <Notice
      tone="neutral"
      title={alert.message}
      action={
        !readOnly && (
          <Button
            color="inherit"
            size="small"
            variant="outlined"
            onClick={saving.save}
            disabled={saving.busy}
          >
            {words.reopen}
          </Button>
        )
      }
    >
      <PatientWords alert={alert} patientId={detail.case.patient_id} />
      <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
        {words.misreadBy(alert.by, formatDateTime(alert.closed_at))}: {alert.note}
      </Box>
      {saving.problem(words.reopenFailed, words.again, 'this case')}
    </Notice>
  );
}
