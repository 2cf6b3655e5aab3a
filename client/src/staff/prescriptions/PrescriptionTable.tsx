import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatDate, TextLink, visuallyHidden } from '../../shared/ui/index.js';
import { CheckField, RowCheck } from '../kit/CheckField.js';
import { Cell, Head, Row, WorkTable } from '../kit/Worklist.js';
import { OrderChips, OrderLine, OrderReasons } from '../orders/OrderSummary.js';
import { isPending, isSelectable, whyNot, type Order } from './order.js';
import { FILL_TEXT } from '../refills/text/en.js';
import { HOLD_TEXT, RX_TEXT as words } from './text/en.js';

export type OrderAct = 'edit' | 'review' | 'update' | 'hold' | 'fill';

interface PrescriptionTableProps {
  rows: readonly Order[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onAct: (act: OrderAct, order: Order) => void;
  readOnly: boolean;
}

/** Orders with their actions: pending ones can be selected, the others say why not. */
export function PrescriptionTable({ rows, selected, onSelect, onAct, readOnly }: PrescriptionTableProps) {
  const pending = rows.filter(isSelectable);
  const all = pending.length > 0 && pending.every((row) => selected.has(row.prescription_id));
  function toggle(id: string, on: boolean) {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    onSelect(next);
  }
  const selectAll = (on: boolean) => onSelect(new Set(on ? pending.map((row) => row.prescription_id) : []));
  return (
    <>
      {/* In blocks the rows have no header to hold it. */}
      {pending.length > 0 && !readOnly && (
        <Box sx={{ display: { lg: 'none' }, padding: 2 }}>
          <CheckField label={words.selectAll} checked={all} onChange={selectAll} />
        </Box>
      )}
      <WorkTable
        label="Prescriptions"
        stackBelow="lg"
        head={
          <>
            <Head>
              {pending.length > 0 && !readOnly ? (
                <Box sx={{ display: { xs: 'none', lg: 'block' } }}>
                  <RowCheck name={words.selectAll} checked={all} onChange={selectAll} />
                </Box>
              ) : (
                <Box component="span" sx={visuallyHidden}>
                  Select
                </Box>
              )}
            </Head>
            <Head>Patient</Head>
            <Head>Order</Head>
            <Head>Status</Head>
            <Head end>Decision</Head>
          </>
        }
      >
        {rows.map((row) => (
          <Line
            key={row.prescription_id}
            row={row}
            selected={selected.has(row.prescription_id)}
            onSelect={(on) => toggle(row.prescription_id, on)}
            onAct={(act) => onAct(act, row)}
            readOnly={readOnly}
          />
        ))}
      </WorkTable>
    </>
  );
}

interface LineProps {
  row: Order;
  selected: boolean;
  onSelect: (on: boolean) => void;
  onAct: (act: OrderAct) => void;
  readOnly: boolean;
}
function Line({ row, selected, onSelect, onAct, readOnly }: LineProps) {
  const name = row.patient_name || row.patient_email || row.mrn;
  return (
    <Row>
      <Cell blank={!isSelectable(row) || readOnly} sx={{ width: 44 }}>
        {isSelectable(row) && !readOnly && (
          <RowCheck name={`Select ${name} ${row.drug}`} checked={selected} onChange={onSelect} />
        )}
      </Cell>
      <Cell>
        <Box sx={{ minWidth: 120 }}>
          <TextLink to={`/trt/cases/${row.case_id}`} bold>
            {name}
          </TextLink>
          <Box className="tabular" sx={{ color: 'text.secondary' }}>
            {row.mrn}
          </Box>
        </Box>
      </Cell>
      <Cell sx={{ width: { lg: '46%' } }}>
        <OrderLine order={row} />
        <OrderReasons order={row} />
      </Cell>
      <Cell name="Status">
        <OrderChips order={row} plan={false} />
        <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
          written {formatDate(row.created_at)}
        </Box>
      </Cell>
      <Cell end>
        <Decision row={row} name={name} onAct={onAct} readOnly={readOnly} />
      </Cell>
    </Row>
  );
}

/** The actions available for an order in its current state. */
function actsOn(row: Order): OrderAct[] {
  if (row.provider_only) return [];
  if (isPending(row)) return ['edit', 'review', 'update'];
  if (row.prescription_state !== 'current') return [];
  return row.status === 'accepted' ? ['fill', 'hold', 'update'] : ['fill', 'hold'];
}

function label(act: OrderAct, row: Order): string {
  if (act === 'hold') return row.on_hold ? HOLD_TEXT.release : HOLD_TEXT.hold;
  return act === 'fill' ? FILL_TEXT.open : words[act];
}

interface DecisionProps {
  row: Order;
  name: string;
  onAct: (act: OrderAct) => void;
  readOnly: boolean;
}
function Decision({ row, name, onAct, readOnly }: DecisionProps) {
  const why = !isSelectable(row) && (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {whyNot(row)}
    </Box>
  );
  const buttons = actsOn(row);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
        alignItems: 'center',
        justifyContent: { lg: 'flex-end' },
        gap: 0.75,
      }}
    >
      {why}
      {!readOnly &&
        buttons.map((act) => (
          <Button
            key={act}
            size="small"
            variant={act === 'review' ? 'outlined' : 'text'}
            aria-label={`${label(act, row)} ${name} ${row.drug}`}
            onClick={() => onAct(act)}
            sx={{ minWidth: 0 }}
          >
            {label(act, row)}
          </Button>
        ))}
    </Box>
  );
}
