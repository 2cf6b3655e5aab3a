import { queryOptions, useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { OrderJudgement, PrescriptionJudgementResponse } from '#common/api/index.js';
import { Loading, Notice, StatusChip } from '../../shared/ui/index.js';
import { RuleEvidence } from '../kit/Evidence.js';
import type { StaffDataProvider } from '../data/dataProvider.js';
import { useStaff } from '../data/useStaff.js';
import { ruleTitle } from '../kit/words.js';
import { needsPdmp, RecordPdmpButton } from '../regulation/RecordPdmpButton.js';
import { BLOCKING_TEXT as words } from './text/en.js';

/** What blocks one order, evaluated when it is shown. */
export const judgementQuery = (staff: StaffDataProvider, orderId: string, version: number) =>
  queryOptions<PrescriptionJudgementResponse>({
    // Not refreshed by actions: `refetch` evaluates it again.
    queryKey: ['prescription-judgement', orderId, version],
    queryFn: ({ signal }) => staff.judgePrescription(orderId, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const useJudgement = (orderId: string, version: number) =>
  useQuery(judgementQuery(useStaff(), orderId, version));

/** Its recommendation is to document an override. */
const ADVISES_OVERRIDE = 'rx_dose_over_max';

/** Where another rule cannot be overridden, nothing advises to. */
const withoutOverride = (rules: OrderJudgement['rules']): OrderJudgement['rules'] =>
  rules.map((rule) => (rule.rule_key === ADVISES_OVERRIDE ? { ...rule, recommendation: '' } : rule));

/** The rules that block an order with their values; a key without an evaluation shows its title. */
export function BlockedBy({ judgement, final = false }: { judgement: OrderJudgement; final?: boolean }) {
  const judged = new Set(judgement.rules.map((rule) => rule.rule_key));
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <RuleEvidence rules={final ? withoutOverride(judgement.rules) : judgement.rules} />
      {judgement.blocked_by
        .filter((key) => !judged.has(key))
        .map((key) => (
          <Box key={key}>{ruleTitle(key)}</Box>
        ))}
    </Box>
  );
}

interface BlockingRulesProps {
  order: { prescription_id: string; version: number };
  caseId: string;
  name: string;
  /** Blocks only once the plan is approved. */
  afterPlan?: boolean;
  title?: string;
  /** Shown when nothing blocks it. */
  clear?: string;
  /** What the patient wrote speaks against it or is not reviewed: then it waits, and is not shown as all clear; null = not known yet. */
  unread?: boolean | null;
}

/** Whether the order will pass, and what blocks it with value, limit, age and source. */
export function BlockingRules(props: BlockingRulesProps) {
  const { order, caseId, name, afterPlan = false, title, clear = words.clear, unread = false } = props;
  const { data, isError, refetch } = useJudgement(order.prescription_id, order.version);
  if (isError)
    return (
      <Notice
        tone="danger"
        action={
          <Button type="button" onClick={() => void refetch()}>
            {words.retry}
          </Button>
        }
      >
        {words.failed}
      </Notice>
    );
  if (!data) return <Loading rows={1} label={words.loading} />;
  const judgement = (afterPlan && data.after_plan_approval) || data;
  if (judgement.blocked_by.length === 0)
    return (
      <Box>
        {unread ? (
          <StatusChip tone="warning">{words.waits}</StatusChip>
        ) : (
          <StatusChip tone={unread === null ? 'neutral' : 'success'}>{clear}</StatusChip>
        )}
      </Box>
    );
  return (
    <Notice
      tone="warning"
      title={title ?? (afterPlan ? words.afterPlan : words.now)}
      action={
        needsPdmp(judgement.blocked_by) && (
          <RecordPdmpButton
            caseId={caseId}
            patientName={name}
            blockedBy={judgement.blocked_by}
            onRecorded={() => void refetch()}
          />
        )
      }
    >
      <BlockedBy judgement={judgement} final={judgement === data && data.legal.length > 0} />
    </Notice>
  );
}
