import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { Prescription, PrescriptionApproval } from '../../../../common/api/index.js';
import { Notice, StatusChip } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';
import { PDMP_RULE, RecordPdmpButton } from '../plans/RecordPdmpButton.js';
import { orderLine } from './order.js';
import { APPROVE_TEXT as words } from './text/en.js';

interface ApproveResultProps {
  orders: readonly Prescription[];
  results: readonly PrescriptionApproval[];
  failure: string | null;
}

/** What became of each order. One that a rule keeps back names the rule and what can be done about it. */
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
  const [recorded, setRecorded] = useState(false);
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
        <Box sx={{ fontWeight: 650 }}>{order.patient_name}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{orderLine(order)}</Box>
        {(!result.ok || result.message) && (
          <Box sx={{ marginTop: 0.5 }}>
            {recorded
              ? 'The PDMP check is recorded. The prescription can now be approved.'
              : [result.message, result.rule_key && ruleTitle(result.rule_key)].filter(Boolean).join(' ')}
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {result.rule_key === PDMP_RULE && !recorded && (
          <RecordPdmpButton
            caseId={order.case_id}
            patientName={order.patient_name}
            onRecorded={() => setRecorded(true)}
          />
        )}
        <StatusChip tone={result.ok ? 'success' : 'warning'}>{result.ok ? words.ok : words.kept}</StatusChip>
      </Box>
    </Box>
  );
}
