import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CaseDetail } from '../dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { CLOSE_CASE_TEXT as words } from './text/en.js';
import { useCasePatch } from './useCasePatch.js';

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
  const { busy, save, problem } = useCasePatch(detail, {
    change: () => ({ status: 'closed' }),
    done: words.done(name),
    onClose,
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
