import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { CLOSE_CASE_TEXT as words } from './text/en.js';
import { useCasePatch } from './useCasePatch.js';

interface CloseCaseDialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

/** Treatment has ended and only follow-up labs kept the case open. */
export const isFollowedUp = ({ case: { status }, plan, pending_plan }: CaseDetail): boolean =>
  status === 'monitoring' && !plan && !pending_plan;

/** No treatment was ever planned that still waits or is in effect: there is nothing to discontinue. */
export const isUntreated = ({ plan, pending_plan, discontinuation }: CaseDetail): boolean =>
  !plan && !pending_plan && !discontinuation;

/** Ends the follow-up after a discontinuation, or a case without treatment. */
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
        <Typography>{isUntreated(detail) ? words.untreated : words.lead}</Typography>
        <Missing detail={detail} />
      </Stack>
    </ActionDialog>
  );
}

/** What would be left open: ordered follow-up labs without a result, alerts, results to review, unread history. */
function Missing({ detail }: { detail: CaseDetail }) {
  const { discontinuation: end, labs_history: labs, next_lab_suggestion: next } = detail;
  const followed = labs.some((lab) => lab.collected_at && end && lab.collected_at > end.decided_at);
  const unreviewed = labs.filter((lab) => lab.collected_at && !lab.reviewed_at).length;
  const open = detail.alerts.filter((alert) => !alert.acknowledged).length;
  const missing = [
    end?.follow_up_labs && !followed && words.noFollowUp(next?.due_in_days ?? null),
    unreviewed > 0 && words.unreviewed(unreviewed),
    open > 0 && words.alerts(open),
  ].filter((line) => typeof line === 'string');
  if (missing.length === 0) return null;
  return (
    <Notice tone="warning" title={words.missing}>
      {missing.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Notice>
  );
}
