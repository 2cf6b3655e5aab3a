import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ApproveUnflaggedResponse, LeftOutPlan } from '#common/api/index.js';
import { TextLink } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';
import { LEFT_OUT_TEXT as words } from './text/en.js';

/** Left out because of the reader, not because of the plan. */
const NOT_MINE: ReadonlySet<string> = new Set(['own_record', 'provider_only', 'reason_required']);
const EMERGENCIES: ReadonlySet<string> = new Set(['emergency_open', 'emergency_recent']);
/** More than these are folded. */
const SHOWN = 3;
/** Reasons are rule keys, or what a member of the care team typed. */
const KEY = /^[a-z0-9]+(_[a-z0-9]+)*$/;

type Skipped = ApproveUnflaggedResponse['skipped'];
type Group = 'emergency' | 'flagged' | 'other';

const groupOf = (reason: string): Group =>
  EMERGENCIES.has(reason) ? 'emergency' : reason === 'flagged' ? 'flagged' : 'other';

/** Each plan that bulk approval leaves out, by name with its reasons, under what kind of plan it is. */
export function LeftOutPlans({ skipped, left = [] }: { skipped: Skipped; left?: LeftOutPlan[] | undefined }) {
  const stays = skipped.filter(({ reason }) => !NOT_MINE.has(reason));
  const plans = new Map(left.map((plan) => [plan.plan_id, plan]));
  return (['emergency', 'flagged', 'other'] as const).map((group) => {
    const mine = stays.filter(({ reason }) => groupOf(reason) === group);
    const named = mine.flatMap(({ plan_id }) => plans.get(plan_id) ?? []);
    if (mine.length === 0) return null;
    return (
      <Stack key={group} spacing={0.5}>
        <Typography>{words.stay[group](mine.length)}</Typography>
        {named.length > SHOWN ? (
          <Box component="details">
            <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content' }}>
              {words.show[group](named.length)}
            </Box>
            <Plans plans={named} />
          </Box>
        ) : (
          <Plans plans={named} />
        )}
      </Stack>
    );
  });
}

function Plans({ plans }: { plans: readonly LeftOutPlan[] }) {
  return (
    <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5, overflowWrap: 'anywhere' }}>
      {plans.map((plan) => (
        <li key={plan.plan_id}>
          <TextLink to={`/trt/cases/${plan.case_id}`}>{plan.patient_name}</TextLink> {plan.mrn}:{' '}
          {plan.reasons.map((reason) => (KEY.test(reason) ? ruleTitle(reason) : reason)).join('; ')}
        </li>
      ))}
    </Box>
  );
}
