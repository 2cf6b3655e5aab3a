import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { LabOrderDetail, StaffLabOrder } from '#common/api/lab-orders.js';
import { DRAW_TIMING_TEXT } from '#common/clinical/draw-words.js';
import { orderNumberText } from '#common/order-number.js';
import { isOpenLabOrder } from '#common/vocabulary/lab-orders.js';
import { formatDate, formatDateTime, Loading, LoadError } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { FactList } from '../kit/FactList.js';
import { localToday } from '../kit/localToday.js';
import { PatientName } from '../kit/PatientName.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { OrderStatus } from './OrderStatus.js';
import { LAB_ORDER_TEXT as words, LAB_ORDERS_TEXT, testNames } from './text/en.js';

type Act = 'drawn' | 'cancel' | null;
interface DialogProps {
  id: string;
  number: string;
  readOnly: boolean;
  onClose: () => void;
}

/** One order: what it says, its papers, and what can be done with it. */
export function LabOrderDialog({ id, number, readOnly, onClose }: DialogProps) {
  const staff = useStaff();
  const [act, setAct] = useState<Act>(null);
  const order = useQuery({
    queryKey: ['lab-orders', 'one', id],
    queryFn: ({ signal }) => staff.getLabOrder(id, signal),
    staleTime: 0,
  });
  const back = () => setAct(null);
  if (order.data && act === 'drawn') return <DrawnDialog order={order.data} onClose={back} />;
  if (order.data && act === 'cancel') return <CancelDialog order={order.data} onClose={back} />;
  return (
    <ActionDialog
      title={words.title(orderNumberText(number))}
      onClose={onClose}
      cancelLabel={words.close}
      wide
    >
      {order.data && <Order order={order.data} readOnly={readOnly} onAct={setAct} />}
      {!order.data && order.isError && (
        <LoadError
          error={order.error}
          message={words.failedLoad}
          onRetry={() => void order.refetch()}
          retrying={order.isFetching}
        />
      )}
      {order.isPending && <Loading rows={6} label={words.loading} />}
    </ActionDialog>
  );
}

interface OrderProps {
  order: LabOrderDetail;
  readOnly: boolean;
  onAct: (act: Act) => void;
}
function Order({ order, readOnly, onAct }: OrderProps) {
  const { status } = order;
  return (
    <Stack spacing={2.5}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1.5 }}>
        <PatientName name={order.patient_name} mrn={order.mrn} to={`/trt/cases/${order.case_id}?tab=labs`} />
        <OrderStatus order={order} />
      </Box>
      <Facts order={order} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {status !== 'canceled' && <File href={`/files/lab-orders/${order.id}.pdf`}>{words.pdf}</File>}
        <File href={`/files/lab-orders/${order.id}.hl7`}>{words.hl7}</File>
        {!readOnly && (status === 'ordered' || status === 'drawn') && (
          <Button size="small" variant="outlined" onClick={() => onAct('drawn')}>
            {words.drawn}
          </Button>
        )}
        {!readOnly && isOpenLabOrder(status) && (
          <Button size="small" variant="outlined" color="error" onClick={() => onAct('cancel')}>
            {words.cancel}
          </Button>
        )}
      </Box>
      {!readOnly && status !== 'canceled' && order.candidates.length > 0 && (
        <Results key={order.version} order={order} />
      )}
    </Stack>
  );
}

const File = ({ href, children }: { href: string; children: string }) => (
  <Button component="a" href={href} download size="small" variant="outlined">
    {children}
  </Button>
);

function Facts({ order }: { order: LabOrderDetail }) {
  const { laboratory, preparation } = order;
  const facts: [string, string | null][] = [
    [words.tests, testNames(order.analytes)],
    [words.resultsIn, testNames(order.results_in) || words.none],
    [words.window, LAB_ORDERS_TEXT.window(formatDate(order.window_from), formatDate(order.due_on))],
    [words.preparation, DRAW_TIMING_TEXT[preparation.timing]],
    [words.fasting, order.fasting ? words.yes : words.no],
    [words.drawnOn, order.drawn_on && formatDate(order.drawn_on)],
    [words.laboratory, [laboratory.name, laboratory.address, laboratory.phone].filter(Boolean).join(', ')],
    [words.account, laboratory.account_number],
    [words.ordered, words.by(order.ordered_by, formatDateTime(order.ordered_at))],
    [words.sent, order.sent_at && formatDateTime(order.sent_at)],
    [words.diagnoses, order.diagnosis_codes.join(', ')],
    [words.note, order.note],
    [
      words.canceled,
      order.canceled_at && words.by(order.canceled_by ?? '', formatDateTime(order.canceled_at)),
    ],
    [words.reason, order.cancel_reason],
  ];
  return <FactList facts={facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))} />;
}

