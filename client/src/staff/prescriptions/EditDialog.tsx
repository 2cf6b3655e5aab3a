import { useQuery } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { OrderRequest, Prescription, PrescriptionAssistResponse } from '#common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Loading, Notice } from '../../shared/ui/index.js';
import { planInForce } from '../records/planInForce.js';
import { useRecord } from '../records/useRecord.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { changedRecord, isConflict, whoChanged } from '../forms/conflict.js';
import { explained, Failure } from '../forms/Failure.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { EMPTY_ORDER, ORDER_FIELDS, readOrder, toOrderForm, type OrderForm, type PlanDose } from './order.js';
import { OrderFields } from './OrderFields.js';
import { EDIT_DIALOG_TEXT, EDIT_TEXT as words } from './text/en.js';

/** Changes an order that is waiting for approval. */
export function EditDialog({ order, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  const [version, setVersion] = useState(order.version);
  const [stored, setStored] = useState<Prescription | null>(null);
  return (
    <OrderDialog
      title={words.editTitle(order.patient_name)}
      name={order.patient_name}
      caseId={order.case_id}
      start={toOrderForm(order)}
      formulation={order.formulation}
      plan={order}
      stored={stored}
      onClose={onClose}
      save={async (fields) => {
        try {
          await staff.editPrescription(order.prescription_id, { ...fields, version });
        } catch (error) {
          const current = changedRecord<Prescription>(error);
          if (current) {
            setStored(current);
            setVersion(current.version);
          }
          throw error;
        }
      }}
    />
  );
}

interface NewDialogProps {
  caseId: string;
  name: string;
  onClose: () => void;
}

/** Writes a new order, prefilled from the plan where the quantity can be calculated. */
export function NewDialog({ caseId, name, onClose }: NewDialogProps) {
  const staff = useStaff();
  const key = useRef(newIdempotencyKey());
  const detail = useRecord('cases', caseId);
  const assist = useQuery<PrescriptionAssistResponse>({
    queryKey: ['prescription-assist', caseId],
    queryFn: ({ signal }) => staff.assistPrescription(caseId, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const plan = detail.data && (detail.data.pending_plan ?? planInForce(detail.data));
  if (assist.isPending || detail.isPending) {
    return (
      <ActionDialog title={words.newTitle(name)} onClose={onClose}>
        <Loading rows={5} label={words.loadingDraft} />
      </ActionDialog>
    );
  }
  return (
    <OrderDialog
      title={words.newTitle(name)}
      name={name}
      caseId={caseId}
      start={assist.data ? toOrderForm(assist.data) : EMPTY_ORDER}
      formulation={assist.data?.formulation ?? plan?.formulation ?? ''}
      plan={{ plan_dose: plan?.dose ?? null, plan_frequency: plan?.frequency ?? null }}
      note={
        assist.data ? [words.assistNote, ...assist.data.warnings] : [explained(assist.error) || words.byHand]
      }
      stored={null}
      onClose={onClose}
      save={async (fields) => {
        try {
          await staff.createPrescription(caseId, fields, key.current);
        } catch (error) {
          if (isApiError(error) && error.status > 0) key.current = newIdempotencyKey();
          throw error;
        }
      }}
    />
  );
}

interface OrderDialogProps {
  title: string;
  name: string;
  caseId: string;
  start: OrderForm;
  formulation: string;
  plan: PlanDose;
  note?: string[];
  /** What another user has stored in the meantime. */
  stored: Prescription | null;
  save: (fields: OrderRequest) => Promise<void>;
  onClose: () => void;
}

function OrderDialog(props: OrderDialogProps) {
  const { title, name, caseId, start, formulation, plan, note, stored, save, onClose } = props;
  const refresh = useRefresh();
  const detail = useRecord('cases', caseId);
  const [form, setForm] = useState(start);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    const read = readOrder(form);
    setFailure(null);
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read) return;
    setBusy(true);
    try {
      await save(read.fields);
      toast.success(words.saved(name));
      await refresh();
      onClose();
      return;
    } catch (error) {
      if (isApiError(error)) setProblems(error.fields);
      setFailure(
        isConflict(error) ? `${whoChanged(error, 'this prescription')} ${words.conflict}` : explained(error),
      );
      setBusy(false);
    }
    await refresh();
  }
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: () => void confirm(), busy }}
      error={failure !== null && <Failure title={words.failed} detail={failure} />}
      wide
    >
      <Stack spacing={2.5}>
        {detail.data && <PatientFacts detail={detail.data} />}
        {note && (
          <Notice tone="info">
            {note.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Notice>
        )}
        {stored && <Differences form={form} stored={stored} />}
        <OrderFields {...{ form, problems, formulation, plan }} onChange={setForm} />
      </Stack>
    </ActionDialog>
  );
}

function Differences({ form, stored }: { form: OrderForm; stored: Prescription }) {
  const now = toOrderForm(stored);
  const other = ORDER_FIELDS.filter((name) => now[name] !== form[name].trim());
  return (
    <Notice tone="warning" title={words.nowStored}>
      {now.vial !== form.vial && (
        <div>
          {words.vial}: {words.vials[now.vial || 'unnamed']}
        </div>
      )}
      {other.length === 0 && now.vial === form.vial && (
        <Typography>{EDIT_DIALOG_TEXT.sameAsEntries}</Typography>
      )}
      {other.map((name) => (
        <div key={name}>
          {words.fields[name]}: {now[name]}
        </div>
      ))}
    </Notice>
  );
}
