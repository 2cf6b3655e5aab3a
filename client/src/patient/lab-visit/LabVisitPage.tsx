import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NextLabSuggestion as LabSuggestion } from '#common/api/dashboard.js';
import type { LabOrder } from '#common/api/lab-orders.js';
import { DRAW_STEP_TEXT, DRAW_TIMING_TEXT, FASTING_CONFLICT_TEXT } from '#common/clinical/draw-words.js';
import { ANALYTE_BY_KEY } from '#common/clinical/labs.js';
import { orderNumberText } from '#common/order-number.js';
import { isOpenLabOrder, LAB_ORDER_STATUS } from '#common/vocabulary/lab-orders.js';
import { Empty, formatDate, Notice, Page, Panel, StatusChip, TextLink } from '../../shared/ui/index.js';
import { labOrdersQuery, refillRequestsQuery, supplyQuery } from '../data/treatment-queries.js';
import { dashboardQuery } from '../data/queries.js';
import { ASK_FOR_LAB_ORDER } from '../kit/ways.js';
import { Loaded } from '../kit/Loaded.js';
import { useToday } from '../kit/useToday.js';
import { LAB_VISIT_TEXT as text } from './text/en.js';

/** /trt/patient/lab-visit: where and when to have blood drawn, and what to do before. */
export default function LabVisitPage() {
  const query = useQuery(labOrdersQuery);
  return (
    <Page title={text.title} lead={text.lead} width={720}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={8}>
        {({ lab_orders: orders }) => <Orders orders={orders} />}
      </Loaded>
    </Page>
  );
}

const tests = (order: LabOrder): string =>
  order.analytes.map((key) => ANALYTE_BY_KEY.get(key)?.name ?? key).join(', ');

function Orders({ orders }: { orders: readonly LabOrder[] }) {
  const toDo = orders.filter(({ status }) => status === 'ordered');
  const waiting = orders.filter(({ status }) => status !== 'ordered' && isOpenLabOrder(status));
  const over = orders.filter(({ status }) => !isOpenLabOrder(status));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <RefillWaits />
      {toDo.length + waiting.length === 0 && (
        <Empty title={text.none} action={<TextLink to={ASK_FOR_LAB_ORDER}>{text.ask}</TextLink>}>
          {text.noneHint}
        </Empty>
      )}
      {toDo
        .toSorted((a, b) => a.due_on.localeCompare(b.due_on))
        .map((order) => (
          <Visit key={order.id} order={order} />
        ))}
      {waiting.map((order) => (
        <Waiting key={order.id} order={order} />
      ))}
      {over.length > 0 && <Earlier orders={over} />}
      <Typography>
        {text.questions} <TextLink to="/trt/patient/messages?thread=new">{text.message}</TextLink>
      </Typography>
    </Box>
  );
}

/** A refill that waits for a blood test, and when to go for it; null without one. */
function useWaitingRefill() {
  const waits = useQuery(refillRequestsQuery).data?.refill_requests.find(
    ({ state }) => state === 'needs_labs',
  );
  const supply = useQuery(supplyQuery).data?.prescriptions ?? [];
  const next = useQuery(dashboardQuery).data?.next_lab_suggestion;
  const today = useToday();
  if (!waits) return null;
  const runOut = supply.find((one) => one.prescription_id === waits.prescription_id)?.run_out_on ?? null;
  return { owner: waits.owner, runOut, days: next?.draw_until ? daysSaid(next, today) : null };
}

/** A refill that waits for a blood test does not wait for the dates below. */
function RefillWaits() {
  const waits = useWaitingRefill();
  if (!waits) return null;
  const { owner, runOut, days } = waits;
  const out = runOut === null ? null : formatDate(runOut);
  return (
    <Notice tone="warning">
      {days ? text.refillWaitsUntil(owner, days, out) : text.refillWaits(owner, out)}
    </Notice>
  );
}

/** The laboratory may be closed for the rest of the last day. */
function daysSaid({ draw_from: first, draw_until: until }: LabSuggestion, today: string): string | null {
  if (!first || !until || until < today) return null;
  const from = first < today ? today : first;
  return from === until
    ? text.fromDay(formatDate(from))
    : text.betweenDays(formatDate(from), formatDate(until));
}

