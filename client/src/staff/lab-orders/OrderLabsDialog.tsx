import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type ReactNode } from 'react';
import type { LabOrderDraft, LabOrderRequest, StaffLabOrder } from '#common/api/lab-orders.js';
import { drawPreparation } from '#common/clinical/draw-preparation.js';
import { DRAW_STEP_TEXT, DRAW_TIMING_TEXT, FASTING_CONFLICT_TEXT } from '#common/clinical/draw-words.js';
import { ANALYTES, type AnalyteKey } from '#common/clinical/labs.js';
import { orderNumberText } from '#common/order-number.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate, Loading, LoadError, Notice } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { ruleTitle } from '../kit/words.js';
import { fastingOf, formOf, readOrder, sameTests, type OrderForm } from './orderDraft.js';
import { ORDER_LABS_TEXT as words, testNames } from './text/en.js';

interface DialogProps {
  caseId: string;
  name: string;
  /** Who the order is for, above everything else. */
  person: ReactNode;
  onClose: () => void;
}

/** Orders labs: what the schedule asks for, to be changed and signed. */
export function OrderLabsDialog(props: DialogProps) {
  const staff = useStaff();
  const draft = useQuery({
    queryKey: ['lab-order-draft', props.caseId],
    queryFn: ({ signal }) => staff.draftLabOrder(props.caseId, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (draft.data) return <OrderDialog {...props} draft={draft.data} />;
  return (
    <ActionDialog title={words.title(props.name)} onClose={props.onClose}>
      {draft.isError ? (
        <LoadError
          error={draft.error}
          message={words.failedDraft}
          onRetry={() => void draft.refetch()}
          retrying={draft.isFetching}
        />
      ) : (
        <Loading rows={6} label={words.loading} />
      )}
    </ActionDialog>
  );
}

function OrderDialog({ caseId, name, person, onClose, draft }: DialogProps & { draft: LabOrderDraft }) {
  const staff = useStaff();
  const [form, setForm] = useState(() => formOf(draft));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const request = useRef<LabOrderRequest | null>(null);
  const signed = useRef<StaffLabOrder | null>(null);
  const saving = useSave({
    send: async (key) => {
      signed.current = await staff.orderLabs(caseId, request.current!, key);
    },
    onClose: () => {
      if (signed.current) toast.success(words.done(orderNumberText(signed.current.number)));
      onClose();
    },
  });
  const set = (part: Partial<OrderForm>) => {
    saving.edited();
    setForm({ ...form, ...part });
  };
  function confirm() {
    const read = readOrder(form, draft);
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read) return;
    request.current = read.request;
    saving.save();
  }
  const mayOrder = !draft.blocked_by.length && draft.laboratories.length > 0;
  const field = { form, draft, set, wrong: { ...saving.fields, ...problems } };
  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      wide
      {...(mayOrder && { confirm: { label: words.confirm, onConfirm: confirm, busy: saving.busy } })}
      error={saving.problem(words.failed)}
      readFirst
    >
      <Stack spacing={2.5}>
        {person}
        <Typography sx={{ color: 'text.secondary' }}>
          {draft.label ? words.due(draft.label) : words.nothingDue}
        </Typography>
        {draft.blocked_by.length > 0 && (
          <Notice tone="warning" title={words.blocked}>
            {draft.blocked_by.map(ruleTitle).join('. ')}.
          </Notice>
        )}
        {draft.laboratories.length === 0 && (
          <Notice tone="info" title={words.noLaboratory}>
            {words.noLaboratoryHint}
          </Notice>
        )}
        {mayOrder && (
          <>
            <Tests {...field} />
            <SameTests {...field} />
            <WhereAndWhen {...field} />
            <Preparation {...field} />
            <ForLaboratory {...field} />
            <Typography sx={{ color: 'text.secondary' }}>{words.signing}</Typography>
          </>
        )}
      </Stack>
    </ActionDialog>
  );
}

interface PartProps {
  form: OrderForm;
  draft: LabOrderDraft;
  set: (part: Partial<OrderForm>) => void;
  wrong: Readonly<Record<string, string>>;
}

const grid = {
  display: 'grid',
  gap: '4px 16px',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
};
const Problem = ({ children }: { children: string | undefined }) =>
  children ? (
    <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
      {children}
    </Box>
  ) : null;

/** What is due first; the rest is folded away. */
function Tests({ form, draft, set, wrong }: PartProps) {
  const due = ANALYTES.filter(({ key }) => draft.analytes.includes(key));
  const more = ANALYTES.filter(({ key }) => !draft.analytes.includes(key));
  const toggle = (key: AnalyteKey, on: boolean) =>
    set({
      analytes: ANALYTES.map((one) => one.key).filter((one) =>
        one === key ? on : form.analytes.includes(one),
      ),
    });
  const check = ({ key, name }: (typeof ANALYTES)[number]) => (
    <CheckField
      key={key}
      label={name}
      checked={form.analytes.includes(key)}
      onChange={(on) => toggle(key, on)}
    />
  );
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, padding: 0 }}>
        {words.tests}
      </Box>
      <Box sx={grid}>{due.map(check)}</Box>
      <Box component="details" open={due.length === 0}>
        <Box
          component="summary"
          sx={{
            cursor: 'pointer',
            fontWeight: 600,
            color: 'primary.main',
            width: 'fit-content',
            minHeight: 32,
          }}
        >
          {words.moreTests}
        </Box>
        <Box sx={grid}>{more.map(check)}</Box>
      </Box>
      <Problem>{wrong['analytes']}</Problem>
    </Box>
  );
}

