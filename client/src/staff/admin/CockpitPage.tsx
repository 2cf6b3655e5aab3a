import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OverviewCard, OverviewResponse } from '#common/api/index.js';
import { SERVICE_TONE, type ServiceStatus } from '#common/vocabulary/index.js';
import { systemStatusQuery } from '../../shared/api/index.js';
import { useSession } from '../../shared/session/index.js';
import {
  ButtonLink,
  formatDateTime,
  formatNumber,
  humanize,
  Panel,
  StatusChip,
  TextLink,
} from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { ClinicFigures } from './kit/ClinicFigures.js';
import { useClinicScope } from './kit/ClinicScope.js';
import { ClinicsPanel } from './ClinicsPanel.js';
import { COCKPIT_PAGE_TEXT, COCKPIT_TEXT as words, SERVICE_NAME } from './text/en.js';

const STATUS_EVERY_MS = 5000;

/** /admin: how the program is doing, and how the portal is running. */
export default function CockpitPage() {
  const staff = useStaff();
  const scope = useClinicScope();
  const { orgId, clinic, organisations } = scope;
  // Leaving the page or changing the scope cancels the request.
  const overview = useQuery({
    queryKey: ['admin-overview', orgId],
    queryFn: ({ signal }) => staff.getOverview(orgId, { signal }),
  });
  return (
    <ClinicFigures words={words} width={1180} scope={scope} query={overview} beside={<DatabaseState />}>
      {(data, known) => <Overview data={data} clinic={clinic} orgId={organisations && orgId} known={known} />}
    </ClinicFigures>
  );
}

/** The database status while the overview cannot be read. */
function DatabaseState() {
  const { data, isError } = useQuery({ ...systemStatusQuery, refetchInterval: STATUS_EVERY_MS });
  const said = data?.database.message ?? (data?.database.connected ? words.databaseUp : words.databaseDown);
  return <div>{isError ? words.databaseUnknown : data && said}</div>;
}

const grid = (width: number) => ({
  display: 'grid',
  gap: 2,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))`,
});

interface OverviewProps {
  data: OverviewResponse;
  /** The clinic whose numbers these are; null: all of them. */
  clinic: string | null;
  /** The clinic that a system-wide administrator chose: the linked lists show it alone. */
  orgId: string | null;
  /** False: the current state of the services is unknown. */
  known: boolean;
}
function Overview({ data, clinic, orgId, known }: OverviewProps) {
  const records = useSession()?.clinicalActs ?? false;
  const of = ({ to, name }: List): List => ({
    name,
    to: orgId ? `${to}${to.includes('?') ? '&' : '?'}org_id=${orgId}` : to,
  });
  const { program_health: health, service_status: services } = data;
  const cards = [
    { card: health.active_trt_cases, list: LIST.cases },
    { card: health.intakes_pending_review, list: LIST.open },
    { card: health.new_intakes_last_7_days },
  ];
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
        {clinic && (
          <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>{words.ofClinic(clinic)}</Typography>
        )}
        <Box sx={grid(220)}>
          {cards.map(({ card, list }) => (
            <CountCard key={card.label} card={card} list={records && list ? of(list) : undefined} />
          ))}
          <ReviewsCard reviews={health.reviews} list={records ? of(LIST.overdue) : undefined} />
        </Box>
      </Panel>
      {/* An earlier version of the server sends neither. */}
      {data.clinics && data.trend && <ClinicsPanel clinics={data.clinics} trend={data.trend} />}
      <Panel title={words.services}>
        {names.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{words.noServices}</Typography>
        ) : (
          <Box sx={grid(260)}>
            {names.map((name) => (
              <Card
                key={name}
                label={SERVICE_NAME[name] ?? humanize(name)}
                status={known ? services[name]!.status : 'unknown'}
              >
                <Box>{known ? services[name]!.message : words.lastKnown(services[name]!.message)}</Box>
                {known && services[name]!.detail && (
                  <Box className="tabular" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
                    {services[name]!.detail}
                  </Box>
                )}
                {name === 'mail' && services[name]!.status !== 'ok' && (
                  <TextLink to={LIST.mails.to}>{LIST.mails.name}</TextLink>
                )}
              </Card>
            ))}
          </Box>
        )}
      </Panel>
      {records && (
        <Panel title={words.work}>
          <Typography sx={{ color: 'text.secondary', marginBottom: 2, maxWidth: '60ch' }}>
            {words.workLead}
          </Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
            <ButtonLink to="/trt/provider/cases" variant="outlined">
              {COCKPIT_PAGE_TEXT.cases}
            </ButtonLink>
            <ButtonLink to="/trt/provider/plan-review" variant="outlined">
              {COCKPIT_PAGE_TEXT.planReview}
            </ButtonLink>
          </Stack>
        </Panel>
      )}
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

type List = { to: string; name: string };
/** The lists behind the numbers. */
const LIST = {
  cases: { to: '/trt/provider/cases', name: words.lists.cases },
  open: { to: '/trt/provider/cases?status=open', name: words.lists.open },
  overdue: { to: '/trt/provider/cases?overdue=1', name: words.lists.overdue },
  mails: { to: '/admin/mails', name: words.lists.mails },
} satisfies Record<string, List>;

const figure = { fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.2 } as const;

function CountCard({ card, list }: { card: OverviewCard; list: List | undefined }) {
  return (
    <Card label={card.label} status={card.status}>
      {card.value === null ? (
        <Box sx={{ color: 'text.secondary' }}>{words.noRecords}</Box>
      ) : (
        <Box className="tabular" sx={figure}>
          {formatNumber(card.value)}
        </Box>
      )}
      {list && <TextLink to={list.to}>{list.name}</TextLink>}
    </Card>
  );
}

interface ReviewsProps {
  reviews: OverviewResponse['program_health']['reviews'];
  list: List | undefined;
}
function ReviewsCard({ reviews, list }: ReviewsProps) {
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
      {list && <TextLink to={list.to}>{list.name}</TextLink>}
    </Card>
  );
}
