import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Dispense, Prescription } from '#common/api/index.js';
import { daysOfPart, restOfFill } from '#common/clinical/supply-clock.js';
import type { DispenseSource } from '#common/vocabulary/index.js';
import { CARRIER_LABEL } from '#common/vocabulary/pharmacies.js';
import { useZone } from '../../shared/session/index.js';
import { formatDate, Loading, Notice } from '../../shared/ui/index.js';
import { quantityText, quantityUnit } from '../../shared/ui/quantity.js';
import { todayIn } from '../../shared/ui/zones.js';
import { CheckField } from '../forms/CheckField.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { OrderSummary } from '../orders/OrderSummary.js';
import { useJudgement } from '../orders/BlockingRules.js';
import { wasHandedOver } from '../orders/handed-over.js';
import { FillAgainstRules } from './FillAgainstRules.js';
import { FillFacts, fillsQuery } from './FillFacts.js';
import { ShipmentDialog } from './ShipmentDialog.js';
import { FILL_TEXT as words, SHIPMENT_TEXT } from './text/en.js';

interface Draft {
  /** The fill whose rest this is. */
  completes: string | null;
  on: string;
  quantity: string;
  days: string;
  /** The days are no longer those of the quantity. */
  typed: boolean;
  source: DispenseSource;
}
const NUMBER = /^\d+(\.\d+)?$/;
const SOURCES = Object.keys(words.sources) as DispenseSource[];
const WHOLE = /^[1-9]\d*$/;

function problemsOf({ on, quantity, days }: Draft): Partial<Record<keyof Draft, string>> {
  return {
    ...(!on && { on: words.missing.on }),
    ...(!(NUMBER.test(quantity.trim()) && Number(quantity) > 0) && { quantity: words.missing.quantity }),
    ...(!WHOLE.test(days.trim()) && { days: words.missing.days }),
  };
}

