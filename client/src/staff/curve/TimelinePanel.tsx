import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { useStore } from 'react-admin';
import { useZone } from '../../shared/session/index.js';
import { LoadError, Loading, LoadingBlock, Panel, visuallyHidden } from '../../shared/ui/index.js';
import { useTimeline } from '../records/useTimeline.js';
import { formulationName } from '../kit/words.js';
import { CASE_TIMELINE_TEXT as words } from './text/en.js';

// The charts are a third of the client; the case appears before they load.
const Timeline = lazy(() => import('../../shared/timeline/Timeline.js'));

/** About what a chart takes, until it is there: little moves below it, and nothing stays empty. */
const ROOM = { xs: 900, sm: 640 };

interface TimelinePanelProps {
  caseId: string;
  treated: boolean;
}

/** The whole treatment on one time axis; open on treatment at first, then as the user left it, until sign-out. */
export function TimelinePanel({ caseId, treated }: TimelinePanelProps) {
  const [choice, setChoice] = useStore<boolean | null>('case.timeline.open', null);
  const open = choice ?? treated;
  return (
    <Panel
      title={words.title}
      actions={
        <Button
          size="small"
          variant="outlined"
          aria-expanded={open}
          aria-controls="case-timeline"
          onClick={() => setChoice(!open)}
        >
          {open ? words.hide : words.show}
          <Box component="span" sx={visuallyHidden}>{`: ${words.title}`}</Box>
        </Button>
      }
    >
      <Box id="case-timeline" hidden={!open}>
        {open && <CaseTimeline caseId={caseId} treated={treated} />}
      </Box>
    </Panel>
  );
}

function CaseTimeline({ caseId, treated }: TimelinePanelProps) {
  const zone = useZone();
  const { data, ...query } = useTimeline(caseId);
  if (data)
    return (
      <Suspense fallback={<LoadingBlock height={ROOM.sm} />}>
        <Timeline data={data} zone={zone} productName={formulationName} />
      </Suspense>
    );
  if (!query.isError)
    return (
      <Box sx={{ minHeight: treated ? ROOM : 0 }}>
        <Loading rows={6} label={words.loading} />
      </Box>
    );
  return (
    <LoadError
      error={query.error}
      message={words.failed}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
