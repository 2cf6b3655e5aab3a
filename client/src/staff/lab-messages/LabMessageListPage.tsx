import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { LabMessage, LabMessageStatus } from '#common/api/lab-messages.js';
import type { Tone } from '#common/vocabulary/index.js';
import { ButtonLink, formatDate, formatDateTime, Page, StatusChip, TextLink } from '../../shared/ui/index.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { ListFrame } from '../lists/ListFrame.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { Column, StaffTable } from '../lists/StaffTable.js';
import { usePageParams } from '../lists/usePageParams.js';
import { useStaffList } from '../lists/useStaffList.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import type { Sort } from '../lists/Worklist.js';
import { LAB_MESSAGE_STATUS_TEXT, LAB_MESSAGES_TEXT as words, problemText } from './text/en.js';

const URGENT: Sort = { field: 'urgency', order: 'ASC' };
const VIEWS = {
  waiting: { label: words.views.waiting, filter: { waiting: true }, sort: URGENT },
  critical: { label: words.views.critical, filter: { waiting: true, critical: true }, sort: URGENT },
  all: { label: words.views.all, filter: {}, sort: { field: 'received_at', order: 'DESC' } },
} as const satisfies Record<string, { label: string; filter: object; sort: Sort }>;
type View = keyof typeof VIEWS;

export const STATUS_TONE: Record<LabMessageStatus, Tone> = {
  unmatched: 'warning',
  preliminary: 'info',
  imported: 'success',
  replaced: 'neutral',
  duplicate: 'neutral',
  discarded: 'neutral',
};
const SHOWN_PROBLEMS = 2;

const { columns } = words;
const CSV: CsvColumns<LabMessage> = {
  [columns.received]: (message) => message.received_at,
  [columns.laboratory]: (message) => message.laboratory,
  [columns.patient]: (message) => message.said_name,
  [columns.status]: (message) => message.status,
  [columns.problems]: (message) => message.problems.map(problemText).join('; '),
};

/** /trt/provider/lab-messages: what laboratories sent, and what of it waits. */
export default function LabMessageListPage() {
  const place = usePageParams([], URGENT);
  const { params, change } = place;
  const named = params.get('view');
  const view: View = named === 'all' || named === 'critical' ? named : 'waiting';
  const { filter, sort } = VIEWS[view];
  const list = useStaffList<LabMessage>('lab-messages', { place: { ...place, sort }, filter });
  const { data, total, meta } = list;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      width={1440}
      count={data ? total : undefined}
      actions={
        <ButtonLink to="/trt/provider/labs" variant="outlined">
          {words.labs}
        </ButtonLink>
      }
    >
      {isStale(meta?.source) && <SourceBanner kind="fallback messages" asOf={meta?.as_of} />}
      <ViewTabs
        label={words.viewsLabel}
        value={view}
        views={VIEWS}
        onChange={(next) => change({ view: next })}
      >
        <ListFrame
          title={VIEWS[view].label}
          list={list}
          csv={CSV}
          failed={words.failed}
          loading={words.loading}
          empty={words.none[view]}
        >
          <MessageTable />
        </ListFrame>
      </ViewTabs>
    </Page>
  );
}

function MessageTable() {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<LabMessage>
        source="patient"
        fixed
        label={columns.patient}
        unlabeled
        render={(message) => (
          <Box sx={{ minWidth: 140, overflowWrap: 'anywhere' }}>
            <TextLink to={`/trt/provider/lab-messages/${message.id}`} bold>
              {message.said_name || words.unnamed}
            </TextLink>
            {message.said_dob && (
              <Box sx={{ color: 'text.secondary' }}>{words.born(formatDate(message.said_dob))}</Box>
            )}
          </Box>
        )}
      />
      <Column<LabMessage>
        source="received_at"
        label={columns.received}
        render={(message) => formatDateTime(message.received_at)}
      />
      <Column<LabMessage>
        source="laboratory"
        label={columns.laboratory}
        sx={{ overflowWrap: 'anywhere' }}
        render={(message) => message.laboratory}
      />
      <Column<LabMessage>
        source="status"
        fixed
        label={columns.status}
        render={({ status, critical }) => (
          <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
            {critical && (status === 'unmatched' || status === 'preliminary') && (
              <StatusChip tone="danger">{words.critical}</StatusChip>
            )}
            <StatusChip tone={STATUS_TONE[status]}>{LAB_MESSAGE_STATUS_TEXT[status]}</StatusChip>
          </Stack>
        )}
      />
      <Column<LabMessage>
        source="problems"
        label={columns.problems}
        blank={({ problems }) => problems.length === 0}
        sx={{ overflowWrap: 'anywhere' }}
        render={({ problems }) => (
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
              <li key={problemText(problem)}>{problemText(problem)}</li>
            ))}
            {problems.length > SHOWN_PROBLEMS && <li>{words.more(problems.length - SHOWN_PROBLEMS)}</li>}
          </Box>
        )}
      />
    </StaffTable>
  );
}
