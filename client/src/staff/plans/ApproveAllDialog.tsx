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
import { Bone, Loading, LoadError, Notice, TextLink } from '../../shared/ui/index.js';
import { CLINICAL_ONLY } from '../orders/text/en.js';
import { hasUnread } from '../records/UnreadHistory.js';
import { recordQuery } from '../records/useRecord.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { RowCheck } from '../kit/CheckField.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { explained } from '../kit/Failure.js';
import { PersonFacts } from '../kit/PatientBanner.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { doseLine, formulationName } from '../kit/words.js';
import { ApprovalResults } from './ApprovalResults.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { OrderLine } from '../orders/OrderSummary.js';
import { BULK_TEXT as words } from './text/en.js';

/** First the list of plans to approve, then one call for exactly that list, then the outcome of each. */
export function ApproveAllDialog({ plans, onClose }: { plans: PendingPlan[]; onClose: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [known] = useState(plans);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ApproveUnflaggedResponse | null>(null);
  const key = useRef(newIdempotencyKey());
  const preview = useQuery({
    // Not refreshed by actions: once approved there is nothing to preview.
    queryKey: ['approve-all-preview'],
    queryFn: () => staff.approveUnflagged({ dry_run: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const shown = preview.data?.would_approve ?? [];
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const included = (row: WouldApprovePlan): boolean => chosen.get(row.plan_id) ?? row.quiet;
  const rows = shown.filter(included);
  const left = shown.length - rows.length;
  function include(id: string, on: boolean) {
    setChosen(new Map(chosen).set(id, on));
    // A different list is a new action.
    key.current = newIdempotencyKey();
  }

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
      readFirst
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
            {shown.length > 0
              ? summary(rows, preview.data.skipped)
              : words.none + whatStays(preview.data.skipped)}
            {left > 0 && ` ${words.left(left)}.`}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {shown.map((row) => (
              <PreviewRow
                key={row.plan_id}
                row={row}
                included={included(row)}
                onInclude={(on) => include(row.plan_id, on)}
                plan={known.find((plan) => plan.plan_id === row.plan_id)}
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

/** Left out because of the reader, not because of the plan. */
const NOT_MINE: ReadonlySet<string> = new Set(['own_record', 'provider_only']);

const EMERGENCIES: ReadonlySet<string> = new Set(['emergency_open', 'emergency_recent']);

function whatStays(skipped: ApproveUnflaggedResponse['skipped']): string {
  const stays = skipped.filter(({ reason }) => !NOT_MINE.has(reason));
  const urgent = stays.filter(({ reason }) => EMERGENCIES.has(reason)).length;
  const flagged = stays.filter(({ reason }) => reason === 'flagged').length;
  const others = stays.length - urgent - flagged;
  return [
    urgent > 0 && words.emergenciesStay(urgent),
    flagged > 0 && words.flaggedStay(flagged),
    others > 0 && words.othersStay(others),
  ]
    .filter(Boolean)
    .map((line) => ` ${line}`)
    .join('');
}

function summary(rows: WouldApprovePlan[], skipped: ApproveUnflaggedResponse['skipped']): string {
  if (rows.length === 0) return `No plan is chosen.${whatStays(skipped)}`;
  const withRx = rows.filter((row) => row.prescription_id && row.prescription_blocked_by.length === 0).length;
  const what = rows.length === 1 ? '1 plan will be approved' : `${rows.length} plans will be approved`;
  const which =
    withRx === rows.length ? (rows.length === 1 ? 'its prescription' : 'their prescriptions') : null;
  const rx = which ? ` with ${which}` : `, ${withRx} of them with a prescription`;
  return `${what}${rx}.${whatStays(skipped)}`;
}

interface PreviewRowProps {
  row: WouldApprovePlan;
  plan: PendingPlan | undefined;
  included: boolean;
  onInclude: (included: boolean) => void;
}
function PreviewRow({ row, plan, included, onInclude }: PreviewRowProps) {
  const detail = useCaseOf(plan);
  const order = detail?.prescriptions.find((one) => one.prescription_id === row.prescription_id);
  return (
    <Box component="li" sx={{ paddingBlock: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
        <RowCheck name={words.include(row.patient_name)} checked={included} onChange={onInclude} />
        <Box component="span" sx={{ fontWeight: 650 }}>
          {row.patient_name}
        </Box>
        {plan && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {formulationName(plan.formulation)}, {doseLine(plan)}
          </Box>
        )}
      </Box>
      {!row.quiet && (
        <Notice tone="warning" sx={{ marginTop: 0.75 }}>
          {words.byHand} {plan && <TextLink to={`/trt/cases/${plan.case_id}`}>{words.openCase}</TextLink>}
        </Notice>
      )}
      <Box sx={{ marginTop: 0.75 }}>
        <PersonFacts mrn={row.mrn} intake={row} />
      </Box>
      <Box sx={{ marginTop: 1 }}>{detail ? <ClinicalStrip detail={detail} /> : <Bone width="60%" />}</Box>
      {order && (
        <Box sx={{ marginTop: 1 }}>
          <OrderLine order={order} />
        </Box>
      )}
      {row.rules.length > 0 && (
        <Box sx={{ marginTop: 1 }}>
          <RuleEvidence rules={row.rules} />
        </Box>
      )}
      {!row.prescription_id && (
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', marginTop: 0.5 }}>
          {words.noPrescription}
        </Box>
      )}
      {plan?.prescription && (
        <Box sx={{ marginTop: 1 }}>
          <BlockingRules
            order={plan.prescription}
            caseId={plan.case_id}
            name={row.patient_name}
            unread={hasUnread(detail)}
            afterPlan
          />
        </Box>
      )}
    </Box>
  );
}

/** The case of a plan that is known on the page. */
function useCaseOf(plan: PendingPlan | undefined): CaseDetail | undefined {
  const staff = useStaff();
  const { data } = useQuery({
    ...recordQuery(staff, 'cases', plan?.case_id ?? ''),
    enabled: plan !== undefined,
  });
  return data;
}
