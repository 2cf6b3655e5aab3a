import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Lab } from '#common/api/index.js';
import { hasLabResults } from '#common/vocabulary/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { LabNotes } from './LabNotes.js';
import { REVIEW_TEXT as words } from './text/en.js';

/** What the laboratory says, who reviewed the panel and their note, or the button to review it. */
export function LabReview(props: Parameters<typeof Review>[0]) {
  return (
    <>
      <LabNotes lab={props.lab} />
      <Review {...props} />
    </>
  );
}

function Review({ lab, onReview }: { lab: Lab; onReview: (() => void) | undefined }) {
  if (!lab.reviewed_at) {
    if (!onReview || !hasLabResults(lab.status))
      return (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {words.notReviewed}
        </Box>
      );
    return (
      <Button
        size="small"
        variant="outlined"
        aria-label={`${words.review} ${lab.patient_name}, ${formatDate(lab.collected_at)}`}
        onClick={onReview}
      >
        {words.review}
      </Button>
    );
  }
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {formatDate(lab.reviewed_at)}
      {lab.reviewed_by && ` by ${lab.reviewed_by}`}
      {lab.note && <Box sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>{lab.note}</Box>}
      {onReview && hasLabResults(lab.status) && (
        <Button
          size="small"
          aria-label={`${words.open} ${lab.patient_name}, ${formatDate(lab.collected_at)}`}
          onClick={onReview}
        >
          {words.open}
        </Button>
      )}
    </Box>
  );
}
