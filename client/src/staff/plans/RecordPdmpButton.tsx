import Button from '@mui/material/Button';
import { useState } from 'react';
import { PdmpDialog } from './PdmpDialog.js';
import { PDMP_TEXT as words } from './text/pdmp.js';

export const PDMP_RULE = 'pdmp_not_checked';

interface RecordPdmpButtonProps {
  caseId: string;
  patientName: string;
  onRecorded: () => void;
}

/** The way to the record of one patient's query; in a bulk there is one for each row. */
export function RecordPdmpButton({ caseId, patientName, onRecorded }: RecordPdmpButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="outlined" type="button" onClick={() => setOpen(true)}>
        {words.open}
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
