import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { StaffPlan } from '../../../../common/api/index.js';
import { DEFAULT_PLAN_LABEL, PLAN_STATUS } from '../../../../common/vocabulary/index.js';
import { ButtonLink, Empty, formatDate, Notice, Panel, StatusChip } from '../../shared/ui/index.js';
import type { CaseDetail } from '../dataProvider.js';
import { CompletenessPanel } from '../curve/CompletenessPanel.js';
import { CurvePanel } from '../curve/CurvePanel.js';
import { EndOfTreatment } from './EndOfTreatment.js';
import { PLAN_TEXT } from './text/en.js';
import { PlanHistory } from '../plans/PlanHistory.js';
import { doseLine, flagReasons, formulationName, overriddenRules, targetOf } from '../kit/words.js';

/** The current plan, if any; without one, the pending plan is shown under the same name. */
export function planInForce({ plan, pending_plan: pending }: CaseDetail): StaffPlan | null {
  return plan && plan.plan_id !== pending?.plan_id && plan.status === 'approved' ? plan : null;
}

/** The active and the pending plan side by side, and every earlier plan. */
export function PlanTab({ detail }: { detail: CaseDetail }) {
  return (
    <Stack spacing={2.5}>
      <CurrentPlans detail={detail} />
      <CompletenessPanel caseId={detail.id} />
      <CurvePanel key={detail.id} detail={detail} />
      {detail.plan && <PlanDocument caseId={detail.id} />}
      {planInForce(detail) && <EndOfTreatment detail={detail} earlier />}
      <PlanHistory patientId={detail.case.patient_id} title="History" />
    </Stack>
  );
}

/** A server URL, not a router path. */
function PlanDocument({ caseId }: { caseId: string }) {
  return (
    <Box>
      <Button
        size="small"
        variant="outlined"
        href={`/api/trt/cases/${encodeURIComponent(caseId)}/documents/plan.pdf`}
        download
      >
        {PLAN_TEXT.print}
      </Button>
    </Box>
  );
}

function CurrentPlans({ detail }: { detail: CaseDetail }) {
  const { pending_plan: pending } = detail;
  const inForce = planInForce(detail);
  if (!inForce && !pending) {
    const { discontinuation: end } = detail;
    if (end)
      return <Empty title={PLAN_TEXT.ended(formatDate(end.effective_date))}>{PLAN_TEXT.endedHint}</Empty>;
    return <Empty title={PLAN_TEXT.none}>{PLAN_TEXT.noneHint}</Empty>;
  }
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))' }}
    >
      {inForce && (
        <Panel title={PLAN_TEXT.active} actions={<PlanStatusChip plan={inForce} />}>
          <PlanFacts plan={inForce} />
        </Panel>
      )}
      {pending && (
        <Panel
          title={inForce ? PLAN_TEXT.proposed : PLAN_TEXT.pending}
          actions={<PlanStatusChip plan={pending} />}
        >
          <PlanFacts plan={pending} />
          {pending.flagged && (
            <Notice tone="warning" title="Flagged" sx={{ marginTop: 2 }}>
              {flagReasons(pending.flag_reason).join(' · ') || 'No reason given.'}
            </Notice>
          )}
          <ButtonLink to="/trt/provider/plan-review" variant="contained" sx={{ marginTop: 2 }}>
            Review plans
          </ButtonLink>
        </Panel>
      )}
    </Box>
  );
}

function PlanStatusChip({ plan }: { plan: StaffPlan }) {
  const status = PLAN_STATUS[plan.status] ?? { label: DEFAULT_PLAN_LABEL, tone: 'neutral' };
  return <StatusChip tone={status.tone}>{status.label}</StatusChip>;
}

export function PlanFacts({ plan }: { plan: StaffPlan }) {
  const { low, high } = targetOf(plan);
  const approved = plan.approved_at
    ? `${formatDate(plan.approved_at)}${plan.approved_by_email ? ` by ${plan.approved_by_email}` : ''}`
    : null;
  return (
    <Box component="dl" className="tabular" sx={{ display: 'grid', gap: 1, margin: 0 }}>
      <Typography component="div" sx={{ fontWeight: 650, fontSize: '1.125rem' }}>
        <Hidden>Product</Hidden>
        <Box component="dd" sx={{ margin: 0 }}>
          {formulationName(plan.formulation)}
        </Box>
      </Typography>
      <Line name="Dose">{doseLine(plan)}</Line>
      <Line name="Target">
        {low} to {high} ng/dL
      </Line>
      <Line name="Blood draw">{plan.blood_draw_timing || 'not set'}</Line>
      <Line name="Next review">{formatDate(plan.next_review_at, 'not set')}</Line>
      {approved && <Line name="Approved">{approved}</Line>}
      {plan.reason && <Line name={PLAN_TEXT.reason}>{plan.reason}</Line>}
      {plan.override_reason && <Line name={PLAN_TEXT.override}>{plan.override_reason}</Line>}
      {plan.override_rules.length > 0 && <Line name={PLAN_TEXT.overrideRules}>{overriddenRules(plan)}</Line>}
    </Box>
  );
}

const Hidden = ({ children }: { children: ReactNode }) => (
  <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 400 }}>
    {children}
  </Box>
);

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Hidden>{name}</Hidden>
      <Box component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </div>
  );
}
