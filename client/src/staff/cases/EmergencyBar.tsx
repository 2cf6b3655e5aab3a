import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { CaseAlert } from '#common/api/index.js';
import { Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { openEmergencies } from '../records/openEmergencies.js';
import { EmergencyDialog } from './EmergencyDialog.js';
import { PatientWords } from './EmergencyRecord.js';
import { EMERGENCY_TEXT as words } from './text/emergency.js';

/** Emergencies that no one has answered, before everything else of the case. */
export function EmergencyBar({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const [open, setOpen] = useState<CaseAlert | null>(null);
  const emergencies = openEmergencies(detail);
  if (emergencies.length === 0 && !open) return null;
  return (
    <Box component="section" aria-label={words.section} sx={{ display: 'grid', gap: 1, marginBottom: 2 }}>
      {emergencies.map((alert) => (
        <Notice
          key={alert.id}
          tone="danger"
          title={alert.message}
          action={
            !readOnly && (
              <Button size="small" variant="contained" color="error" onClick={() => setOpen(alert)}>
                {words.open}
              </Button>
            )
          }
        >
          <PatientWords alert={alert} patientId={detail.case.patient_id} />
        </Notice>
      ))}
      {open && <EmergencyDialog detail={detail} alert={open} onClose={() => setOpen(null)} />}
    </Box>
  );
}
