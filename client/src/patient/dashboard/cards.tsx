import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DashboardResponse, NoPlan, Plan } from '#common/api/index.js';
import { lazy, Suspense, type ReactNode } from 'react';
import { iief5 } from '#common/scores/index.js';
import { DEFAULT_TARGET_RANGE, LAB_STATUS, type Tone } from '#common/vocabulary/index.js';
import {
  formatDate,
  formatNumber,
  humanize,
  Notice,
  Panel,
  StatusChip,
  TextLink,
} from '../../shared/ui/index.js';
import { Facts } from '../kit/Facts.js';
import { formulationName } from '../kit/formulations.js';
import { Quiet } from '../kit/Quiet.js';
import { UNSENT_TEXT } from '../kit/text/unsent.js';
import { useToday } from '../kit/useToday.js';
import { ASK_FOR_LAB_ORDER } from '../kit/ways.js';
import { nextBloodTest, targetRange, waitsForLabs } from './standing.js';
import { DASHBOARD_TEXT as text } from './text/en.js';

const NoPlanReasons = lazy(() => import('./NoPlanReasons.js'));

function PlanStatusChip({ plan, held }: { plan: Plan; held: boolean }) {
  if (held) return <StatusChip tone="warning">{text.plan.onHold}</StatusChip>;
  const approved = plan.status === 'approved';
  return (
    <StatusChip tone={approved ? 'success' : 'warning'}>
      {approved ? text.plan.approved : plan.status ? text.plan.inReview : text.plan.pending}
    </StatusChip>
  );
}

/** What the new dose waits for, and what to do until then. */
function goesOn(sig: string, until: DashboardResponse['goes_on_until'] | undefined): string {
  // Answers that an earlier version cached for an outage do not say what for.
  if (!until) return text.plan.newDose.any(sig);
  return text.plan.newDose[until.what](sig, until.on && formatDate(until.on));
}

export function PlanCard({ dashboard }: { dashboard: DashboardResponse }) {
  const { plan, pending_plan: pending, no_plan: noPlan } = dashboard;
  if (noPlan) return <NoPlanCard noPlan={noPlan} />;
  if (!plan) {
    // Once the intake is submitted a clinician has it, even if no plan could be drafted from it.
    const waits = dashboard.intake_completed;
    return (
      <Panel
        title={text.plan.title}
        actions={waits && <StatusChip tone="warning">{text.plan.inReview}</StatusChip>}
      >
        <Quiet>{waits ? text.plan.noneYet : text.plan.none}</Quiet>
      </Panel>
    );
  }
  const range = targetRange(plan, DEFAULT_TARGET_RANGE);
  // Answers that an earlier version cached for an outage do not include it.
  const held = Boolean(dashboard.hold);
  const followed = plan.status === 'approved' && !held;
  const product = (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text.plan.formulation}
      </Typography>
      <Typography sx={{ fontSize: '1.25rem', fontWeight: 650, marginBottom: 2.5, lineHeight: 1.35 }}>
        {formulationName(plan.formulation)}
      </Typography>
      <Facts
        columnWidth={115}
        facts={[
          [text.plan.dose, text.plan.mg(plan.starting_dose)],
          [text.plan.frequency, humanize(plan.frequency)],
          [text.plan.route, humanize(plan.route)],
          [text.plan.target, text.plan.range(range.low, range.high)],
        ]}
      />
    </>
  );
  return (
    <Panel title={text.plan.title} actions={<PlanStatusChip plan={plan} held={held} />}>
      {held && (
        <Notice tone="warning" sx={{ marginBottom: 2.5 }}>
          {text.plan.held}
        </Notice>
      )}
      {plan.status !== 'approved' && (
        <Notice tone="info" sx={{ marginBottom: 2.5 }}>
          {waitsForLabs(dashboard) ? text.plan.draftNoLabs : text.plan.draft}
        </Notice>
      )}
      {followed && !pending && dashboard.goes_on_as && (
        // A new dose becomes active before its prescription does.
        <Notice tone="warning" sx={{ marginBottom: 2.5 }}>
          {goesOn(dashboard.goes_on_as, dashboard.goes_on_until)}
        </Notice>
      )}
      {followed && pending && pending.plan_id !== plan.plan_id && (
        <Notice tone="info" sx={{ marginBottom: 2.5 }}>
          {text.plan.change}
        </Notice>
      )}
      {plan.status !== 'approved' && waitsForLabs(dashboard) ? (
        // Before a blood test and a clinician, a product and a dose are not what to hold on to.
        <details>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'primary.main', minHeight: 32 }}>
            {text.plan.seeDraft}
          </Box>
          <Box sx={{ marginTop: 1.5 }}>{product}</Box>
        </details>
      ) : (
        product
      )}
    </Panel>
  );
}