/** Records that an order was filled; prefilled from the order, because that is usually what was dispensed. */
export function FillDialog({ order, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  const today = todayIn(useZone());
  const fills = useFills(order);
  const rest = openRest(order, fills.data?.dispenses ?? []);
  const [draft, setDraft] = useState<Draft>({
    completes: null,
    on: today,
    quantity: String(order.quantity),
    days: String(order.days_supply),
    typed: false,
    source: 'pharmacy',
  });
  const [override, setOverride] = useState('');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const judgement = useJudgement(order.prescription_id, order.version);
  // What was filled before today is a fact that today's rules do not undo.
  const late = wasHandedOver(order);
  const judged = draft.on === today && !late;
  const [tried, setTried] = useState(false);
  const [shipping, setShipping] = useState<Dispense | null>(null);
  const problems = problemsOf(draft);
  const save = useSave<Dispense>({
    send: (key) =>
      staff.recordFill(
        order.prescription_id,
        {
          filled_on: draft.on,
          quantity: Number(draft.quantity),
          days: Number(draft.days),
          source: draft.source,
          ...(draft.completes && { completes: draft.completes }),
          ...((judged || late) && override.trim() && { override_reason: override.trim() }),
          ...(judged && read.size > 0 && { overrides: [...read] }),
        },
        key,
      ),
    done: words.done(order.patient_name),
    onClose,
    // A rule may have fired since: what keeps it back is read again, and what was typed stays.
    onFailure: () => void judgement.refetch(),
  });
  const asRest = (yes: boolean) => {
    const { quantity, days } =
      yes && rest ? rest.left : { quantity: order.quantity, days: order.days_supply };
    setDraft({
      ...draft,
      completes: yes && rest ? rest.first.id : null,
      quantity: String(quantity),
      days: String(days),
      typed: false,
    });
    save.edited();
  };
  const whole = draft.completes && rest ? rest.left : { quantity: order.quantity, days: order.days_supply };
  const set = (name: keyof Omit<Draft, 'completes' | 'typed'>) => (value: string) => {
    const next = { ...draft, [name]: value, typed: draft.typed || name === 'days' };
    const follows = !next.typed && !problemsOf(next).quantity;
    setDraft(follows ? { ...next, days: String(daysOfPart(Number(next.quantity), whole)) } : next);
    save.edited();
  };
  const errorOf = (name: keyof Draft, field: string) =>
    (tried && problems[name]) || save.fields[field] || null;
  if (shipping) return <ShipmentDialog order={order} fill={shipping} onClose={() => setShipping(null)} />;
  return (
    <ActionDialog
      title={words.title(order.patient_name)}
      onClose={onClose}
      confirm={{
        label: words.confirm,
        onConfirm: () => {
          setTried(true);
          if (Object.keys(problems).length === 0) save.save();
        },
        busy: save.busy,
      }}
      error={save.problem(words.saveFailed)}
    >
      <Stack spacing={2}>
        <OrderSummary order={order} />
        <FillFacts
          order={order}
          fills={fills.data?.dispenses ?? []}
          pauses={fills.data?.pauses ?? []}
          on={draft.on}
          isRest={draft.completes !== null}
        />
        <Fills onShip={setShipping} order={order} {...fills} />
        {rest && (
          <CheckField
            label={words.rest(
              formatDate(rest.first.filled_on),
              quantityText(rest.left.quantity, order.formulation),
              rest.left.days,
            )}
            hint={save.fields['completes'] ?? words.restHint}
            checked={draft.completes !== null}
            onChange={asRest}
          />
        )}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <SmallField
            id="fill-on"
            type="date"
            label={words.on}
            value={draft.on}
            onChange={set('on')}
            error={errorOf('on', 'filled_on')}
          />
          <SmallField
            id="fill-quantity"
            inputMode="decimal"
            label={words.quantity(quantityUnit(order.formulation))}
            value={draft.quantity}
            onChange={set('quantity')}
            error={errorOf('quantity', 'quantity')}
          />
          <SmallField
            id="fill-days"
            inputMode="numeric"
            label={words.days}
            value={draft.days}
            onChange={set('days')}
            error={errorOf('days', 'days')}
          />
          <SmallField
            id="fill-source"
            type="select"
            label={words.source}
            value={draft.source}
            onChange={set('source')}
          >
            {SOURCES.map((source) => (
              <option key={source} value={source}>
                {words.sources[source]}
              </option>
            ))}
          </SmallField>
        </Box>
        {late && (
          <SmallField
            id="fill-after-end"
            label={words.afterEnd}
            hint={words.afterEndHint}
            value={override}
            onChange={(next) => {
              setOverride(next);
              save.edited();
            }}
            error={save.fields['override_reason']}
          />
        )}
        {judged && judgement.data && (
          <FillAgainstRules
            order={order}
            judgement={judgement.data}
            read={read}
            onRead={setRead}
            reason={override}
            onReason={(next) => {
              setOverride(next);
              save.edited();
            }}
            problem={save.refused(override.trim())}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}

const useFills = (order: Prescription) => useQuery(fillsQuery(useStaff(), order.prescription_id));

/** The last fill, if part of it was not dispensed yet. */
function openRest(order: Prescription, fills: readonly Dispense[]) {
  const first = fills.findLast(({ completes }) => completes === null);
  if (!first) return null;
  const parts = fills.filter(({ id, completes }) => id === first.id || completes === first.id);
  const left = restOfFill({ quantity: order.quantity, days: order.days_supply, parts });
  return left && { first, left };
}

interface FillsProps extends Pick<ReturnType<typeof useFills>, 'data' | 'isError'> {
  order: Prescription;
  onShip: (fill: Dispense) => void;
}
function Fills({ order, data, isError, onShip }: FillsProps) {
  if (isError) return <Notice tone="warning">{words.failed}</Notice>;
  if (!data) return <Loading rows={1} label={words.before} />;
  const dayOf = (id: string) => data.dispenses.find((fill) => fill.id === id)?.filled_on;
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{words.before}</Typography>
      {data.dispenses.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{words.none}</Typography>}
      {data.dispenses.map((fill) => (
        <Typography key={fill.id} className="tabular" component="div">
          {words.line(
            fill.n,
            formatDate(fill.filled_on),
            quantityText(fill.quantity, order.formulation),
            fill.days,
          )}
          {fill.completes && ` (${words.restOf(formatDate(dayOf(fill.completes)))})`}
          <FillShipment fill={fill} onShip={onShip} />
        </Typography>
      ))}
    </div>
  );
}

/** What is known of its way, and the button to say more while the patient has not received it. */
function FillShipment({ fill, onShip }: { fill: Dispense; onShip: (fill: Dispense) => void }) {
  const { shipment } = fill;
  const label = shipment ? SHIPMENT_TEXT.change : SHIPMENT_TEXT.add;
  return (
    <>
      {shipment &&
        `, ${SHIPMENT_TEXT.line(formatDate(shipment.shipped_on), CARRIER_LABEL[shipment.carrier], shipment.tracking_number)}`}
      {shipment?.received_on ? (
        `, ${SHIPMENT_TEXT.received(formatDate(shipment.received_on))}`
      ) : (
        <Button
          size="small"
          aria-label={SHIPMENT_TEXT.of(label, formatDate(fill.filled_on))}
          onClick={() => onShip(fill)}
        >
          {label}
        </Button>
      )}
    </>
  );
}
