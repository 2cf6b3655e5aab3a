import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PatientPrescription } from '#common/api/index.js';
import { Notice, Panel, TextLink } from '../../shared/ui/index.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { useToday } from '../kit/useToday.js';
import { PrescriptionStatus } from '../prescriptions/PrescriptionStatus.js';
import { isOnHold, isTwice, refillsInWords, supplyInWords } from '../prescriptions/supply.js';
import { useRunOuts } from '../prescriptions/useRunOuts.js';
import { PRESCRIPTIONS_TEXT } from '../prescriptions/text/en.js';
import { prescriptionsQuery } from '../data/queries.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.prescriptions;

/**
 * The patient's current medication in short; the Prescriptions page has the rest.
 * @param expected whether a plan, and with it a prescription, may still follow
 */
export function PrescriptionsCard({ expected }: { expected: boolean }) {
  const query = useQuery(prescriptionsQuery);
  return (
    <Panel title={text.title}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={2}>
        {({ prescriptions }) =>
          prescriptions.length === 0 ? (
            <Quiet>{expected ? text.none : text.nothing}</Quiet>
          ) : (
            <Summary orders={prescriptions} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const sentence = (words: string | null): string[] => (words === null ? [] : [`${words}.`]);

function Summary({ orders: told }: { orders: readonly PatientPrescription[] }) {
  const orders = useRunOuts(told);
  const current = orders.filter((order) => order.prescription_state === 'current');
  const today = useToday();
  const drafts = orders.filter((order) => order.prescription_state === 'draft').length;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {isTwice(current) && <Notice tone="info">{PRESCRIPTIONS_TEXT.twice}</Notice>}
      {current.map((order) => (
        <div key={order.prescription_id}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 0.75 }}>
            <Typography sx={{ fontWeight: 600 }}>{order.drug}</Typography>
            <PrescriptionStatus order={order} />
          </Box>
          <Typography sx={{ color: 'text.secondary' }}>
            {[
              ...(isOnHold(order) ? [] : sentence(refillsInWords(order))),
              ...supplyInWords(order, today),
            ].join(' ')}
          </Typography>
        </div>
      ))}
      {current.length === 0 && drafts === 0 && <Quiet>{text.onlyPast}</Quiet>}
      {drafts > 0 && <Typography>{text.drafts(drafts)}</Typography>}
      <div>
        <TextLink to="/trt/patient/prescriptions">{text.all}</TextLink>
      </div>
    </Box>
  );
}
