import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Prescription, PrescriptionApproval } from '#common/api/index.js';
import { Notice, StatusChip, TextLink } from '../../shared/ui/index.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { orderLine } from '../orders/lines.js';
import { APPROVE_TEXT as words } from './text/en.js';

interface ApproveResultProps {
  orders: readonly Prescription[];
  results: readonly PrescriptionApproval[];
  failure: string | null;
}

/** The outcome for each order. A blocked one shows its rules and what to do about them. */
export function ApproveResult({ orders, results, failure }: ApproveResultProps) {
  const done = results.filter((result) => result.ok).length;
  return (
    <Stack spacing={2}>
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : (
        <Notice tone={done === results.length ? 'success' : 'warning'} role="status">
          {words.approved(done, results.length)}
        </Notice>
      )}
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {results.map((result) => {
          const order = orders.find((one) => one.prescription_id === result.id);
          return order ? <Line key={result.id} order={order} result={result} /> : null;
        })}
      </Box>
    </Stack>
  );
}

function Line({ order, result }: { order: Prescription; result: PrescriptionApproval }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: '6px 16px',
        paddingBlock: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <TextLink to={`/trt/cases/${order.case_id}?tab=plan`} bold>
          {order.patient_name}
        </TextLink>
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{orderLine(order)}</Box>
        {result.message && <Box sx={{ marginTop: 0.5 }}>{result.message}</Box>}
        {result.rule_key && (
          <Box sx={{ marginTop: 1 }}>
            <BlockingRules
              order={order}
              caseId={order.case_id}
              name={order.patient_name}
              clear={words.nowClear}
            />
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <StatusChip tone={result.ok ? 'success' : 'warning'}>{result.ok ? words.ok : words.kept}</StatusChip>
      </Box>
    </Box>
  );
}
