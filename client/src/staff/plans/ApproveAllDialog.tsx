import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { ApproveUnflaggedResponse, WouldApprovePlan } from '#common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { Bone, Loading, LoadError, Notice, TextLink } from '../../shared/ui/index.js';
import { PreviewFailed } from '../orders/PreviewFailed.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { OrderToDecide } from '../orders/OrderSummary.js';
import { CLINICAL_ONLY } from '../orders/text/en.js';
import { usePreviews, waitsFor, type Preview } from '../orders/usePreviews.js';
import { waitsForReview } from '../records/ToReview.js';
import { OwnWords } from '../records/UnreadHistory.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { RowCheck } from '../forms/CheckField.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { explained } from '../forms/Failure.js';
import { PersonFacts } from '../kit/PatientBanner.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { doseLine, formulationName } from '../kit/words.js';
import { ApprovalResults, type ShownPlan } from './ApprovalResults.js';
import { LeftOutPlans } from './LeftOutPlans.js';
import { APPROVE_ALL_DIALOG_TEXT, BULK_TEXT as words } from './text/en.js';

interface Line {
  row: WouldApprovePlan;
  preview: Preview;
  /** Only what is on the screen with everything that belongs to it. */
  included: boolean;
  /** Another row is not shown yet. */
  loading: boolean;
}

