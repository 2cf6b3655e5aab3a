import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseDetail } from '../dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { useSave } from '../kit/useSave.js';
import { useStaff } from '../kit/useStaff.js';
import { CLOSE_CASE_TEXT as words } from './text/en.js';

interface CloseCaseDialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

/** The treatment has ended and only follow-up labs kept the case open. */
export const isFollowedUp = ({ case: { status }, plan, pending_plan }: CaseDetail): boolean =>
  status === 'monitoring' && !plan && !pending_plan;

/** Ends the follow-up after a discontinuation. */
export function CloseCaseDialog({ detail, name, onClose }: CloseCaseDialogProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const { busy, save, problem } = useSave<CaseDetail['case']>({
    send: () => staff.patchCase(detail.id, { version, status: 'closed' }),
    done: words.done(name),
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: save, busy }}
      error={problem(words.failed, words.again, 'this case')}
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} />
        <Typography>{words.lead}</Typography>
      </Stack>
    </ActionDialog>
  );
}
