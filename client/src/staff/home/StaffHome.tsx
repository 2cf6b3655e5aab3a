import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { CaseListResponse, CaseRow } from '#common/api/index.js';
import { api } from '../../shared/api/index.js';
import { Loading, LoadError, Panel, TextLink } from '../../shared/ui/index.js';
import { Attention, isCalm } from '../cases/Attention.js';
import { InboxPanel } from '../inbox/InboxPanel.js';
import { INBOX_TEXT } from '../inbox/text/en.js';
import { HOME_TEXT as words, STAFF_HOME_TEXT } from './text/en.js';

const SHOWN = 5;
const FIRST = `/api/trt/cases?sort=${encodeURIComponent('["urgency","ASC"]')}&range=${encodeURIComponent(`[0,${SHOWN - 1}]`)}`;

/** The clinician's day on the dashboard: what is waiting, and whom to see first. */
export default function StaffHome() {
  return (
    <Stack spacing={3} sx={{ marginBottom: 3 }}>
      <Panel title={INBOX_TEXT.title}>
        <InboxPanel inPanel />
      </Panel>
      <Panel title={words.first} actions={<TextLink to="/trt/provider/cases">{words.all}</TextLink>}>
        <FirstCases />
      </Panel>
    </Stack>
  );
}

function FirstCases() {
  const { data, error, refetch, isFetching } = useQuery<CaseListResponse>({
    queryKey: ['cases', 'first'],
    queryFn: ({ signal }) => api.get<CaseListResponse>(FIRST, { signal, label: 'cases' }),
    staleTime: 0,
  });
  if (error && !data)
    return (
      <LoadError
        error={error}
        message={words.firstFailed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return <Loading rows={4} label={STAFF_HOME_TEXT.loadingCases} />;
  const urgent = data.items.filter((row) => !isCalm(row));
  if (urgent.length === 0) return <>{words.firstNone}</>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {urgent.map((row) => (
        <FirstCase key={row.id} row={row} />
      ))}
    </Box>
  );
}

function FirstCase({ row }: { row: CaseRow }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: '4px 24px',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '220px minmax(0, 1fr)' },
        paddingBlock: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0, paddingTop: 0 },
      }}
    >
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <TextLink to={`/trt/cases/${row.id}`} bold>
          {row.patient_name || row.patient_email || row.mrn}
        </TextLink>
        <Box className="tabular" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {row.mrn}
        </Box>
      </Box>
      <Attention row={row} />
    </Box>
  );
}