function SameTests({ form, draft, set, wrong }: PartProps) {
  const same = sameTests(form, draft);
  if (!same.length) return null;
  return (
    <Notice tone="warning" title={words.openOrders}>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
        {same.map(({ id, number, analytes, due_on }) => (
          <li key={id}>
            {words.openOrder(orderNumberText(number), testNames(analytes), formatDate(due_on))}
          </li>
        ))}
      </Box>
      <CheckField label={words.despite} checked={form.despite} onChange={(despite) => set({ despite })} />
      <Problem>{wrong['despite_open']}</Problem>
    </Notice>
  );
}

function WhereAndWhen({ form, draft, set, wrong }: PartProps) {
  const chosen = draft.laboratories.find(({ id }) => id === form.laboratory);
  return (
    <Box sx={{ ...grid, gap: 2, alignItems: 'start' }}>
      <SmallField
        id="order-laboratory"
        type="select"
        label={words.laboratory}
        value={form.laboratory}
        onChange={(laboratory) => set({ laboratory })}
        error={wrong['connection_id']}
        {...(chosen && { hint: chosen.address || undefined })}
        {...(chosen && !chosen.account_number && { warning: words.noAccount })}
      >
        <option value="">{words.choose}</option>
        {draft.laboratories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SmallField>
      <SmallField
        id="order-from"
        type="date"
        label={words.from}
        value={form.from}
        onChange={(from) => set({ from })}
        error={wrong['window_from']}
      />
      <SmallField
        id="order-until"
        type="date"
        label={words.until}
        value={form.until}
        onChange={(until) => set({ until })}
        error={wrong['due_on']}
      />
    </Box>
  );
}

/** Fasting, and what follows from the tests and the product. */
function Preparation({ form, draft, set }: PartProps) {
  const fasting = fastingOf(form, draft);
  const { timing, steps, fasting_conflict } = drawPreparation({
    analytes: form.analytes,
    fasting,
    formulation: draft.formulation,
  });
  return (
    <Box>
      <CheckField label={words.fasting} checked={fasting} onChange={(on) => set({ fasting: on })} />
      <Typography sx={{ fontSize: '0.875rem', fontWeight: 600, marginTop: 1 }}>
        {words.preparation}
      </Typography>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
        <li>{DRAW_TIMING_TEXT[timing]}</li>
        {steps.map((step) => (
          <li key={step}>{DRAW_STEP_TEXT[step]}</li>
        ))}
      </Box>
      {fasting_conflict && (
        <Notice tone="warning" sx={{ marginTop: 1.5 }}>
          {FASTING_CONFLICT_TEXT}
        </Notice>
      )}
    </Box>
  );
}

function ForLaboratory({ form, set, wrong }: PartProps) {
  return (
    <>
      <SmallField
        id="order-diagnoses"
        label={words.diagnoses}
        value={form.diagnoses}
        onChange={(diagnoses) => set({ diagnoses })}
        error={wrong['diagnosis_codes']}
        hint={words.diagnosesHint}
      />
      <SmallField
        id="order-note"
        type="multiline"
        label={words.note}
        value={form.note}
        onChange={(note) => set({ note })}
        error={wrong['note']}
      />
    </>
  );
}
