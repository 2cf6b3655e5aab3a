import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { fieldByName, isFieldName } from '../../../../common/intake/index.js';
import { SAFETY_CHECK_WORDS } from '../../shared/safety-check/text.js';
import { Panel, StatusChip } from '../../shared/ui/index.js';
import type { CaseDetail } from '../dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { SmallField } from '../kit/SmallField.js';
import { useSave } from '../kit/useSave.js';
import { useStaff } from '../kit/useStaff.js';
import { HISTORY_TEXT as words } from './text/en.js';

const labelOf = (field: string): string =>
  isFieldName(field) ? fieldByName(field).label : (SAFETY_CHECK_WORDS.changeField(field) ?? field);

/** What the patient wrote that no structured question covers, until a clinician has read it. */
export function UnreadHistory({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const [open, setOpen] = useState(false);
  // Answers that an earlier version cached for an outage do not include them.
  const texts = detail.unread_history ?? [];
  if (texts.length === 0) return null;
  return (
    <Panel
      title={words.title}
      actions={
        !readOnly && (
          <Button size="small" variant="contained" onClick={() => setOpen(true)}>
            {words.open}
          </Button>
        )
      }
    >
      <Texts texts={texts} />
      {open && <ReviewHistoryDialog detail={detail} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function Texts({ texts }: { texts: CaseDetail['unread_history'] }) {
  return (
    <Stack component="dl" spacing={1.5} sx={{ margin: 0 }}>
      {texts.map(({ field, text, matched }) => (
        <div key={field}>
          <Box
            component="dt"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', color: 'text.secondary' }}
          >
            {labelOf(field)}
            {matched.map((word) => (
              <StatusChip key={word} tone="warning">
                {word}
              </StatusChip>
            ))}
          </Box>
          <Typography
            component="dd"
            sx={{ margin: 0, maxWidth: '75ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {text}
          </Typography>
        </div>
      ))}
    </Stack>
  );
}

function ReviewHistoryDialog({ detail, onClose }: { detail: CaseDetail; onClose: () => void }) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [note, setNote] = useState('');
  const fields = detail.unread_history.map(({ field }) => field);
  const { busy, save, problem } = useSave<CaseDetail['case']>({
    send: (key) =>
      staff.reviewHistory(detail.id, { version, fields, ...(note.trim() && { note: note.trim() }) }, key),
    done: words.done,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  return (
    <ActionDialog
      title={words.title}
      onClose={onClose}
      confirm={{ label: words.open, onConfirm: save, busy }}
      error={problem(words.failed, words.again, 'this case')}
    >
      <Stack spacing={2}>
        <Typography>{words.about}</Typography>
        <Texts texts={detail.unread_history} />
        <SmallField id="history-note" type="multiline" label={words.note} value={note} onChange={setNote} />
      </Stack>
    </ActionDialog>
  );
}
