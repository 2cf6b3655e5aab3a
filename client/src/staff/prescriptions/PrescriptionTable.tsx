import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatDate } from '../../shared/ui/index.js';
import { CheckField, RowCheck } from '../forms/CheckField.js';
import { PatientName } from '../kit/PatientName.js';
import { ActsColumn, Column, StaffTable } from '../lists/StaffTable.js';
import { OrderChips, OrderLine, OrderReasons } from '../orders/OrderSummary.js';
import { wasHandedOver } from '../orders/handed-over.js';
import { isPending, isSelectable, whyNot, type Order } from './order.js';
import { FILL_TEXT } from '../refills/text/en.js';
import { HOLD_TEXT, PRESCRIPTION_TABLE_TEXT, RX_TEXT as words } from './text/en.js';

const nameOf = (row: Order): string => row.patient_name || row.patient_email || row.mrn;

export type OrderAct = 'edit' | 'review' | 'update' | 'hold' | 'fill' | 'pharmacy';

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
      <StaffTable label={PRESCRIPTION_TABLE_TEXT.prescriptions} stackBelow="lg">
        {!readOnly && pending.length > 0 && (
          <Column<Order>
            source="select"
            fixed
            label={words.selectAll}
            head={
              <Box sx={{ display: { xs: 'none', lg: 'block' } }}>
                <RowCheck name={words.selectAll} checked={all} onChange={selectAll} />
              </Box>
            }
            unlabeled
            sx={{ width: 44 }}
            render={(row) =>
              isSelectable(row) && (
                <RowCheck
                  name={PRESCRIPTION_TABLE_TEXT.select(nameOf(row), row.drug)}
                  checked={selected.has(row.prescription_id)}
                  onChange={(on) => toggle(row.prescription_id, on)}
                />
              )
            }
          />
        )}
        <Column<Order>
          source="patient"
          fixed
          label={PRESCRIPTION_TABLE_TEXT.patient}
          unlabeled
          render={(row) => <PatientName name={nameOf(row)} mrn={row.mrn} to={`/trt/cases/${row.case_id}`} />}
        />
        <Column<Order>
          source="order"
          fixed
          label={PRESCRIPTION_TABLE_TEXT.order}
          unlabeled
          sx={{ width: { lg: '46%' } }}
          render={(row) => (
            <>
              <OrderLine order={row} />
              <OrderReasons order={row} />
            </>
          )}
        />
        <Column<Order>
          source="status"
          fixed
          label={PRESCRIPTION_TABLE_TEXT.status}
          render={(row) => (
            <>
              <OrderChips order={row} plan={false} />
              <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
                {PRESCRIPTION_TABLE_TEXT.written(formatDate(row.created_at))}
              </Box>
            </>
          )}
        />
        <ActsColumn<Order>
          label={PRESCRIPTION_TABLE_TEXT.decision}
          render={(row) => (
            <Decision row={row} name={nameOf(row)} onAct={(act) => onAct(act, row)} readOnly={readOnly} />
          )}
        />
      </StaffTable>
    </>
  );
}

/** The actions available for an order in its current state. */
function actsOn(row: Order): OrderAct[] {
  if (row.provider_only) return [];
  if (isPending(row)) return ['edit', 'review', 'update'];
  if (wasHandedOver(row)) return ['fill'];
  if (row.prescription_state !== 'current') return [];
  return row.status === 'accepted' ? ['pharmacy', 'fill', 'hold', 'update'] : ['pharmacy', 'fill', 'hold'];
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
        flexWrap: 'wrap',
        whiteSpace: 'nowrap',
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
