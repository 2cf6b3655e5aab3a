import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Prescription } from '../../../../common/api/index.js';
import { isApiError } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { useCase } from '../cases/useCase.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { changedRecord, whoChanged } from '../kit/conflict.js';
import { explained, Failure } from '../kit/Failure.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { RadioRow } from '../kit/RadioRow.js';
import { SmallField } from '../kit/SmallField.js';
import { useRefresh } from '../kit/useRefresh.js';
import { useStaff } from '../kit/useStaff.js';
import { ruleTitle } from '../kit/words.js';
import { CLINICAL_ONLY } from '../plans/BlockedPrescription.js';
import { PDMP_RULE, RecordPdmpButton } from '../plans/RecordPdmpButton.js';
import { OrderChips, OrderSummary } from './OrderSummary.js';
import { REVIEW_TEXT as words } from './text/en.js';

type Decision = 'accept' | 'reject';
interface Refusal {
  message: string;
  rules: string[];
}

/** One order looked at closely: accepted, with a reason where a rule keeps it back, or rejected. */
export function ReviewDialog({ order: opened, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  // What is decided on is what stands here: a change by somebody else is shown before it can be confirmed.
  const [order, setOrder] = useState(opened);
  const refresh = useRefresh();
  const detail = useCase(order.case_id);
  const [decision, setDecision] = useState<Decision>('accept');
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // A reason outweighs only what was shown: the first try goes without it.
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const accepts = decision === 'accept';

  async function confirm() {
    setBusy(true);
    setRefusal(null);
    const typed = text.trim();
    try {
      await staff.reviewPrescription(order.prescription_id, {
        decision,
        version: order.version,
        ...(typed && !accepts && { note: typed }),
        ...(typed && accepts && shown && { override_reason: typed }),
      });
      toast.success(accepts ? words.accepted(order.patient_name) : words.rejected(order.patient_name));
      onClose();
    } catch (error) {
      const rules = isApiError(error) ? error.body.blocked_by : undefined;
      const changed = changedRecord<Prescription>(error);
      if (changed) setOrder(changed);
      const message = changed ? `${whoChanged(error, 'this prescription')} ${words.again}` : explained(error);
      setRefusal({ message, rules: rules ?? [] });
      setShown(true);
      setBusy(false);
    }
    await refresh();
  }
  return (
    <ActionDialog
      title={words.title(order.patient_name)}
      onClose={onClose}
      confirm={{
        label: accepts ? words.confirmAccept : words.confirmReject,
        onConfirm: () => void confirm(),
        busy,
        danger: !accepts,
      }}
      error={
        refusal && (
          <Failure
            title={words.failed}
            detail={[refusal.message, refusal.rules.map(ruleTitle).join(' · ')].filter(Boolean).join(' ')}
          />
        )
      }
      wide
    >
      <Stack spacing={2.5}>
        {detail.data && <PatientFacts detail={detail.data} />}
        <Box sx={{ display: 'grid', gap: 1 }}>
          <OrderChips order={order} />
          <OrderSummary order={order} />
        </Box>
        <RadioRow
          label={words.decision}
          value={decision}
          options={[
            ['accept', words.accept],
            ['reject', words.reject],
          ]}
          onChange={setDecision}
        />
        <SmallField
          key={decision}
          id="rx-review-text"
          type="multiline"
          label={accepts ? words.override : words.note}
          hint={accepts ? words.overrideHint : undefined}
          value={text}
          onChange={setText}
        />
        {refusal?.rules.includes(PDMP_RULE) && (
          <Box>
            <RecordPdmpButton
              caseId={order.case_id}
              patientName={order.patient_name}
              onRecorded={() => setRefusal(null)}
            />
          </Box>
        )}
        {accepts && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {CLINICAL_ONLY}
          </Typography>
        )}
      </Stack>
    </ActionDialog>
  );
}