function Status({ order }: { order: LabOrder }) {
  if (order.overdue) return <StatusChip tone="warning">{text.overdue}</StatusChip>;
  return <StatusChip tone={LAB_ORDER_STATUS[order.status].tone}>{text.status[order.status]}</StatusChip>;
}

function Visit({ order }: { order: LabOrder }) {
  const { laboratory, preparation } = order;
  const waits = useWaitingRefill();
  const between = text.window(formatDate(order.window_from), formatDate(order.due_on));
  const number = orderNumberText(order.number);
  return (
    <Panel title={laboratory.name} actions={<Status order={order} />}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
        {order.overdue && <Notice tone="warning">{text.late}</Notice>}
        <Part title={text.when}>
          <Box sx={{ fontWeight: 600 }}>
            {waits ? (waits.days ? text.goOn(waits.days) : text.now) : between}
          </Box>
          {waits && !waits.days && <Box sx={{ marginBottom: 0.75 }}>{text.nowFirst}</Box>}
          {DRAW_TIMING_TEXT[preparation.timing]}
        </Part>
        <Part title={text.before}>
          {preparation.steps.length === 0 ? (
            text.nothingBefore
          ) : (
            <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5, display: 'grid', gap: 0.75 }}>
              {preparation.steps.map((step) => (
                <li key={step}>{DRAW_STEP_TEXT[step]}</li>
              ))}
            </Box>
          )}
          {preparation.fasting_conflict && (
            <Notice tone="info" sx={{ marginTop: 1.5 }}>
              {FASTING_CONFLICT_TEXT}
            </Notice>
          )}
        </Part>
        <Where order={order} />
        <Part title={text.bring}>{text.bringWhat}</Part>
        <Part title={text.tests}>{tests(order)}</Part>
        <Part title={text.number}>
          <Box component="span" className="tabular" sx={{ fontWeight: 650, fontSize: '1.125rem' }}>
            {number}
          </Box>
        </Part>
        <Button
          component="a"
          href={`/files/lab-orders/${order.id}.pdf`}
          download
          variant="contained"
          size="large"
          startIcon={<PictureAsPdfOutlined />}
          aria-label={text.openOf(number)}
          sx={{ justifySelf: { sm: 'start' } }}
        >
          {text.open}
        </Button>
      </Box>
    </Panel>
  );
}

function Where({ order: { laboratory } }: { order: LabOrder }) {
  const { name, address, phone, hours } = laboratory;
  return (
    <>
      <Part title={text.where}>
        <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{address || name}</Box>
        {phone && (
          <Box
            component="a"
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
            sx={{ display: 'inline-block', paddingBlock: 1, color: 'primary.main' }}
          >
            {text.call(phone)}
          </Box>
        )}
      </Part>
      {hours && (
        <Part title={text.hours}>
          <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{hours}</Box>
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Typography variant="body2" component="h3" sx={{ color: 'text.secondary', marginBottom: 0.25 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}

function Waiting({ order }: { order: LabOrder }) {
  return (
    <Panel title={text.orderOf(orderNumberText(order.number))} actions={<Status order={order} />}>
      <Typography>{order.drawn_on ? text.drawnOn(formatDate(order.drawn_on)) : text.drawn}</Typography>
      <Typography sx={{ marginTop: 1, color: 'text.secondary' }}>{tests(order)}</Typography>
    </Panel>
  );
}

function Earlier({ orders }: { orders: readonly LabOrder[] }) {
  return (
    <Box component="details">
      <Box
        component="summary"
        sx={{ cursor: 'pointer', color: 'primary.main', minHeight: 44, paddingBlock: '10px' }}
      >
        {text.earlier(orders.length)}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}>
        {orders.map((order) => (
          <Box component="li" key={order.id} sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 12px' }}>
            <span>{text.earlierLine(formatDate(order.ordered_at), tests(order))}</span>
            <Status order={order} />
          </Box>
        ))}
      </Box>
      <Box sx={{ marginTop: 1.5 }}>
        <TextLink to="/trt/patient/progress">{text.toProgress}</TextLink>
      </Box>
    </Box>
  );
}
