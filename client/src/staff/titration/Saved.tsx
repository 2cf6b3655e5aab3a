import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import type { StaffPlan, TitrateResponse } from '#common/api/index.js';
import { shortId } from '#common/vocabulary/index.js';
import { ButtonLink, Notice, Panel } from '../../shared/ui/index.js';
import { FactList } from '../kit/FactList.js';
import { doseLine } from '../kit/words.js';
import { ApproveDialog } from '../plans/ApproveDialog.js';
import { mayDecide } from '../plans/standing.js';
import { usePendingPlans } from '../plans/usePendingPlans.js';
import { facts } from './Recommendation.js';
import { SAVED_TEXT, TITRATION_TEXT as words } from './text/en.js';

/** The response to the save, as a list, and where the new plan is waiting. */
interface SavedProps {
  caseId: string;
  mrn: string;
  answer: TitrateResponse;
  /** The saved plan, once the case has been refetched. */
  plan: StaffPlan | null;
}
export function Saved({ caseId, mrn, answer, plan }: SavedProps) {
  const departs = plan?.flags.some((flag) => flag.key === 'differs_from_recommendation') ?? false;
  const place = useRef<HTMLDivElement>(null);
  const [reviewing, setReviewing] = useState(false);
  // Only this patient's: of a long list, the first page may not have it.
  const pending = usePendingPlans(mrn).data?.plans.find((one) => one.plan_id === answer.plan_id);
  // The form with the pressed button is gone, so move the focus here.
  useEffect(() => place.current?.focus(), []);
  return (
    <Panel title={words.form}>
      <Box ref={place} tabIndex={-1} sx={{ outline: 'none', marginBottom: 2.5 }}>
        <Notice tone={departs ? 'warning' : 'success'} role="status">
          {departs ? words.savedAgainst : words.saved}
        </Notice>
      </Box>
      <FactList
        facts={[
          ...(plan ? ([[words.savedPlan, doseLine(plan)]] as const) : []),
          ...facts(answer),
          [SAVED_TEXT.newPlan, shortId(answer.plan_id ?? '')],
        ]}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginTop: 2.5 }}>
        {pending && mayDecide(pending) && (
          <Button variant="contained" onClick={() => setReviewing(true)}>
            {words.reviewNow}
          </Button>
        )}
        <ButtonLink to="/trt/provider/plan-review" state={{ mrn }}>
          {words.toReview}
        </ButtonLink>
        <ButtonLink to={`/trt/cases/${caseId}`}>{words.toCase}</ButtonLink>
      </Box>
      {reviewing && pending && <ApproveDialog plan={pending} onClose={() => setReviewing(false)} />}
    </Panel>
  );
}
