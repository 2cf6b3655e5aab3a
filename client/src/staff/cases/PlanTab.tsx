import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { StaffPlan } from '#common/api/index.js';
import { DEFAULT_PLAN_LABEL, PLAN_STATUS } from '#common/vocabulary/index.js';
import { Empty, formatDate, Notice, Panel, StatusChip } from '../../shared/ui/index.js';
import { CompletenessPanel } from '../curve/CompletenessPanel.js';
import { CurvePanel } from '../curve/CurvePanel.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { flagReasons } from '../kit/words.js';
import { PlanHistory } from '../plans/PlanHistory.js';
import { PlanFacts } from '../records/PlanFacts.js';
import { planInForce } from '../records/planInForce.js';
import { EndOfTreatment } from './EndOfTreatment.js';
import { PLAN_TAB_TEXT, PLAN_TEXT } from './text/en.js';

/** The active and the pending plan side by side, and every earlier plan. */
export function PlanTab({ detail }: { detail: CaseDetail }) {
  return (
    <Stack spacing={2.5}>
      <CurrentPlans detail={detail} />
      <CompletenessPanel caseId={detail.id} />
      <CurvePanel key={detail.id} detail={detail} />
      {detail.plan && <PlanDocument caseId={detail.id} />}
      {planInForce(detail) && <EndOfTreatment detail={detail} earlier />}
      <PlanHistory patientId={detail.case.patient_id} title={PLAN_TAB_TEXT.history} />
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
    return <Empty title={PLAN_TEXT.none}>{noneHint(detail)}</Empty>;
  }
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))' }}
    >
      {inForce && (
        <Panel title={PLAN_TEXT.active} actions={<PlanStatusChip plan={inForce} />}>
          <PlanFacts plan={inForce} nextDose={detail.next_clinic_dose?.on ?? null} />
        </Panel>
      )}
      {pending && (
        <Panel
          title={inForce ? PLAN_TEXT.proposed : PLAN_TEXT.pending}
          actions={<PlanStatusChip plan={pending} />}
        >
          <PlanFacts plan={pending} />
          {pending.flagged && (
            <Notice tone="warning" title={PLAN_TAB_TEXT.flagged} sx={{ marginTop: 2 }}>
              {flagReasons(pending.flag_reason).join(' · ') || PLAN_TAB_TEXT.noReasonGiven}
            </Notice>
          )}
        </Panel>
      )}
    </Box>
  );
}

/** Why there is none: no intake yet, or rules against treatment. */
function noneHint({ intake_summary: intake, rules }: CaseDetail): string {
  if (!intake) return PLAN_TEXT.noneHint;
  const against = rules.filter(({ effect }) => /^(SUBMIT-)?BLOCK(\/|\+|$)/.test(effect));
  return against.length > 0
    ? PLAN_TEXT.blockedHint(against.map(({ title }) => title).join(', '))
    : PLAN_TEXT.notDraftedHint;
}

function PlanStatusChip({ plan }: { plan: StaffPlan }) {
  const status = PLAN_STATUS[plan.status] ?? { label: DEFAULT_PLAN_LABEL, tone: 'neutral' };
  return <StatusChip tone={status.tone}>{status.label}</StatusChip>;
}