/** Where the portal did not see by itself whose results they are. */
function Results({ order }: { order: LabOrderDetail }) {
  const staff = useStaff();
  const linked = order.candidates.filter((one) => one.linked).map(({ lab_id }) => lab_id);
  const [chosen, setChosen] = useState<readonly string[]>(linked);
  const { busy, save, problem } = useSave({
    send: () => staff.assignLabOrder(order.id, { lab_ids: [...chosen], version: order.version }),
    done: words.assigned,
    onClose: () => undefined,
  });
  const changed = chosen.length !== linked.length || chosen.some((id) => !linked.includes(id));
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ fontWeight: 600, padding: 0 }}>
        {words.candidates}
      </Box>
      <Typography sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{words.candidatesLead}</Typography>
      {order.candidates.map(({ lab_id, collected_at, analytes }) => (
        <CheckField
          key={lab_id}
          label={words.candidate(formatDateTime(collected_at), testNames(analytes))}
          checked={chosen.includes(lab_id)}
          onChange={(on) => setChosen(on ? [...chosen, lab_id] : chosen.filter((id) => id !== lab_id))}
        />
      ))}
      {problem(words.failed, words.again, words.what)}
      <Button size="small" variant="outlined" loading={busy} disabled={!changed} onClick={save}>
        {words.assign}
      </Button>
    </Box>
  );
}

interface ActProps {
  order: LabOrderDetail;
  onClose: () => void;
}
function DrawnDialog({ order, onClose }: ActProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(order.version);
  const [day, setDay] = useState(order.drawn_on ?? localToday());
  const saving = useSave<StaffLabOrder>({
    send: () => staff.drawnLabOrder(order.id, { drawn_on: day || null, version }),
    done: day ? words.drawnDone : words.notDrawnDone,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  return (
    <ActionDialog
      title={words.drawnTitle(orderNumberText(order.number))}
      onClose={onClose}
      confirm={{ label: words.drawnConfirm, onConfirm: saving.save, busy: saving.busy }}
      error={saving.problem(words.failed, words.again, words.what)}
    >
      <Stack spacing={1.5}>
        <SmallField
          id="order-drawn"
          type="date"
          label={words.drawnDate}
          value={day}
          onChange={setDay}
          error={saving.fields['drawn_on']}
        />
        {order.status === 'drawn' && (
          <CheckField
            label={words.notDrawn}
            checked={day === ''}
            onChange={(on) => setDay(on ? '' : (order.drawn_on ?? localToday()))}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}

function CancelDialog({ order, onClose }: ActProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(order.version);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const saving = useSave<StaffLabOrder>({
    send: () => staff.cancelLabOrder(order.id, { reason: reason.trim(), version }),
    done: words.canceledDone,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function confirm() {
    setMissing(!reason.trim());
    if (reason.trim()) saving.save();
  }
  return (
    <ActionDialog
      title={words.cancelTitle(orderNumberText(order.number))}
      onClose={onClose}
      cancelLabel={words.keep}
      confirm={{ label: words.cancelConfirm, onConfirm: confirm, busy: saving.busy, danger: true }}
      error={saving.problem(words.failed, words.again, words.what)}
    >
      <Stack spacing={2}>
        <Typography>{words.cancelLead}</Typography>
        <SmallField
          id="order-cancel-reason"
          type="multiline"
          label={words.cancelReason}
          value={reason}
          onChange={setReason}
          error={missing && !reason.trim() ? words.noReason : saving.fields['reason']}
        />
      </Stack>
    </ActionDialog>
  );
}
