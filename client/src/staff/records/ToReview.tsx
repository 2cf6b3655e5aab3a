import Box from '@mui/material/Box';
import { Notice, withDates } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { HISTORY_TEXT as words } from './text/en.js';

/** What waits for a clinician, in the patient's words: history, then messages. */
const toReview = ({ unread_history: history, patient_messages: messages }: CaseDetail): string[] => [
  // Answers that an earlier version cached for an outage do not include them.
  ...(history ?? []).map(({ text }) => text),
  ...(messages ?? []).filter((one) => one.to_review).map(({ body }) => body),
];

const BEGINNING = 140;
/** Right below the patient's identity: the texts themselves stand further down. */
export function ToReview({ detail }: { detail: CaseDetail }) {
  const texts = toReview(detail);
  const [first] = texts;
  if (first === undefined) return null;
  const said = withDates(first);
  return (
    <Notice tone="warning" title={words.toReview(texts.length)} sx={{ paddingBlock: 1 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        “{said.length > BEGINNING ? `${said.slice(0, BEGINNING).trimEnd()}…` : said}”
      </Box>
    </Notice>
  );
}

/** Whether a decision waits for someone to review what the patient wrote, or to settle what was told; null before the case is known. */
export const waitsForReview = (detail: CaseDetail | undefined): boolean | null =>
  detail === undefined
    ? null
    : // As above.
      toReview(detail).length > 0 || (detail.told_findings ?? []).some(({ open }) => open);
