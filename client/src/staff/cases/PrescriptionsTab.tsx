import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import type { Prescription } from '#common/api/index.js';
import { ButtonLink, Empty, formatDate, Panel } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { supplyLine } from '../orders/lines.js';
import { OrderChips, OrderReasons, OrderText } from '../orders/OrderSummary.js';
import { PRESCRIPTIONS_TAB_TEXT } from './text/en.js';

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
          {PRESCRIPTIONS_TAB_TEXT.managePrescriptions}
        </ButtonLink>
      </Box>
      {prescriptions.length === 0 ? (
        <Empty title={PRESCRIPTIONS_TAB_TEXT.noPrescriptions}>
          {PRESCRIPTIONS_TAB_TEXT.draftAppearsHereTogether}
        </Empty>
      ) : (
        <Panel title={PRESCRIPTIONS_TAB_TEXT.prescriptions} flush hideTitle>
          <WorkTable
            label={PRESCRIPTIONS_TAB_TEXT.prescriptions}
            head={
              <>
                <Head>{PRESCRIPTIONS_TAB_TEXT.drug}</Head>
                <Head>{PRESCRIPTIONS_TAB_TEXT.quantity}</Head>
                <Head>{PRESCRIPTIONS_TAB_TEXT.status}</Head>
                <Head end>{PRESCRIPTIONS_TAB_TEXT.written}</Head>
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
      <Cell name={PRESCRIPTIONS_TAB_TEXT.quantity}>{supplyLine(item)}</Cell>
      <Cell name={PRESCRIPTIONS_TAB_TEXT.status}>
        <OrderChips order={item} />
      </Cell>
      <Cell name={PRESCRIPTIONS_TAB_TEXT.written} end oneLine>
        {formatDate(item.created_at)}
      </Cell>
    </Row>
  );
}
