import Button from '@mui/material/Button';
import { useState } from 'react';
import { PdmpDialog } from './PdmpDialog.js';
import { PDMP_TEXT as words } from './text/pdmp.js';

const DISCREPANCY = 'pdmp_discrepancy';

/** Whether the order is waiting for a PDMP record or a resolved discrepancy. */
export const needsPdmp = (blockedBy: readonly string[]): boolean =>
  blockedBy.includes('pdmp_not_checked') || blockedBy.includes(DISCREPANCY);

interface RecordPdmpButtonProps {
  caseId: string;
  patientName: string;
  blockedBy: readonly string[];
  onRecorded: () => void;
}

/** Records one patient's PDMP query; a bulk approval has one button per row. */
export function RecordPdmpButton({ caseId, patientName, blockedBy, onRecorded }: RecordPdmpButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="outlined" type="button" onClick={() => setOpen(true)}>
        {blockedBy.includes(DISCREPANCY) ? words.openDiscrepancy : words.open}
      </Button>
      {open && (
        <PdmpDialog
          caseId={caseId}
          patientName={patientName}
          onRecorded={onRecorded}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