/** An intake that does not lead to a plan, now or permanently, stated plainly. */
function NoPlanCard({ noPlan }: { noPlan: NoPlan }) {
  const { reason, ended_on: endedOn } = noPlan;
  // Answers that an earlier version cached for an outage give no reasons.
  const explained = Boolean(noPlan.reasons?.length || noPlan.in_person);
  const { word, why } = text.plan.without[reason];
  return (
    <Panel
      title={text.plan.title}
      actions={<StatusChip tone={reason === 'not_eligible' ? 'info' : 'neutral'}>{word}</StatusChip>}
    >
      {explained && (
        <Suspense>
          <NoPlanReasons noPlan={noPlan} />
        </Suspense>
      )}
      <Quiet>{explained ? text.plan.explained : why(formatDate(endedOn))}</Quiet>
    </Panel>
  );
}

export function LabsCard({ dashboard }: { dashboard: DashboardResponse }) {
  const today = useToday();
  // Answers that an earlier version cached for an outage do not include it.
  const order = dashboard.lab_order as DashboardResponse['lab_order'] | undefined;
  const labs = dashboard.next_lab_suggestion;
  if (!labs && !order) {
    return (
      <Panel title={text.labs.title}>
        <Quiet>{dashboard.no_plan ? text.labs.nothing : text.labs.none}</Quiet>
      </Panel>
    );
  }
  const due = nextBloodTest(labs, order ?? null, today);
  const tone: Tone = (labs && LAB_STATUS[labs.status]?.tone) ?? 'info';
  return (
    <Panel
      title={text.labs.title}
      actions={due !== null && !order?.drawn && <StatusChip tone={tone}>{text.labs.in(due)}</StatusChip>}
    >
      {labs && !order?.drawn && <Typography>{labs.instruction}</Typography>}
      {order ? (
        <Ordered order={order} timing={labs?.draw_timing} />
      ) : (
        labs && <NotOrdered timing={labs.draw_timing} />
      )}
      <Box sx={{ marginTop: 1.5 }}>
        <TextLink to="/trt/patient/progress">{text.labs.elsewhere}</TextLink>
      </Box>
    </Panel>
  );
}

interface OrderedProps {
  order: NonNullable<DashboardResponse['lab_order']>;
  timing: string | undefined;
}
function Ordered({ order, timing }: OrderedProps) {
  return (
    <>
      {order.drawn ? (
        <Typography>{text.labs.drawn}</Typography>
      ) : (
        <>
          {timing && <LabFact name={text.labs.timing}>{timing}</LabFact>}
          <LabFact name={text.labs.where}>{order.laboratory}</LabFact>
        </>
      )}
      <Box sx={{ marginTop: 1.5 }}>
        <TextLink to="/trt/patient/lab-visit">{text.labs.visit}</TextLink>
      </Box>
    </>
  );
}

function NotOrdered({ timing }: { timing: string }) {
  return (
    <>
      {timing && <LabFact name={text.labs.timing}>{timing}</LabFact>}
      <LabFact name={text.labs.where}>
        {text.labs.ask} <TextLink to={ASK_FOR_LAB_ORDER}>{text.labs.askLink}</TextLink>
      </LabFact>
      <LabFact name={text.labs.bring}>{text.labs.bringWhat}</LabFact>
    </>
  );
}

function LabFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Typography sx={{ marginTop: 1.5 }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {name}:
      </Box>{' '}
      {children}
    </Typography>
  );
}

const INTAKE_TONE: Record<DashboardResponse['intake_status'], Tone> = {
  none: 'neutral',
  draft: 'warning',
  submitted: 'success',
};

export function IntakeCard({ dashboard }: { dashboard: DashboardResponse }) {
  const { intake, intake_status: status } = dashboard;
  const number = (value: number | null, unit = '') =>
    value === null ? null : `${formatNumber(value)}${unit && ` ${unit}`}`;
  const erectile = intake && iief5(intake);
  const facts = intake
    ? [
        [text.intake.name, intake.full_name] as const,
        [text.intake.born, intake.dob && formatDate(intake.dob)] as const,
        [text.intake.height, number(intake.height, text.intake.inches)] as const,
        [text.intake.weight, number(intake.weight, text.intake.pounds)] as const,
        [text.intake.bmi, number(intake.bmi)] as const,
        [text.intake.children, humanize(intake.desire_fertility)] as const,
        [text.intake.iief, erectile && text.intake.iiefScore(erectile.score)] as const,
      ].filter(([, value]) => value)
    : [];
  return (
    <Panel
      title={text.intake.title}
      actions={
        dashboard.unsent_changes ? (
          <StatusChip tone="warning">{UNSENT_TEXT.chip}</StatusChip>
        ) : (
          <StatusChip tone={INTAKE_TONE[status]}>{text.intake.status[status]}</StatusChip>
        )
      }
    >
      {facts.length > 0 ? <Facts facts={facts} /> : <Quiet>{text.intake.none}</Quiet>}
      <Box sx={{ marginTop: 2 }}>
        <TextLink to="/trt/patient/intake">
          {status === 'submitted' ? text.intake.edit : text.intake.open}
        </TextLink>
      </Box>
    </Panel>
  );
}
