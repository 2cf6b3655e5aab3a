import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { CaseAlert } from '#common/api/index.js';
import { closesWithContact } from '#common/clinical/contact-alerts.js';
import { ALERT_SEVERITIES, SEVERITY_TONE } from '#common/vocabulary/index.js';
import { Empty, formatDate, Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { EvidenceLine, Source } from '../kit/Evidence.js';
import { NewMessageButton } from '../messages/NewMessageButton.js';
import { AcknowledgeDialog } from './AcknowledgeDialog.js';
import { caseName } from './CaseFrame.js';
import { EmergencyDialog } from './EmergencyDialog.js';
import { Contacts, PatientWords } from './EmergencyRecord.js';
import { MisreadAlerts } from './MisreadAlerts.js';
import { isTreated, speaksAgainstGoingOn, TherapyButtons } from './TherapyButtons.js';
import { ACKNOWLEDGE_TEXT } from './text/decisions.js';
import { EMERGENCY_TEXT } from './text/emergency.js';
import { ALERTS_TEXT as words } from './text/en.js';

/** Unacknowledged first, then most severe, then newest. */
export function bySeverity(a: CaseAlert, b: CaseAlert): number {
  const rank = ALERT_SEVERITIES.indexOf(a.severity) - ALERT_SEVERITIES.indexOf(b.severity);
  return (
    Number(a.acknowledged !== null) - Number(b.acknowledged !== null) ||
    rank ||
    b.created_at.localeCompare(a.created_at)
  );
}

interface AlertsTabProps {
  detail: CaseDetail;
  readOnly: boolean;
}
export function AlertsTab({ detail, readOnly }: AlertsTabProps) {
  const [open, setOpen] = useState<CaseAlert | null>(null);
  const { alerts } = detail;
  return (
    <>
      {alerts.length === 0 && <Empty title={words.none}>{words.noneHint}</Empty>}
      <Stack component="ul" spacing={1.25} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {alerts.toSorted(bySeverity).map((alert) => (
          <li key={alert.id}>
            <AlertCard detail={detail} alert={alert} onAcknowledge={readOnly ? null : () => setOpen(alert)} />
          </li>
        ))}
      </Stack>
      <MisreadAlerts detail={detail} readOnly={readOnly} />
      {open && <AlertDialog detail={detail} alert={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const AlertDialog = (props: { detail: CaseDetail; alert: CaseAlert; onClose: () => void }) =>
  closesWithContact(props.alert.rule_key) ? <EmergencyDialog {...props} /> : <AcknowledgeDialog {...props} />;

/** The value, the limit, the date and what to do, in one card. */
interface AlertCardProps {
  detail: CaseDetail;
  alert: CaseAlert;
  onAcknowledge: (() => void) | null;
}
function AlertCard({ detail, alert, onAcknowledge }: AlertCardProps) {
  const done = alert.acknowledged;
  // A default of the product is no source that helps at an alert; the Rules tab has it.
  const cited = alert.evidence.filter((one) => one.source_id !== 'PRODUCT');
  const emergency = closesWithContact(alert.rule_key);
  const act = emergency ? EMERGENCY_TEXT.open : ACKNOWLEDGE_TEXT.open;
  return (
    <Notice
      tone={done ? 'neutral' : SEVERITY_TONE[alert.severity]}
      title={`${titleCase(alert.severity)}: ${alert.title ?? alert.message}`}
      action={
        onAcknowledge &&
        done?.action !== 'handled' && (
          <Box sx={{ display: 'grid', gap: 1 }}>
            {!done && <NewMessageButton patientId={detail.case.patient_id} name={caseName(detail)} plain />}
            <Button color="inherit" size="small" variant="outlined" onClick={onAcknowledge}>
              {done ? ACKNOWLEDGE_TEXT.change : act}
            </Button>
          </Box>
        )
      }
    >
      <EvidenceLine evidence={alert.evidence} />
      {alert.title && <Box>{alert.message}</Box>}
      <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
        {alert.reports.length > 0 ? (
          <PatientWords alert={alert} patientId={detail.case.patient_id} />
        ) : (
          words.since(formatDate(alert.created_at))
        )}
        {cited.length > 0 && ' · '}
        <Source evidence={cited} version={cited[0]?.rule_version ?? null} />
      </Box>
      {emergency && <Contacts alert={alert} />}
      {onAcknowledge && !done && isTreated(detail) && advisesToEnd(detail, alert) && (
        <Box sx={{ marginTop: 1 }}>
          <TherapyButtons detail={detail} />
        </Box>
      )}
      {done && (
        <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          {ACKNOWLEDGE_TEXT.by(done.by, formatDate(done.at))}:{' '}
          {done.recheck_on
            ? ACKNOWLEDGE_TEXT.recheckOn(formatDate(done.recheck_on))
            : ACKNOWLEDGE_TEXT.handledWord}
          . {done.note}
        </Box>
      )}
    </Notice>
  );
}

const advisesToEnd = ({ rules }: CaseDetail, alert: CaseAlert): boolean =>
  rules.some((rule) => rule.rule_key === alert.rule_key && speaksAgainstGoingOn(rule));

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
