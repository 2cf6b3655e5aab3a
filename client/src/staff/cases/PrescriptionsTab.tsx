import Box from '@mui/material/Box';
import type { Prescription } from '../../../../common/api/index.js';
import { PRESCRIPTION_STATUS } from '../../../../common/vocabulary/index.js';
import { Empty, formatDate, Panel, StatusChip } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../kit/Worklist.js';

const DRAFT_ACTION = { will_replace: 'Will Replace Current', new: 'New Prescription' } as const;

/** What was prescribed or waits to be, newest first. */
export function PrescriptionsTab({ prescriptions }: { prescriptions: Prescription[] }) {
  if (prescriptions.length === 0) {
    return (
      <Empty title="No prescriptions">
        A draft appears here together with a plan, unless a rule blocks it.
      </Empty>
    );
  }
  return (
    <Panel title="Prescriptions" flush hideTitle>
      <WorkTable
        label="Prescriptions"
        head={
          <>
            <Head>Drug</Head>
            <Head>Quantity</Head>
            <Head>Status</Head>
            <Head end>Written</Head>
          </>
        }
      >
        {prescriptions.map((item) => (
          <Line key={item.prescription_id} item={item} />
        ))}
      </WorkTable>
    </Panel>
  );
}

function Line({ item }: { item: Prescription }) {
  const status = PRESCRIPTION_STATUS[item.status] ?? { label: item.status, tone: 'neutral' };
  return (
    <Row>
      <Cell>
        <Box sx={{ fontWeight: 600 }}>
          {item.drug}, {item.dose} {item.frequency}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{item.sig}</Box>
      </Cell>
      <Cell name="Quantity">
        {item.quantity} for {item.days_supply} days, {item.refills} refill{item.refills === 1 ? '' : 's'}
      </Cell>
      <Cell name="Status">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          <StatusChip tone={status.tone}>{status.label}</StatusChip>
          {item.draft_action && <StatusChip tone="info">{DRAFT_ACTION[item.draft_action]}</StatusChip>}
        </Box>
      </Cell>
      <Cell name="Written" end>
        {formatDate(item.created_at)}
      </Cell>
    </Row>
  );
}
