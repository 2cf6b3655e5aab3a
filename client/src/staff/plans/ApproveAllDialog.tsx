import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type {
  ApproveUnflaggedResponse,
  PendingPlan,
  WouldApprovePlan,
} from '../../../../common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { Loading, LoadError, StatusChip } from '../../shared/ui/index.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { explained } from '../kit/Failure.js';
import { PersonFacts } from '../kit/PatientBanner.js';
import { useRefresh } from '../kit/useRefresh.js';
import { useStaff } from '../kit/useStaff.js';
import { doseLine, formulationName, ruleTitle } from '../kit/words.js';
import { ApprovalResults } from './ApprovalResults.js';
import { CLINICAL_ONLY } from './BlockedPrescription.js';
import { PDMP_RULE, RecordPdmpButton } from './RecordPdmpButton.js';

/** First the list of what would be approved, then one call for exactly that list, then what became of each. */
export function ApproveAllDialog({ plans, onClose }: { plans: PendingPlan[]; onClose: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [known] = useState(plans);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ApproveUnflaggedResponse | null>(null);
  const key = useRef(newIdempotencyKey());
  const preview = useQuery({
    // Not among the reads that an act refreshes: once approved there is nothing to preview.
    queryKey: ['approve-all-preview'],
    queryFn: () => staff.approveUnflagged({ dry_run: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const rows = preview.data?.would_approve ?? [];

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      const answer = await staff.approveUnflagged(
        {
          plan_ids: rows.map((row) => row.plan_id),
          versions: Object.fromEntries(rows.map((row) => [row.plan_id, row.version])),
        },
        key.current,
      );
      setResult(answer);
      await refresh();
    } catch (failure) {
      if (isApiError(failure) && failure.status > 0) key.current = newIdempotencyKey();
      const message = explained(failure);
      setError(message ? `Approval failed: ${message}` : 'Approval failed');
    }
    setBusy(false);
  }

  if (result) {
    return (
      <ActionDialog title="Approval result" onClose={onClose} cancelLabel="Close" wide>
        <ApprovalResults result={result} plans={known} />
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title="Approve all unflagged plans"
      onClose={onClose}
      confirm={{
        label: 'Confirm approval',
        onConfirm: () => void confirm(),
        busy,
        disabled: rows.length === 0 || preview.isFetching,
      }}
      error={error}
      wide
    >
      {preview.isPending && <Loading rows={4} label="Looking at what would be approved" />}
      {preview.error && (
        <LoadError
          error={preview.error}
          message="Unable to load pending plans right now."
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.data && (
        <Stack spacing={2}>
          <Typography>
            {summary(rows, preview.data.skipped.filter((one) => one.reason !== 'own_record').length)}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {rows.map((row) => (
              <PreviewRow
                key={row.plan_id}
                row={row}
                plan={known.find((plan) => plan.plan_id === row.plan_id)}
                onRecorded={() => void preview.refetch()}
              />
            ))}
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {CLINICAL_ONLY}
          </Typography>
        </Stack>
      )}
    </ActionDialog>
  );
}

function summary(rows: WouldApprovePlan[], skipped: number): string {
  if (rows.length === 0) return 'There is no unflagged plan to approve.';
  const withRx = rows.filter((row) => row.prescription_id && row.prescription_blocked_by.length === 0).length;
  const what = rows.length === 1 ? '1 plan will be approved' : `${rows.length} plans will be approved`;
  const which =
    withRx === rows.length ? (rows.length === 1 ? 'its prescription' : 'their prescriptions') : null;
  const rx = which ? ` with ${which}` : `, ${withRx} of them with a prescription`;
  const kept =
    skipped > 0
      ? ` ${skipped} flagged ${skipped === 1 ? 'plan stays as it is' : 'plans stay as they are'}.`
      : '';
  return `${what}${rx}.${kept}`;
}

interface PreviewRowProps {
  row: WouldApprovePlan;
  plan: PendingPlan | undefined;
  onRecorded: () => void;
}
function PreviewRow({ row, plan, onRecorded }: PreviewRowProps) {
  const blocked = row.prescription_blocked_by;
  return (
    <Box component="li" sx={{ paddingBlock: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
        <Box component="span" sx={{ fontWeight: 650 }}>
          {row.patient_name}
        </Box>
        {plan && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {formulationName(plan.formulation)}, {doseLine(plan)}
          </Box>
        )}
      </Box>
      <Box sx={{ marginTop: 0.75 }}>
        <PersonFacts mrn={row.mrn} intake={row} />
      </Box>
      {row.rules.length > 0 && (
        <Box sx={{ fontSize: '0.875rem', marginTop: 0.75 }}>
          Rules: {row.rules.map((rule) => ruleTitle(rule.rule_key)).join(' · ')}
        </Box>
      )}
      {!row.prescription_id && (
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', marginTop: 0.5 }}>
          No prescription belongs to it.
        </Box>
      )}
      {blocked.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginTop: 1 }}>
          <StatusChip tone="warning">prescription stays a draft</StatusChip>
          <Box component="span" sx={{ fontSize: '0.875rem' }}>
            {blocked.map(ruleTitle).join(' · ')}
          </Box>
          {plan && blocked.includes(PDMP_RULE) && (
            <RecordPdmpButton caseId={plan.case_id} patientName={row.patient_name} onRecorded={onRecorded} />
          )}
        </Box>
      )}
    </Box>
  );
}
