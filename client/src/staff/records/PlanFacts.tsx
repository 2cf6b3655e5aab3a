import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { StaffPlan } from '#common/api/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { approver, doseLine, formulationName, overriddenRules, targetOf } from '../kit/words.js';
import { PLAN_FACTS_TEXT as words, PLAN_FACTS_WORDS } from './text/en.js';

interface PlanFactsProps {
  plan: StaffPlan;
  /** When the clinic gives the next dose of it. */
  nextDose?: string | null;
}
export function PlanFacts({ plan, nextDose }: PlanFactsProps) {
  const { low, high } = targetOf(plan);
  const approved = plan.approved_at && `${formatDate(plan.approved_at)}${approver(plan)}`;
  return (
    <Box component="dl" className="tabular" sx={{ display: 'grid', gap: 1, margin: 0 }}>
      <Typography component="div" sx={{ fontWeight: 650, fontSize: '1.125rem' }}>
        <Hidden>{PLAN_FACTS_WORDS.product}</Hidden>
        <Box component="dd" sx={{ margin: 0 }}>
          {formulationName(plan.formulation)}
        </Box>
      </Typography>
      <Line name={PLAN_FACTS_WORDS.dose}>{doseLine(plan)}</Line>
      {nextDose && <Line name={words.nextDose}>{formatDate(nextDose)}</Line>}
      <Line name={PLAN_FACTS_WORDS.target}>{PLAN_FACTS_WORDS.toNgDl(low, high)}</Line>
      <Line name={PLAN_FACTS_WORDS.bloodDraw}>{plan.blood_draw_timing || 'not set'}</Line>
      <Line name={PLAN_FACTS_WORDS.nextReview}>{formatDate(plan.next_review_at, 'not set')}</Line>
      {approved && <Line name={PLAN_FACTS_WORDS.approved}>{approved}</Line>}
      {plan.reason && <Line name={words.reason}>{plan.reason}</Line>}
      {plan.override_reason && <Line name={words.override}>{plan.override_reason}</Line>}
      {plan.override_rules.length > 0 && <Line name={words.overrideRules}>{overriddenRules(plan)}</Line>}
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
