import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { StaffPlan } from '#common/api/index.js';
import { ButtonLink, Empty, Notice, Panel } from '../../shared/ui/index.js';
import { CaseFrame, CaseScreen } from '../cases/CaseFrame.js';
import { EmergencyBar } from '../cases/EmergencyBar.js';
import { TherapyButtons } from '../cases/TherapyButtons.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { doseLine, formulationName } from '../kit/words.js';
import { PlanFacts } from '../records/PlanFacts.js';
import { planInForce } from '../records/planInForce.js';
import { AdjustmentForm } from './AdjustmentForm.js';
import { Recommendation } from './Recommendation.js';
import { Saved } from './Saved.js';
import { TITRATION_TEXT as words } from './text/en.js';
import { useAdjustment } from './useAdjustment.js';

/** /trt/cases/:id/titration: the active plan, what the rules recommend, and what the clinician decides. */
export default function TitrationPage() {
  const { id = '' } = useParams();
  return (
    <CaseScreen id={id} title={words.title}>
      {(detail, readOnly) => {
        const plan = planInForce(detail);
        return (
          <CaseFrame
            detail={detail}
            part={words.title}
            urgent={<EmergencyBar detail={detail} readOnly={readOnly} />}
          >
            {plan ? (
              <Adjust key={detail.id} detail={detail} plan={plan} readOnly={readOnly} />
            ) : (
              <Panel title={words.current} hideTitle>
                <Empty
                  title={words.noPlan}
                  action={<ButtonLink to={`/trt/cases/${detail.id}`}>{words.toCase}</ButtonLink>}
                >
                  {words.noPlanHint}
                </Empty>
              </Panel>
            )}
          </CaseFrame>
        );
      }}
    </CaseScreen>
  );
}

function Adjust({ detail, plan, readOnly }: { detail: CaseDetail; plan: StaffPlan; readOnly: boolean }) {
  const adjustment = useAdjustment(detail, plan, readOnly);
  const { advice, form, setForm, saved, saveSuggested, busy, rangeLeft, simulated } = adjustment;
  const waiting = detail.pending_plan;
  const answer = useRef<HTMLDivElement>(null);
  // On a phone the form is below the recommendation, which answers it.
  useEffect(() => {
    const top = simulated && answer.current?.getBoundingClientRect().top;
    if (typeof top === 'number' && (top < 0 || top > window.innerHeight / 2))
      answer.current?.scrollIntoView();
  }, [simulated]);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Stack ref={answer} spacing={2.5} sx={{ minWidth: 0, order: { lg: 2 }, scrollMarginTop: 88 }}>
        <Recommendation
          advice={advice}
          busy={busy}
          acts={readOnly ? undefined : (first) => <TherapyButtons detail={detail} first={first} />}
          outside={rangeLeft && !saved ? words.doseOutside(form.dose.trim(), rangeLeft) : null}
          product={form.formulation === plan.formulation ? null : formulationName(plan.formulation)}
          onUse={saved || readOnly ? undefined : (dose) => setForm({ ...form, dose: String(dose) })}
          onSave={saved || readOnly ? undefined : saveSuggested}
        />
      </Stack>
      <Stack spacing={2.5} sx={{ minWidth: 0, order: { lg: 1 } }}>
        {saved ? (
          <Saved caseId={detail.id} mrn={detail.case.mrn} answer={saved} plan={waiting} />
        ) : (
          <>
            {waiting && (
              <Notice tone="warning">
                {words.waiting(`${formulationName(waiting.formulation)}, ${doseLine(waiting)}`)}
              </Notice>
            )}
            <AdjustmentForm adjustment={adjustment} readOnly={readOnly} />
          </>
        )}
        <Panel title={words.current}>
          <PlanFacts plan={plan} />
        </Panel>
      </Stack>
    </Box>
  );
}
