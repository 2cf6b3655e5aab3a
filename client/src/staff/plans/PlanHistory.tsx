import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import type { PatientPlansResponse, Plan, StaffPlan } from '#common/api/index.js';
import { Empty, formatDate, Loading, LoadError, Panel, StatusChip } from '../../shared/ui/index.js';
import { askAgain, isStale } from '../lists/SourceBanner.js';
import { useStaff } from '../data/useStaff.js';
import { approver, doseLine, flagReasons, formulationName, planReasons } from '../kit/words.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { FlagList } from './FlagList.js';
import { REPLACED, standing } from './standing.js';
import { PLAN_HISTORY_TEXT } from './text/en.js';

export const PLANS_FAILED = PLAN_HISTORY_TEXT.unableToLoadPlans;
export const NO_PLANS = PLAN_HISTORY_TEXT.noTrtPlansOnFile;

/** Every plan a patient has had: current ones first, then newest first. */
export function PlanHistory({
  patientId,
  title = PLAN_HISTORY_TEXT.plans,
}: {
  patientId: string;
  title?: string;
}) {
  const staff = useStaff();
  const { data, error, refetch, isFetching } = useQuery<PatientPlansResponse>({
    queryKey: ['patient-plans', patientId],
    queryFn: ({ signal, client, queryKey }) =>
      staff.getPatientPlans(
        patientId,
        signal,
        isStale(client.getQueryData<PatientPlansResponse>(queryKey)?.source),
      ),
    // The surrounding page's banner says that the data is old.
    refetchInterval: ({ state }) => askAgain(state.data?.source),
  });
  return (
    <Panel title={title} flush>
      <Box sx={{ padding: data?.plans.length ? 0 : '0 16px 16px' }}>
        {!data && !error && <Loading rows={3} label={PLAN_HISTORY_TEXT.loadingPlans} />}
        {error && (
          <LoadError
            error={error}
            message={PLANS_FAILED}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {data?.plans.length === 0 && (
          <Empty title={NO_PLANS}>{PLAN_HISTORY_TEXT.planDraftedWhenPatientSubmitted}</Empty>
        )}
        {data && data.plans.length > 0 && <PlanRows plans={data.plans} />}
      </Box>
    </Panel>
  );
}

/** Current plans first, then newest first. */
export const inOrder = <P extends Plan>(plans: readonly P[]): P[] =>
  [...plans].sort(
    (a, b) =>
      Number(b.plan_state === 'current') - Number(a.plan_state === 'current') ||
      b.created_at.localeCompare(a.created_at),
  );

function PlanRows({ plans }: { plans: readonly StaffPlan[] }) {
  return (
    <WorkTable
      label={PLAN_HISTORY_TEXT.plansOnFile}
      head={
        <>
          <Head>{PLAN_HISTORY_TEXT.plan}</Head>
          <Head>{PLAN_HISTORY_TEXT.state}</Head>
          <Head>{PLAN_HISTORY_TEXT.dates}</Head>
        </>
      }
    >
      {inOrder(plans).map((plan) => (
        <Line key={plan.plan_id} plan={plan} />
      ))}
    </WorkTable>
  );
}

function Line({ plan }: { plan: StaffPlan }) {
  const status = standing(plan);
  return (
    <Row>
      <Cell>
        <Box sx={{ fontWeight: 600 }}>{formulationName(plan.formulation)}</Box>
        <Box sx={{ color: 'text.secondary' }}>
          {doseLine(plan)}
          <br />
          {plan.blood_draw_timing || 'no draw timing set'}
        </Box>
        {planReasons(plan).map((line) => (
          <Box key={line} sx={{ overflowWrap: 'anywhere' }}>
            {line}
          </Box>
        ))}
        {plan.flags.some((flag) => flag.cleared) && (
          <FlagList flags={plan.flags.filter((flag) => flag.cleared)} />
        )}
      </Cell>
      <Cell name={PLAN_HISTORY_TEXT.state}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          <StatusChip tone={plan.plan_state === 'current' ? 'info' : 'neutral'}>{plan.plan_state}</StatusChip>
          <StatusChip tone={status.tone}>{status.label}</StatusChip>
          {plan.flagged && <StatusChip tone="warning">{PLAN_HISTORY_TEXT.flagged}</StatusChip>}
        </Box>
        {plan.flagged && (
          <Box sx={{ color: 'text.secondary', marginTop: 0.5 }}>
            {flagReasons(plan.flag_reason).join(' · ') || PLAN_HISTORY_TEXT.noReasonGiven}
          </Box>
        )}
      </Cell>
      <Cell name={PLAN_HISTORY_TEXT.dates}>
        <Box>
          {PLAN_HISTORY_TEXT.created(formatDate(plan.created_at))}
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{approvalText(plan)}</Box>
        </Box>
      </Cell>
    </Row>
  );
}

function approvalText(plan: StaffPlan): string {
  if (!plan.approved_at) return plan.plan_state === 'previous' ? REPLACED : 'not approved yet';
  return `approved ${formatDate(plan.approved_at)}${approver(plan)}`;
}
