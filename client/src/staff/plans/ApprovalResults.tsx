import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ApproveUnflaggedResponse, Prescription, WouldApprovePlan } from '#common/api/index.js';
import { shortId } from '#common/vocabulary/index.js';
import { Notice, StatusChip } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';
import { BlockedPrescription } from './BlockedPrescription.js';
import { APPROVAL_RESULTS_TEXT } from './text/en.js';

const SKIPPED: Record<string, string> = {
  flagged: 'flagged',
  own_record: 'your own record',
  provider_only: 'only a provider of the clinic can approve',
  reason_required: 'outside your case load: open the record with a reason first',
  unsent_changes: 'safety facts changed, not submitted yet',
  version_conflict: 'changed by another user, not approved',
};

/** A plan as the list showed it, with its order. */
export type ShownPlan = WouldApprovePlan & { order: Prescription | undefined };

/** The outcome for each plan. A plan that was changed or flagged since was not approved, and says so. */
export function ApprovalResults({ result, plans }: { result: ApproveUnflaggedResponse; plans: ShownPlan[] }) {
  const planOf = (id: string) => plans.find((plan) => plan.plan_id === id);
  /** Two patients may share a name. */
  const nameOf = (id: string) => {
    const plan = planOf(id);
    return plan ? `${plan.patient_name} (${plan.mrn})` : shortId(id);
  };
  const approved = result.approved ?? [];
  return (
    <Stack spacing={2}>
      <Notice tone={result.approved_count > 0 ? 'success' : 'warning'} role="status">
        {APPROVAL_RESULTS_TEXT.approved(
          result.approved_count,
          result.approved_count === 1 ? 'plan' : 'plans',
        )}
      </Notice>
      {approved.map((one) => {
        const plan = planOf(one.plan_id);
        if (!plan?.order || one.prescription_blocked_by.length === 0) return null;
        return (
          <BlockedPrescription
            key={one.plan_id}
            name={nameOf(one.plan_id)}
            caseId={plan.case_id}
            order={plan.order}
          />
        );
      })}
      <Rows
        title={APPROVAL_RESULTS_TEXT.approved2}
        rows={approved.map((plan) => ({
          id: plan.plan_id,
          name: nameOf(plan.plan_id),
          word:
            plan.prescription_blocked_by.length > 0
              ? 'plan only'
              : plan.prescription_id
                ? 'plan and prescription'
                : 'plan',
          tone: 'success' as const,
        }))}
      />
      <Rows
        title={APPROVAL_RESULTS_TEXT.leftAsThey}
        rows={result.skipped.map((plan) => ({
          id: plan.plan_id,
          name: nameOf(plan.plan_id),
          word: SKIPPED[plan.reason] ?? ruleTitle(plan.reason),
          tone: 'neutral' as const,
        }))}
      />
    </Stack>
  );
}

interface ResultRow {
  id: string;
  name: string;
  word: string;
  tone: 'success' | 'neutral';
}
function Rows({ title, rows }: { title: string; rows: ResultRow[] }) {
  if (rows.length === 0) return null;
  return (
    <div>
      <Typography component="h3" sx={{ fontWeight: 650, marginBottom: 0.5 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map((row) => (
          <Box
            key={row.id}
            component="li"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'space-between',
              gap: 1,
              paddingBlock: 0.75,
            }}
          >
            {row.name}
            <StatusChip tone={row.tone}>{row.word}</StatusChip>
          </Box>
        ))}
      </Box>
    </div>
  );
}
