import FlagOutlined from '@mui/icons-material/FlagOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { PendingPlan } from '#common/api/index.js';
import { PRESCRIPTION_STATUS } from '#common/vocabulary/index.js';
import { formatAge, StatusChip, TextLink } from '../../shared/ui/index.js';
import { doseLine, formulationName, openFlags, ruleTitle } from '../kit/words.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { flagText } from './FlagList.js';
import { DECISION_TEXT as words, PLAN_TABLE_TEXT } from './text/en.js';
import { hasOpenEmergency, inWorkOrder } from './usePendingPlans.js';

interface PlanActions {
  readOnly: boolean;
  onFlag: (plan: PendingPlan) => void;
  onApprove: (plan: PendingPlan) => void;
  onUnflag: (plan: PendingPlan) => void;
}

export function PlanTable({ plans, ...actions }: PlanActions & { plans: PendingPlan[] }) {
  return (
    <WorkTable
      label={PLAN_TABLE_TEXT.pendingPlans}
      stackBelow="lg"
      head={
        <>
          <Head>{PLAN_TABLE_TEXT.patient}</Head>
          <Head>{PLAN_TABLE_TEXT.plan}</Head>
          <Head>{PLAN_TABLE_TEXT.flags}</Head>
          <Head>{PLAN_TABLE_TEXT.prescription}</Head>
          <Head end>{PLAN_TABLE_TEXT.waiting}</Head>
          <Head end>{PLAN_TABLE_TEXT.decision}</Head>
        </>
      }
    >
      {inWorkOrder(plans).map((plan) => (
        <Line key={plan.plan_id} plan={plan} {...actions} />
      ))}
    </WorkTable>
  );
}

function Line({ plan, ...actions }: PlanActions & { plan: PendingPlan }) {
  return (
    <Row>
      <Cell>
        <Box sx={{ minWidth: 105, overflowWrap: 'anywhere' }}>
          <TextLink to={`/trt/cases/${plan.case_id}`} bold>
            {plan.patient_name || plan.patient_email || plan.mrn}
          </TextLink>
          <Box className="tabular" sx={{ color: 'text.secondary' }}>
            {plan.mrn}
          </Box>
        </Box>
      </Cell>
      <Cell>
        <Box sx={{ minWidth: { lg: 228 } }}>
          {formulationName(plan.formulation)}
          <Box sx={{ color: 'text.secondary' }}>{doseLine(plan)}</Box>
          {plan.reason && (
            <Box sx={{ maxWidth: 340, overflowWrap: 'anywhere' }}>{PLAN_TABLE_TEXT.reason(plan.reason)}</Box>
          )}
        </Box>
      </Cell>
      <Cell blank={!plan.flagged && plan.reason_needed_for.length === 0}>
        <Flags plan={plan} />
      </Cell>
      <Cell name={PLAN_TABLE_TEXT.prescription}>
        <PrescriptionWord plan={plan} />
      </Cell>
      <Cell name={PLAN_TABLE_TEXT.waiting} end oneLine>
        {formatAge(plan.created_at)}
      </Cell>
      <Cell end>
        <Decision plan={plan} {...actions} />
      </Cell>
    </Row>
  );
}

/** The approval dialog has the rest; this keeps rows short. */
const FLAGS_SHOWN = 1;

function Flags({ plan }: { plan: PendingPlan }) {
  const emergency = hasOpenEmergency(plan) ? [ruleTitle('emergency_open')] : [];
  const asking = plan.flagged ? [] : plan.reason_needed_for.map(ruleTitle);
  if (!plan.flagged && asking.length === 0)
    return <Box sx={{ color: 'text.secondary' }}>{PLAN_TABLE_TEXT.none}</Box>;
  const reasons = [...new Set([...emergency, ...openFlags(plan.flags).map(flagText), ...asking])];
  const tone = emergency.length > 0 ? 'danger' : 'warning';
  const hidden = reasons.slice(FLAGS_SHOWN);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, minWidth: { lg: 140 }, maxWidth: 340 }}>
      {(reasons.length > 0 ? reasons.slice(0, FLAGS_SHOWN) : ['flagged']).map((reason) => (
        <Box
          key={reason}
          component="span"
          sx={(theme) => ({
            padding: '2px 9px',
            borderRadius: '6px',
            fontWeight: 600,
            overflowWrap: 'anywhere',
            color: theme.vars.palette.portal.tones[tone].ink,
            backgroundColor: theme.vars.palette.portal.tones[tone].ground,
          })}
        >
          <FlagOutlined sx={{ fontSize: 15, marginRight: '4px', verticalAlign: '-2px' }} />
          {reason}
        </Box>
      ))}
      {hidden.length > 0 && (
        <Box component="span" title={hidden.join(', ')} sx={{ color: 'text.secondary', paddingBlock: '2px' }}>
          {PLAN_TABLE_TEXT.andMore(hidden.length)}
        </Box>
      )}
    </Box>
  );
}

function PrescriptionWord({ plan }: { plan: PendingPlan }) {
  if (!plan.prescription) return <Box sx={{ color: 'text.secondary' }}>{PLAN_TABLE_TEXT.none}</Box>;
  const { status, refills } = plan.prescription;
  const word = PRESCRIPTION_STATUS[status] ?? { label: status, tone: 'neutral' };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' }}>
      <StatusChip tone={word.tone}>{word.label}</StatusChip>
      <Box component="span" className="one-line" sx={{ color: 'text.secondary' }}>
        {PLAN_TABLE_TEXT.refill(refills, refills === 1 ? '' : 's')}
      </Box>
    </Box>
  );
}

function Decision({ plan, readOnly, onFlag, onApprove, onUnflag }: PlanActions & { plan: PendingPlan }) {
  const name = plan.patient_name;
  const others = plan.own_record ? words.ownRecord : plan.provider_only && words.providerOnly;
  if (others) return <Box sx={{ color: 'text.secondary' }}>{others}</Box>;
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: { lg: 'flex-end' }, marginTop: { xs: 1, lg: 0 } }}>
      {plan.flagged ? (
        <Button
          size="small"
          aria-label={PLAN_TABLE_TEXT.unflag2(name)}
          disabled={readOnly}
          onClick={() => onUnflag(plan)}
        >
          {PLAN_TABLE_TEXT.unflag}
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={PLAN_TABLE_TEXT.flag2(name)}
          disabled={readOnly}
          onClick={() => onFlag(plan)}
        >
          {PLAN_TABLE_TEXT.flag}
        </Button>
      )}
      <Button
        size="small"
        variant="outlined"
        aria-label={PLAN_TABLE_TEXT.approve2(name)}
        disabled={readOnly}
        onClick={() => onApprove(plan)}
      >
        {PLAN_TABLE_TEXT.approve}
      </Button>
    </Box>
  );
}
