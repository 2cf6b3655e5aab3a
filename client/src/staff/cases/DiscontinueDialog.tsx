import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { DISCONTINUE_REASONS, type DiscontinueReason } from '#common/vocabulary/index.js';
import { humanize } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { EmergencyNotes } from '../records/EmergencyNotes.js';
import { localToday } from '../kit/localToday.js';
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

/** Ends a treatment: why, from which date, and whether follow-up labs are needed. */
export function DiscontinueDialog({ detail, name, onClose }: DiscontinueDialogProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [reason, setReason] = useState('');
  const [date, setDate] = useState(localToday);
  const [followUp, setFollowUp] = useState(true);
  const [note, setNote] = useState('');
  const [gaps, setGaps] = useState<Record<string, string>>({});
  const { busy, fields, save, problem } = useSave<CaseDetail['case']>({
    send: (key) =>
      staff.discontinue(
        detail.id,
        {
          reason_code: reason as DiscontinueReason,
          effective_date: date,
          follow_up_labs: followUp,
          version,
          ...(note.trim() && { note: note.trim() }),
        },
        key,
      ),
    done: words.done(name),
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  const problems = { ...fields, ...gaps };

  function confirm() {
    const found = missing(reason, date);
    setGaps(found);
    if (Object.keys(found).length === 0) save();
  }

  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: confirm, busy, danger: true }}
      error={problem(words.failed, words.again, 'this case')}
      readFirst
    >
      <Stack spacing={2}>
        <EmergencyNotes detail={detail} />
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