/** What would be approved, each plan with its case, its order and its rules; none is included before someone ticks it. */
function useLines() {
  const staff = useStaff();
  const query = useQuery({
    // Not refreshed by actions: once approved there is nothing to preview.
    queryKey: ['approve-all-preview'],
    queryFn: () => staff.approveUnflagged({ dry_run: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const rows = query.data?.would_approve ?? [];
  const previews = usePreviews(rows);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  // All boxes at once: one that fills while the next row loads is ticked before it was seen.
  const loading = waitsFor(previews) !== null;
  const lines = rows.map((row, at): Line => {
    const preview = previews[at]!;
    const included = !loading && preview.state === 'ready' && (chosen.get(row.plan_id) ?? false);
    return { row, preview, included, loading };
  });
  const include = (id: string, on: boolean) => setChosen(new Map(chosen).set(id, on));
  const quiet = lines.filter(({ row, preview }) => row.quiet && preview.state === 'ready');
  const includeQuiet = () =>
    setChosen(new Map([...chosen, ...quiet.map(({ row }) => [row.plan_id, true] as const)]));
  return { query, lines, previews, include, quiet: loading ? 0 : quiet.length, includeQuiet };
}

interface Outcome {
  answer: ApproveUnflaggedResponse;
  shown: ShownPlan[];
}

/** Approves exactly the plans of one list; another list is a new action. */
function useApproval(lines: readonly Line[]) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const key = useRef(newIdempotencyKey());
  const renew = () => {
    key.current = newIdempotencyKey();
  };
  async function confirm() {
    const rows = lines.filter((line) => line.included).map((line) => line.row);
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
      setOutcome({ answer, shown: lines.map(({ row, preview }) => ({ ...row, order: preview.order })) });
      await refresh();
    } catch (failure) {
      if (isApiError(failure) && failure.status > 0) renew();
      const message = explained(failure);
      setError(message ? `Approval failed: ${message}` : 'Approval failed');
    }
    setBusy(false);
  }
  return { error, busy, outcome, renew, confirm: () => void confirm() };
}

/** First the list of plans to approve, then one call for exactly that list, then the outcome of each. */
export function ApproveAllDialog({ onClose }: { onClose: () => void }) {
  const { query, lines, previews, include, quiet, includeQuiet } = useLines();
  const { error, busy, outcome, renew, confirm } = useApproval(lines);
  const rows = lines.filter((line) => line.included).map((line) => line.row);
  const waits = query.data ? waitsFor(previews) : null;
  if (outcome)
    return (
      <ActionDialog
        title={APPROVE_ALL_DIALOG_TEXT.approvalResult}
        onClose={onClose}
        cancelLabel={APPROVE_ALL_DIALOG_TEXT.close}
        wide
      >
        <ApprovalResults result={outcome.answer} plans={outcome.shown} />
      </ActionDialog>
    );
  return (
    <ActionDialog
      title={query.data ? words.title(rows.length, lines.length) : words.titleBefore}
      onClose={onClose}
      confirm={{
        label: words.confirm(rows.length),
        onConfirm: confirm,
        busy,
        disabled: rows.length === 0 || query.isFetching || waits !== null,
        waitsFor: waits ?? (lines.length > 0 && rows.length === 0 ? words.noneChosen : null),
      }}
      error={error}
      wide
      readFirst
    >
      {query.isPending && <Loading rows={4} label={APPROVE_ALL_DIALOG_TEXT.lookingAtWhatWouldApproved} />}
      {query.error && (
        <LoadError
          error={query.error}
          message={APPROVE_ALL_DIALOG_TEXT.unableToLoadPendingPlans}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <Stack spacing={2}>
          <Typography>{summary(rows, lines.length)}</Typography>
          <LeftOutPlans skipped={query.data.skipped} left={query.data.left_out} />
          {quiet > 0 && (
            <Box>
              <Button
                size="small"
                variant="outlined"
                onClick={() => {
                  includeQuiet();
                  renew();
                }}
              >
                {words.tickQuiet(quiet)}
              </Button>
            </Box>
          )}
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {lines.map((line) => (
              <PreviewRow
                key={line.row.plan_id}
                {...line}
                onInclude={(on) => {
                  include(line.row.plan_id, on);
                  renew();
                }}
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

function summary(rows: readonly WouldApprovePlan[], shown: number): string {
  if (shown === 0) return words.none;
  const left = shown - rows.length;
  const rest = left > 0 ? ` ${words.left(left)}.` : '';
  if (rows.length === 0) return `No plan is chosen.${rest}`;
  const withRx = rows.filter((row) => row.prescription_id && row.prescription_blocked_by.length === 0).length;
  const what = rows.length === 1 ? '1 plan will be approved' : `${rows.length} plans will be approved`;
  const which =
    withRx === rows.length ? (rows.length === 1 ? 'its prescription' : 'their prescriptions') : null;
  const rx = which ? ` with ${which}` : `, ${withRx} of them with a prescription`;
  return `${what}${rx}.${rest}`;
}

function PreviewRow({
  row,
  preview,
  included,
  loading,
  onInclude,
}: Line & { onInclude: (included: boolean) => void }) {
  return (
    <Box component="li" sx={{ paddingBlock: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
        <RowCheck
          name={words.include(row.patient_name)}
          checked={included}
          disabled={loading || preview.state !== 'ready'}
          onChange={onInclude}
        />
        <Box component="span" sx={{ fontWeight: 650 }}>
          {row.patient_name}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {formulationName(row.formulation)}, {doseLine(row)}
        </Box>
      </Box>
      {!row.quiet && (
        <Notice tone="warning" sx={{ marginTop: 0.75 }}>
          {words.byHand} <TextLink to={`/trt/cases/${row.case_id}`}>{words.openCase}</TextLink>
        </Notice>
      )}
      <Box sx={{ display: 'grid', gap: 1, marginTop: 0.75 }}>
        <PersonFacts mrn={row.mrn} intake={row} />
        <PreviewContent row={row} preview={preview} />
      </Box>
    </Box>
  );
}

function PreviewContent({ row, preview }: { row: WouldApprovePlan; preview: Preview }) {
  const { detail, order, state, retry } = preview;
  return (
    <>
      {state === 'failed' && <PreviewFailed retry={retry} />}
      {detail ? <ClinicalStrip detail={detail} /> : state === 'loading' && <Bone width="60%" />}
      {detail && <OwnWords detail={detail} />}
      {order && <OrderToDecide order={order} />}
      {row.rules.length > 0 && <RuleEvidence rules={row.rules} />}
      {!row.prescription_id && (
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{words.noPrescription}</Box>
      )}
      {order && (
        <BlockingRules
          order={order}
          caseId={row.case_id}
          name={row.patient_name}
          unread={waitsForReview(detail)}
          afterPlan
        />
      )}
    </>
  );
}
