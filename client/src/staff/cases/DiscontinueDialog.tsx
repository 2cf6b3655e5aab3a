import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { DISCONTINUE_REASONS, type DiscontinueReason } from '../../../../common/vocabulary/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { humanize } from '../../shared/ui/index.js';
import type { CaseDetail } from '../dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { CheckField } from '../kit/CheckField.js';
import { changedRecord, whoChanged } from '../kit/conflict.js';
import { explained, Failure } from '../kit/Failure.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../kit/SmallField.js';
import { useRefresh } from '../kit/useRefresh.js';
import { useStaff } from '../kit/useStaff.js';
import { localToday } from './clinicalFacts.js';
import { DISCONTINUE_TEXT as words } from './text/en.js';

interface DiscontinueDialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

function missing(reason: string, date: string): Record<string, string> {
  return {
    ...(!reason && { reason_code: words.missingReason }),
    ...(!date && { effective_date: words.missingDate }),
    ...(date > localToday() && { effective_date: words.lateDate }),
  };
}

/** Ends a treatment: why, from when on, and whether labs are still wanted. */
export function DiscontinueDialog({ detail, name, onClose }: DiscontinueDialogProps) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [version, setVersion] = useState(detail.case.version);
  const [reason, setReason] = useState('');
  const [date, setDate] = useState(localToday);
  const [followUp, setFollowUp] = useState(true);
  const [note, setNote] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newIdempotencyKey());

  async function confirm() {
    const found = missing(reason, date);
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await staff.discontinue(
        detail.id,
        {
          reason_code: reason as DiscontinueReason,
          effective_date: date,
          follow_up_labs: followUp,
          version,
          ...(note.trim() && { note: note.trim() }),
        },
        key.current,
      );
      toast.success(words.done(name));
      await refresh();
      onClose();
    } catch (error) {
      if (isApiError(error)) {
        setProblems(error.fields);
        if (error.status > 0) key.current = newIdempotencyKey();
      }
      const changed = changedRecord<CaseDetail['case']>(error);
      if (changed) setVersion(changed.version);
      setFailure(changed ? `${whoChanged(error, 'this case')} ${words.again}` : explained(error));
      setBusy(false);
      await refresh();
    }
  }

  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: () => void confirm(), busy, danger: true }}
      error={failure !== null && <Failure title={words.failed} detail={failure} />}
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} />
        <Typography>{words.lead}</Typography>
        <SmallField
          id="end-reason"
          type="select"
          label={words.reason}
          value={reason}
          onChange={setReason}
          error={problems['reason_code']}
        >
          <option value="">{words.chooseReason}</option>
          {DISCONTINUE_REASONS.map((code) => (
            <option key={code} value={code}>
              {humanize(code)}
            </option>
          ))}
        </SmallField>
        <SmallField
          id="end-date"
          type="date"
          label={words.date}
          value={date}
          onChange={setDate}
          error={problems['effective_date']}
        />
        <div>
          <CheckField label={words.followUp} checked={followUp} onChange={setFollowUp} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {words.followUpHint}
          </Typography>
        </div>
        <SmallField
          id="end-note"
          type="multiline"
          label={words.note}
          value={note}
          onChange={setNote}
          error={problems['note']}
        />
      </Stack>
    </ActionDialog>
  );
}
