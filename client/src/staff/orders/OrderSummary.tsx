import Box from '@mui/material/Box';
import type { Prescription } from '#common/api/index.js';
import { PRESCRIPTION_STATUS, shortId } from '#common/vocabulary/index.js';
import { formatDate, StatusChip } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';
import { BLOCKING_TEXT, ORDER_SUMMARY_TEXT, ORDER_TEXT as words } from './text/en.js';
import { lastFillLine, orderLine, planWaits, supplyLine } from './lines.js';

const DRAFT_ACTION = { will_replace: words.willReplace, new: words.newOne } as const;

/** What is prescribed: drug, dose and frequency, then the directions. */
export function OrderText({ order }: { order: Prescription }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>{orderLine(order)}</Box>
      <Box sx={{ color: 'text.secondary' }}>{order.sig}</Box>
    </Box>
  );
}

/** Codes for how an order ended that no one typed; null where the status or the plan already says it. */
const OWN_WORDS: Record<string, string | null> = {
  canceled: null,
  rejected: null,
  replaced: words.replaced,
  superseded: words.superseded,
  discontinued: words.discontinued,
};

/** A hold of what has ended says nothing. */
const isPast = (order: Prescription): boolean => order.prescription_state === 'past';

/** The notes typed when it was decided on or ended. */
export function OrderReasons({ order }: { order: Prescription }) {
  const { override_reason: override, ended_reason: ended } = order;
  // Answers that an earlier version cached for an outage do not include it.
  const history = order.override_history ?? [];
  const end = ended && ended in OWN_WORDS ? OWN_WORDS[ended] : ended && words.reason(ended);
  const hold = isPast(order) ? null : order.on_hold;
  if (!override && !end && !hold) return null;
  return (
    <Box sx={{ overflowWrap: 'anywhere', fontSize: '0.875rem', marginTop: 0.5 }}>
      {hold && (
        <div>
          {words.heldBy(
            hold.reason ?? (hold.rule_key && ruleTitle(hold.rule_key)) ?? '',
            formatDate(hold.since),
          )}
        </div>
      )}
      {history.map(({ at, by, rules, reason }) => (
        <div key={`${at} ${reason}`}>
          {rules.length
            ? `${words.passed(at && formatDate(at), by)} ${rules.map(ruleTitle).join(', ')}.`
            : words.decided(at && formatDate(at), by)}{' '}
          {reason}
        </div>
      ))}
      {end && <div>{end}</div>}
    </Box>
  );
}

/** For one row: the order, and the quantity dispensed. */
export function OrderLine({ order }: { order: Prescription }) {
  return (
    <Box className="tabular" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>{orderLine(order)}</Box>
      <Box sx={{ color: 'text.secondary' }}>
        {ORDER_SUMMARY_TEXT.rx(supplyLine(order), shortId(order.prescription_id))}
      </Box>
    </Box>
  );
}

/** The same as one block, for dialogs. */
export function OrderSummary({ order }: { order: Prescription }) {
  return (
    <Box sx={{ fontSize: '0.9375rem' }}>
      <OrderText order={order} />
      <Box className="tabular">
        {supplyLine(order)}, {order.route}
      </Box>
    </Box>
  );
}

/** Before it is approved: with the dates of its fills. */
export function OrderToDecide({ order }: { order: Prescription }) {
  return (
    <Box>
      <OrderSummary order={order} />
      <Box className="tabular" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
        {lastFillLine(order)}
      </Box>
    </Box>
  );
}

interface OrderChipsProps {
  order: Prescription;
  /** Whether a pending order says that its plan is pending too. */
  plan?: boolean;
  /** Whether what the patient wrote keeps it from the pharmacy: accepted is then not all clear; null = not known yet. */
  waits?: boolean | null;
}
export function OrderChips({ order, plan = true, waits = false }: OrderChipsProps) {
  const status = PRESCRIPTION_STATUS[order.status] ?? { label: order.status, tone: 'neutral' };
  const unsent = order.status === 'accepted' && !order.sent_at;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      <StatusChip tone={unsent && waits !== false ? 'neutral' : status.tone}>{status.label}</StatusChip>
      {unsent && waits && <StatusChip tone="warning">{BLOCKING_TEXT.waits}</StatusChip>}
      {order.on_hold && !isPast(order) && <StatusChip tone="danger">{words.onHold}</StatusChip>}
      {order.override_reason && <StatusChip tone="warning">{words.override}</StatusChip>}
      {order.sent_at && order.status === 'accepted' && (
        <StatusChip tone="info">{ORDER_SUMMARY_TEXT.sent}</StatusChip>
      )}
      {order.draft_action && order.prescription_state === 'draft' && (
        <StatusChip tone="info">{DRAFT_ACTION[order.draft_action]}</StatusChip>
      )}
      {(plan || order.status === 'accepted') && order.prescription_state !== 'past' && planWaits(order) && (
        <StatusChip tone="warning">{words.planWaits}</StatusChip>
      )}
    </Box>
  );
}
