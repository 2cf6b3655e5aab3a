import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PrescriptionSupply, SavedRefillRequest } from '#common/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { Empty, formatDate, Loading, Notice, Page, Panel, TextLink } from '../../shared/ui/index.js';
import { HighPressure } from '../kit/HighPressure.js';
import { Loaded } from '../kit/Loaded.js';
import { safetyChecksQuery } from '../data/queries.js';
import { refillRequestsQuery, supplyQuery } from '../data/treatment-queries.js';
import { Gates } from './Gates.js';
import { isUnderWay, Requests } from './Requests.js';
import { askable, asksFrom } from './supply-now.js';
import { REFILLS_TEXT as text } from './text/en.js';

const RefillForm = lazy(() => import('./RefillForm.js').then((module) => ({ default: module.RefillForm })));
const HOME = '/trt/patient';

/** /trt/patient/refill: request a refill, and see what happened to earlier requests. */
export default function RefillPage() {
  const supply = useQuery(supplyQuery);
  const requests = useQuery(refillRequestsQuery);
  const [sent, setSent] = useState<Sent | null>(null);
  const open = requests.data?.refill_requests.some(isUnderWay) ?? false;
  const list = (
    <Loaded query={requests} label={text.requests} failed={text.loadFailed} rows={3}>
      {({ refill_requests: all }) => <Requests requests={all} supply={supply.data?.prescriptions ?? []} />}
    </Loaded>
  );
  return (
    <Page title={text.title} lead={text.lead} width={720}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        {sent && <SentNow {...sent} />}
        {open && list}
        {!sent && (
          <Loaded query={supply} label={text.title} failed={text.loadFailed} rows={8}>
            {({ prescriptions }) => (
              <Ask
                all={prescriptions}
                onSent={(request, highPressure) => setSent({ request, highPressure })}
              />
            )}
          </Loaded>
        )}
        {!open && list}
        <TextLink to={HOME}>{text.back}</TextLink>
      </Box>
    </Page>
  );
}

interface Sent {
  request: SavedRefillRequest;
  highPressure: boolean;
}
interface AskProps {
  all: readonly PrescriptionSupply[];
  onSent: (request: SavedRefillRequest, highPressure: boolean) => void;
}
function Ask({ all, onSent }: AskProps) {
  const orders = askable(all);
  const checks = useQuery(safetyChecksQuery);
  const navigate = useNavigate();
  const named = useSearchParams()[0].get('prescription');
  const [first] = orders;
  if (!first) return <NothingToAsk all={all} />;
  const chosen = orders.find((order) => order.prescription_id === named) ?? first;
  return (
    <Panel title={text.title} hideTitle>
      <Box sx={{ marginBottom: 3 }}>
        <Gates supply={chosen} />
      </Box>
      <Loaded query={checks} label={text.safety} failed={text.loadFailed} rows={8}>
        {({ answers }) => (
          <Suspense fallback={<Loading rows={8} label={text.safety} />}>
            <RefillForm
              orders={orders}
              chosen={chosen.prescription_id}
              before={answers}
              onSent={onSent}
              onCancel={() => void navigate(HOME)}
            />
          </Suspense>
        )}
      </Loaded>
    </Panel>
  );
}

function NothingToAsk({ all }: Pick<AskProps, 'all'>) {
  const enough = all.filter(
    (one) => one.state === 'enough' && !one.on_hold && !one.refill_request_id && !one.in_clinic,
  );
  if (all.length > 0 && all.every((one) => one.in_clinic))
    return (
      <Empty
        title={text.inClinic}
        action={<TextLink to="/trt/patient/appointments">{text.toAppointments}</TextLink>}
      >
        {text.inClinicHint}
      </Empty>
    );
  if (!enough.length) return <Empty title={text.nothing}>{text.nothingHint}</Empty>;
  const from = enough.flatMap((one) => asksFrom(one) ?? []).toSorted()[0];
  return (
    <Empty
      title={text.enough}
      action={<TextLink to="/trt/patient/messages?thread=new">{text.toMessages}</TextLink>}
    >
      {text.enoughHint(from ? formatDate(from) : null)}
    </Empty>
  );
}

function SentNow({ request, highPressure }: Sent) {
  const { emergency } = request;
  if (emergency)
    return (
      <EmergencyCard kind={emergency.kind} advice={emergency.text}>
        {text.sentNotRead}
      </EmergencyCard>
    );
  return (
    <>
      <Notice tone="success" role="status">
        {text.sent(request.owner, formatDate(request.due_by))}
      </Notice>
      {highPressure && <HighPressure role="status" />}
    </>
  );
}
