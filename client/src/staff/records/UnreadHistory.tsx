import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/index.js';
import { useSession } from '../../shared/session/index.js';
import { formatDate, Panel, StatusChip, withDates } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { PatientMessages } from './PatientMessages.js';
import { openEmergencies } from './openEmergencies.js';
import { ToldFindings, labelOf } from './ToldFindings.js';
import { SpeaksAgainst } from './SpeaksAgainst.js';
import { AgainstTreatment, type Against } from './AgainstTreatment.js';
import { AGAINST_TEXT, HISTORY_TEXT as words } from './text/en.js';

const ABBREVIATIONS = /\b(dvt|pe|vte|tia|psa|osa|afib)\b/gi;
/** A matched word as a clinician writes it. */
const spoken = (word: string): string => word.replace(ABBREVIATIONS, (short) => short.toUpperCase());

interface UnreadHistoryProps {
  detail: CaseDetail;
  readOnly: boolean;
  onReviewed?: () => void;
}
/** What the patient wrote that no structured question covers, and what rules read in what was told. */
export function UnreadHistory(props: UnreadHistoryProps) {
  return (
    <>
      <PatientMessages {...props} />
      <UnreadTexts {...props} />
      <ReadTexts {...props} />
      <ToldFindings detail={props.detail} readOnly={props.readOnly} onSettled={props.onReviewed} />
    </>
  );
}

/** Beside one of several decisions: what was written lately, and what was read. */
export function OwnWords({ detail }: { detail: CaseDetail }) {
  return (
    <>
      <PatientMessages detail={detail} readOnly={false} />
      <ReadTexts detail={detail} readOnly={false} />
    </>
  );
}

/** Until a clinician has read them. */
function UnreadTexts({ detail, readOnly, onReviewed }: UnreadHistoryProps) {
  const [open, setOpen] = useState(false);
  const reviews = useSession()?.roles.includes('provider') ?? false;
  // Answers that an earlier version cached for an outage do not include them.
  const texts = detail.unread_history ?? [];
  if (texts.length === 0) return null;
  return (
    <Panel title={words.title}>
      <Texts texts={texts} />
      {/* Below what it is about: it is read on the way. */}
      {reviews && !readOnly && (
        <Box sx={{ marginTop: 1.5 }}>
          <Button
            size="small"
            // An emergency is answered first.
            variant={openEmergencies(detail).length > 0 ? 'outlined' : 'contained'}
            onClick={() => setOpen(true)}
          >
            {words.open}
          </Button>
        </Box>
      )}
      {open && <ReviewHistoryDialog detail={detail} onReviewed={onReviewed} onClose={() => setOpen(false)} />}
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
                {spoken(word)}
              </StatusChip>
            ))}
          </Box>
          <Typography
            component="dd"
            sx={{ margin: 0, maxWidth: '75ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {withDates(text)}
          </Typography>
        </div>
      ))}
    </Stack>
  );
}

/** Read once is not decided: before the first dose the words stay in view, with their reader. */
function ReadTexts({ detail, readOnly, onReviewed }: UnreadHistoryProps) {
  const staff = useStaff();
  // As above.
  const texts = detail.read_history ?? [];
  if (texts.length === 0) return null;
  return (
    <Panel title={words.readTitle}>
      <Stack component="dl" spacing={1.5} sx={{ margin: 0 }}>
        {texts.map(({ field, text, by, at, note, against_treatment: against }) => (
          <div key={field}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {labelOf(field)}
            </Box>
            <Box component="dd" sx={{ margin: 0, maxWidth: '75ch', overflowWrap: 'anywhere' }}>
              <Typography sx={{ whiteSpace: 'pre-wrap' }}>{withDates(text)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[words.readBy(by, formatDate(at), against), note].filter(Boolean).join(' ')}
              </Typography>
              {!readOnly && (
                <SpeaksAgainst
                  against={against}
                  send={() =>
                    staff.reviewHistory(
                      detail.id,
                      { version: detail.case.version, fields: [field], against_treatment: true },
                      newIdempotencyKey(),
                    )
                  }
                  onDone={onReviewed}
                />
              )}
            </Box>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

interface ReviewHistoryProps {
  detail: CaseDetail;
  onReviewed: (() => void) | undefined;
  onClose: () => void;
}
function ReviewHistoryDialog({ detail, onReviewed, onClose }: ReviewHistoryProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [note, setNote] = useState('');
  const [answer, setAnswer] = useState<Against>('');
  const [tried, setTried] = useState(false);
  const fields = detail.unread_history.map(({ field }) => field);
  const { busy, save, problem } = useSave<CaseDetail['case']>({
    send: async (key) => {
      const body = {
        version,
        fields,
        against_treatment: answer === 'yes',
        ...(note.trim() && { note: note.trim() }),
      };
      await staff.reviewHistory(detail.id, body, key);
      onReviewed?.();
    },
    done: words.done,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function confirm() {
    setTried(true);
    if (answer) save();
  }
  return (
    <ActionDialog
      title={words.title}
      onClose={onClose}
      confirm={{ label: words.open, onConfirm: confirm, busy }}
      error={problem(words.failed, words.again, 'this case')}
    >
      <Stack spacing={2}>
        <Typography>{words.about}</Typography>
        <Texts texts={detail.unread_history} />
        <AgainstTreatment answer={answer} onAnswer={setAnswer} missing={tried} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {AGAINST_TEXT.hint}
        </Typography>
        <SmallField id="history-note" type="multiline" label={words.note} value={note} onChange={setNote} />
      </Stack>
    </ActionDialog>
  );
}
