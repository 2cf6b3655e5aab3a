import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Lab } from '#common/api/index.js';
import { formatDate, StatusChip } from '../../shared/ui/index.js';
import { CriticalDialog } from './CriticalDialog.js';
import { criticalInWords } from './labWords.js';
import { CRITICAL_TEXT as words } from './text/en.js';

/** Marks a panel as critical, and shows whether the patient was told; until then, how to record the call. */
export function CriticalMark({ lab, readOnly = false }: { lab: Lab; readOnly?: boolean }) {
  const [open, setOpen] = useState(false);
  const { critical, call_back: call } = lab;
  if (critical.length === 0) return null;
  const told = call && (call.reached ? words.called : words.tried)(formatDate(call.called_on), call.by);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', marginTop: 0.5 }}>
      <StatusChip tone={call?.reached ? 'neutral' : 'danger'}>
        {critical.map(criticalInWords).join('; ')}
      </StatusChip>
      {told && <Box sx={{ color: 'text.secondary' }}>{told}</Box>}
      {!call?.reached && !readOnly && (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={`${words.record}: ${lab.patient_name}, ${formatDate(lab.collected_at)}`}
          onClick={() => setOpen(true)}
        >
          {words.record}
        </Button>
      )}
      {open && <CriticalDialog labs={[lab]} onClose={() => setOpen(false)} />}
    </Box>
  );
}
