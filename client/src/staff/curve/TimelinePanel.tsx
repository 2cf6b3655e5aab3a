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
const CompactTimeline = lazy(() => import('../../shared/timeline/CompactTimeline.js'));

/** About what a chart takes, until it is there: little moves below it, and nothing stays empty. */
const ROOM = { full: { xs: 900, sm: 640 }, compact: { xs: 260, sm: 190 } };

interface TimelinePanelProps {
  caseId: string;
  treated: boolean;
  /** What is open comes soon after the chart: it begins small. */
  alarming: boolean;
}

/** The treatment on one time axis; small or whole as the user left it, until sign-out. Before treatment there is no small one. */
export function TimelinePanel({ caseId, treated, alarming }: TimelinePanelProps) {
  const [choice, setChoice] = useStore<boolean | null>(
    `case.timeline.${alarming ? 'alarming' : 'open'}`,
    null,
  );
  const whole = choice ?? (treated && !alarming);
  return (
    <Panel
      title={words.title}
      actions={
        <Button
          size="small"
          variant="outlined"
          aria-expanded={whole}
          aria-controls="case-timeline"
          onClick={() => setChoice(!whole)}
        >
          {whole ? words.less : words.all}
          <Box component="span" sx={visuallyHidden}>{`: ${words.title}`}</Box>
        </Button>
      }
    >
      <Box id="case-timeline" hidden={!whole && !treated}>
        {(whole || treated) && <CaseTimeline caseId={caseId} treated={treated} whole={whole} />}
      </Box>
    </Panel>
  );
}

interface CaseTimelineProps extends Pick<TimelinePanelProps, 'caseId' | 'treated'> {
  whole: boolean;
}

function CaseTimeline({ caseId, treated, whole }: CaseTimelineProps) {
  const zone = useZone();
  const { data, ...query } = useTimeline(caseId);
  const room = whole ? ROOM.full : ROOM.compact;
  const Chart = whole ? Timeline : CompactTimeline;
  if (data)
    return (
      <Suspense fallback={<LoadingBlock height={room.sm} />}>
        <Chart data={data} zone={zone} productName={formulationName} />
      </Suspense>
    );
  if (!query.isError)
    return (
      <Box sx={{ minHeight: treated ? room : 0 }}>
        <Loading rows={whole ? 6 : 3} label={words.loading} />
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
