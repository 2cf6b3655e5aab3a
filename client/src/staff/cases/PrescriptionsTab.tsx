import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import type { Prescription } from '#common/api/index.js';
import { ButtonLink, Empty, formatDate, Panel } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { supplyLine } from '../orders/lines.js';
import { OrderChips, OrderReasons, OrderText } from '../orders/OrderSummary.js';

/** Prescriptions and pending orders, newest first; they are managed on a separate page. */
export function PrescriptionsTab({
  caseId,
  prescriptions,
}: {
  caseId: string;
  prescriptions: Prescription[];
}) {
  return (
    <Stack spacing={2}>
      <Box>
        <ButtonLink to={`/trt/cases/${caseId}/prescriptions`} variant="outlined" size="small">
          Manage prescriptions
        </ButtonLink>
      </Box>
      {prescriptions.length === 0 ? (
        <Empty title="No prescriptions">
          A draft appears here together with a plan, unless a rule blocks it.
        </Empty>
      ) : (
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
      )}
    </Stack>
  );
}

function Line({ item }: { item: Prescription }) {
  return (
    <Row>
      <Cell sx={{ width: { md: '48%' } }}>
        <OrderText order={item} />
        <OrderReasons order={item} />
      </Cell>
      <Cell name="Quantity">{supplyLine(item)}</Cell>
      <Cell name="Status">
        <OrderChips order={item} />
      </Cell>
      <Cell name="Written" end oneLine>
        {formatDate(item.created_at)}
      </Cell>
    </Row>
  );
}
