import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PatientPrescription } from '#common/api/index.js';
import { PATIENT_PRESCRIPTION_STATUSES, shortId, type PrescriptionState } from '#common/vocabulary/index.js';
import { ButtonLink, Empty, humanize, Notice, Page, Panel, StatusChip } from '../../shared/ui/index.js';
import { quantityText } from '../../shared/ui/quantity.js';
import { Card, CardGroup, CardHead } from '../kit/CardGroup.js';
import { Facts } from '../kit/Facts.js';
import { KeptBanner } from '../kit/KeptBanner.js';
import { Loaded } from '../kit/Loaded.js';
import { useToday } from '../kit/useToday.js';
import { prescriptionsQuery } from '../data/queries.js';
import { supplyQuery } from '../data/treatment-queries.js';
import { mayAsk, wasFilled } from '../refills/supply-now.js';
import { useSupplyNow } from '../refills/useSupplyNow.js';
import { OnItsWay } from './OnItsWay.js';
import { PrescriptionStatus } from './PrescriptionStatus.js';
import { isOnHold, isTwice, PRESCRIPTION_TONE, refillsInWords, supplyInWords } from './supply.js';
import { useRunOuts } from './useRunOuts.js';
import { PRESCRIPTIONS_TEXT as text } from './text/en.js';

const GROUPS: readonly PrescriptionState[] = ['current', 'draft', 'past'];

export default function PrescriptionsPage() {
  const query = useQuery(prescriptionsQuery);
  return (
    <Page title={text.title} lead={text.lead}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={8}>
        {({ prescriptions, ...answer }) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
            <KeptBanner answer={answer} words={text.cached} />
            <Orders prescriptions={prescriptions} />
          </Box>
        )}
      </Loaded>
    </Page>
  );
}

function Orders({ prescriptions: told }: { prescriptions: readonly PatientPrescription[] }) {
  const prescriptions = useRunOuts(told);
  return prescriptions.length === 0 ? (
    <Empty
      title={text.empty}
      action={
        <ButtonLink to="/trt/patient" variant="outlined">
          {text.toPlan}
        </ButtonLink>
      }
    >
      {text.emptyHint}
    </Empty>
  ) : (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
      {isTwice(prescriptions) && <Notice tone="info">{text.twice}</Notice>}
      {GROUPS.map((state) => (
        <Group key={state} state={state} orders={prescriptions} />
      ))}
      <Legend />
    </Box>
  );
}

function Group({ state, orders }: { state: PrescriptionState; orders: readonly PatientPrescription[] }) {
  return (
    <CardGroup id={`group-${state}`} title={text.group[state]} none={text.none[state]}>
      {orders
        .filter((order) => order.prescription_state === state)
        .map((order) => (
          <Order key={order.prescription_id} order={order} orders={orders} />
        ))}
    </CardGroup>
  );
}

interface OrderProps {
  order: PatientPrescription;
  /** All of the patient. */
  orders: readonly PatientPrescription[];
}
function Order({ order, orders }: OrderProps) {
  const lines = supplyInWords(order, useToday(), orders);
  const held = isOnHold(order);
  return (
    <Card>
      <CardHead>
        <Typography variant="h3">{order.drug}</Typography>
        <PrescriptionStatus order={order} />
      </CardHead>
      {held ? (
        <Notice tone="warning" sx={{ marginBlock: 2 }}>
          {text.onHoldWhat}
        </Notice>
      ) : (
        <Typography sx={{ marginTop: 1, marginBottom: 2, maxWidth: '60ch' }}>{order.sig}</Typography>
      )}
      {order.prescription_state === 'draft' && (
        <Notice tone="info" sx={{ marginBottom: 2 }}>
          {text.draftNote}
        </Notice>
      )}
      <Facts
        columnWidth={100}
        facts={[
          [text.dose, order.dose],
          [text.frequency, humanize(order.frequency)],
          [text.route, humanize(order.route)],
          [text.quantity, quantityText(order.quantity, order.formulation)],
          [text.lasts, text.days(order.days_supply)],
        ]}
      />
      {!held && (order.prescription_state === 'current' || lines.length > 0) && (
        <Box sx={{ marginTop: 2, paddingTop: 2, borderTop: 1, borderColor: 'divider' }}>
          {order.prescription_state === 'current' && (
            <Typography sx={{ fontWeight: 600 }}>{refillsInWords(order)}</Typography>
          )}
          {lines.map((line) => (
            <Typography key={line}>{line}</Typography>
          ))}
        </Box>
      )}
      <AskForRefill order={order} />
      <OnItsWay order={order} />
      <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 2 }}>
        {text.number(shortId(order.prescription_id))}
      </Typography>
    </Card>
  );
}

/** The way to a request, where the supply says that one can be made; on treatment without any fill on record, as on My plan. */
function AskForRefill({ order }: { order: PatientPrescription }) {
  const { data } = useQuery(supplyQuery);
  const now = useSupplyNow();
  const supply = data?.prescriptions.find((one) => one.prescription_id === order.prescription_id);
  const taken = supply && (wasFilled(supply) || now?.prescription_id === supply.prescription_id);
  if (!taken || !mayAsk(supply)) return null;
  return (
    <ButtonLink
      to={`/trt/patient/refill?prescription=${order.prescription_id}`}
      variant="contained"
      sx={{ marginTop: 2 }}
    >
      {text.askForRefill}
    </ButtonLink>
  );
}

/** What each status means, in the program's words. */
function Legend() {
  return (
    <Panel title={text.legend}>
      <Box
        component="dl"
        sx={{
          margin: 0,
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          alignItems: 'center',
          gap: 1.25,
          columnGap: 2,
        }}
      >
        {PATIENT_PRESCRIPTION_STATUSES.map((status) => (
          <Box key={status} sx={{ display: 'contents' }}>
            <dt>
              <StatusChip tone={PRESCRIPTION_TONE[status]}>{text.status[status]}</StatusChip>
            </dt>
            <Box component="dd" sx={{ margin: 0 }}>
              {text.meaning[status]}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
