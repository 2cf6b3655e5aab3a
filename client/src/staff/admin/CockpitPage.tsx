import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OverviewCard, OverviewResponse } from '../../../../common/api/index.js';
import { SERVICE_TONE, type ServiceStatus } from '../../../../common/vocabulary/index.js';
import { loadErrorMessage } from '../../shared/api/index.js';
import { useSession } from '../../shared/session/index.js';
import {
  ButtonLink,
  formatDateTime,
  formatNumber,
  humanize,
  Loading,
  Notice,
  Page,
  Panel,
  StatusChip,
} from '../../shared/ui/index.js';
import { SmallField } from '../kit/SmallField.js';
import { usePageParams } from '../kit/usePageParams.js';
import { useStaff } from '../kit/useStaff.js';
import { COCKPIT_TEXT as words, SERVICE_NAME } from './text/en.js';

/** /admin: how the program stands, and how the portal runs. */
export default function CockpitPage() {
  const staff = useStaff();
  const { params, change } = usePageParams([], { field: 'id', order: 'ASC' });
  const orgId = params.get('org_id');
  // Leaving the page, or another scope, cancels the request.
  const overview = useQuery({
    queryKey: ['admin-overview', orgId],
    queryFn: ({ signal }) => staff.getOverview(orgId, signal),
  });
  const { data, error, isFetching, refetch } = overview;
  return (
    <Page
      title={words.title}
      width={1180}
      lead={words.lead}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5 }}>
          <Scope value={orgId} onChange={(next) => change({ org_id: next })} />
          <Button
            variant="contained"
            startIcon={<RefreshOutlined />}
            onClick={() => void refetch()}
            loading={isFetching}
            loadingPosition="start"
          >
            {words.refresh}
          </Button>
        </Box>
      }
    >
      {error ? (
        <Notice
          tone="danger"
          role="alert"
          title={words.failedTitle}
          action={
            <Button color="inherit" size="small" variant="outlined" onClick={() => void refetch()}>
              {words.retry}
            </Button>
          }
        >
          {loadErrorMessage(error, words.failed)}
        </Notice>
      ) : data ? (
        <Overview data={data} />
      ) : (
        <Loading rows={8} label={words.loading} />
      )}
    </Page>
  );
}

/** Only who administers the whole system has a choice. */
function Scope({ value, onChange }: { value: string | null; onChange: (orgId: string | null) => void }) {
  const session = useSession();
  const staff = useStaff();
  const systemWide = session !== null && session.orgId === null;
  const { data } = useQuery({
    queryKey: ['admin-organisations'],
    queryFn: ({ signal }) => staff.getOrganisations(signal),
    enabled: systemWide,
  });
  if (!systemWide) return null;
  return (
    <Box sx={{ minWidth: 200 }}>
      <SmallField
        id="cockpit-scope"
        type="select"
        label={words.scope}
        value={value ?? ''}
        onChange={(next) => onChange(next || null)}
      >
        <option value="">{words.systemWide}</option>
        {data?.organisations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SmallField>
    </Box>
  );
}

const grid = (width: number) => ({
  display: 'grid',
  gap: 2,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))`,
});

function Overview({ data }: { data: OverviewResponse }) {
  const { program_health: health, service_status: services } = data;
  const cards = [health.active_trt_cases, health.intakes_pending_review, health.new_intakes_last_7_days];
  const names = Object.keys(services);
  return (
    <Stack spacing={3}>
      <Panel
        title={words.health}
        actions={
          <Typography component="span" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
            {words.generated} {formatDateTime(data.generated_at)}
          </Typography>
        }
      >
        <Box sx={grid(220)}>
          {cards.map((card) => (
            <CountCard key={card.label} card={card} />
          ))}
          <ReviewsCard reviews={health.reviews} />
        </Box>
      </Panel>
      <Panel title={words.services}>
        {names.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{words.noServices}</Typography>
        ) : (
          <Box sx={grid(260)}>
            {names.map((name) => (
              <Card key={name} label={SERVICE_NAME[name] ?? humanize(name)} status={services[name]!.status}>
                <Box>{services[name]!.message}</Box>
                {services[name]!.detail && (
                  <Box className="tabular" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
                    {services[name]!.detail}
                  </Box>
                )}
              </Card>
            ))}
          </Box>
        )}
      </Panel>
      <Panel title={words.work}>
        <Typography sx={{ color: 'text.secondary', marginBottom: 2, maxWidth: '60ch' }}>
          {words.workLead}
        </Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
          <ButtonLink to="/trt/provider/cases" variant="outlined">
            Cases
          </ButtonLink>
          <ButtonLink to="/trt/provider/plan-review" variant="outlined">
            Plan review
          </ButtonLink>
        </Stack>
      </Panel>
    </Stack>
  );
}

interface CardProps {
  label: string;
  status: ServiceStatus;
  children: ReactNode;
}
function Card({ label, status, children }: CardProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        padding: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="h3" sx={{ fontWeight: 600, fontSize: '0.9375rem' }}>
          {label}
        </Typography>
        <StatusChip tone={SERVICE_TONE[status] ?? 'neutral'}>{status}</StatusChip>
      </Box>
      {children}
    </Box>
  );
}

const figure = { fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.2 } as const;

function CountCard({ card }: { card: OverviewCard }) {
  return (
    <Card label={card.label} status={card.status}>
      {card.value === null ? (
        <Box sx={{ color: 'text.secondary' }}>{words.noRecords}</Box>
      ) : (
        <Box className="tabular" sx={figure}>
          {formatNumber(card.value)}
        </Box>
      )}
    </Card>
  );
}

function ReviewsCard({ reviews }: { reviews: OverviewResponse['program_health']['reviews'] }) {
  const rows = [
    { label: words.reviews.upcoming, value: reviews.upcoming_7_days },
    { label: words.reviews.overdue, value: reviews.overdue },
  ];
  return (
    <Card label={reviews.label} status={reviews.status}>
      <Box component="dl" sx={{ display: 'flex', gap: 4, margin: 0 }}>
        {rows.map(({ label, value }) => (
          <Box
            key={label}
            sx={{ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}
          >
            <Box component="dt" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" className="tabular" sx={{ ...figure, margin: 0 }}>
              {value === null ? words.noRecords : formatNumber(value)}
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
