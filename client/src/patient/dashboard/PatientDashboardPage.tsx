import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import type { DashboardResponse } from '../../../../common/api/index.js';
import { formatAge, Loading, LoadError, Notice, Page } from '../../shared/ui/index.js';
import { dashboardQuery, educationQuery } from '../queries.js';
import { IntakeCard, LabsCard, PlanCard } from './cards.js';
import { NextStep } from './NextStep.js';
import { Reminders } from './Reminders.js';
import { standingOf } from './standing.js';
import { DASHBOARD_TEXT as text } from './text/en.js';

export default function PatientDashboardPage() {
  const query = useQuery(dashboardQuery);
  return (
    <Page title={text.title} heading={text.heading} width={1040}>
      {query.isPending && <Loading rows={6} label={text.title} />}
      {query.isError && !query.data && (
        <LoadError
          error={query.error}
          message={text.loadFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data && <Dashboard dashboard={query.data} />}
    </Page>
  );
}

function Dashboard({ dashboard }: { dashboard: DashboardResponse }) {
  // Only the choice of the next step needs it; when it cannot be read the step after it is offered.
  const education = useQuery(educationQuery);
  const standing = standingOf(dashboard, education.data?.education_acknowledged);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {dashboard.case_source !== 'db' && (
        <Notice tone="warning" role="status">
          {text.cached(formatAge(dashboard.as_of))}
        </Notice>
      )}
      {!education.isPending && <NextStep standing={standing} />}
      <Box sx={columns}>
        <Box sx={column}>
          <PlanCard dashboard={dashboard} />
          <Box sx={{ order: 3 }}>
            <Reminders />
          </Box>
        </Box>
        <Box sx={column}>
          <LabsCard labs={dashboard.next_lab_suggestion} />
          <IntakeCard dashboard={dashboard} />
        </Box>
      </Box>
    </Box>
  );
}

/** Two columns; on a narrow screen one, in the order plan, labs, intake, reminders. */
const columns = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
} as const;
const column = {
  display: { xs: 'contents', md: 'grid' },
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
} as const;
