import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Prescription, PrescriptionJudgementResponse } from '#common/api/index.js';
import { Loading, Notice, TextLink } from '../../shared/ui/index.js';
import { orderChange } from '../orders/lines.js';
import { CLINICAL_ONLY, BLOCKING_TEXT } from '../orders/text/en.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { DecisionHead } from '../records/DecisionHead.js';
import { waitsForReview } from '../records/ToReview.js';
import { UnreadHistory } from '../records/UnreadHistory.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { Failure } from '../forms/Failure.js';
import { lackingOf, lacks, NOTHING_LACKS, type Lacking } from '../forms/lacking.js';
import { NamedRules } from '../forms/NamedRules.js';
import { RadioRow } from '../forms/RadioRow.js';
import { isStale } from '../lists/SourceBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useStaff } from '../data/useStaff.js';
import { needsPdmp, RecordPdmpButton } from '../regulation/RecordPdmpButton.js';
import { BlockedBy } from '../orders/BlockingRules.js';
import { unreadableDose } from './order.js';
import { WayOut } from '../orders/WayOut.js';
import { OrderChips, OrderToDecide } from '../orders/OrderSummary.js';
import { useOrderAct } from './useOrderAct.js';
import { REVIEW_TEXT as words } from './text/en.js';

/** It cannot be overridden: the therapy is resumed first. */
const THERAPY_ON_HOLD = 'therapy_on_hold';

type Decision = 'accept' | 'reject';

/** One order with the rules that block it, before the decision: accepted, with a reason for them, or rejected. */
export function ReviewDialog({ order: opened, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  const { order, detail, judgement, read, setRead, missing, setMissing, refusal, busy, run } = useOrderAct(
    opened,
    onClose,
  );
  const [chosen, setDecision] = useState<Decision | null>(null);
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState(false);
  const blocked = judgement.data?.blocked_by ?? [];
  const named = judgement.data?.each_by_name ?? false;
  // Nothing is preselected where something speaks against it.
  const decision = chosen ?? (judgement.data && blocked.length === 0 ? 'accept' : '');
  const accepts = decision === 'accept';
  const rejects = decision === 'reject';
  const doseProblem = unreadableDose(order.dose);
  const noReason = doseProblem !== null || (judgement.data?.legal.length ?? 0) > 0;
  const readAgain = () => void judgement.refetch();

  /** What still has to be entered before it can be accepted against its rules. */
  const lacking = (typed: string): Lacking =>
    accepts && blocked.length > 0
      ? lackingOf({ rules: blocked, read, reason: typed, named, missing: words.reasonMissing })
      : NOTHING_LACKS;

  function confirm() {
    setPressed(true);
    if (!decision) return;
    const typed = text.trim();
    const found = lacking(typed);
    setMissing(found);
    if (lacks(found)) return;
    const review = {
      decision,
      version: order.version,
      ...(typed && !accepts && { note: typed }),
      ...(typed && accepts && { override_reason: typed, overrides: blocked }),
    };
    void run(
      () => staff.reviewPrescription(order.prescription_id, review),
      accepts ? words.accepted(order.patient_name) : words.rejected(order.patient_name),
      typed,
    );
  }
  return (
    <ActionDialog
      title={words.title(order.patient_name)}
      onClose={onClose}
      confirm={{
        label: rejects ? words.confirmReject : words.confirmAccept,
        onConfirm: confirm,
        busy,
        danger: rejects,
        disabled: !rejects && (!judgement.data || noReason),
      }}
      error={refusal !== null && <Failure title={words.failed} detail={refusal} />}
      wide
      readFirst
    >
      <Stack spacing={2.5}>
        <DecisionHead detail={detail} />
        <ToDecide order={order} detail={detail} />
        {!rejects && doseProblem && <Notice tone="danger">{doseProblem}</Notice>}
        {!rejects && (
          <KeptBack
            caseId={order.case_id}
            detail={detail}
            judgement={judgement.data}
            failed={judgement.isError}
            retry={readAgain}
            read={named ? read : null}
            onRead={setRead}
            problem={missing.rules}
          />
        )}
        {!rejects && detail && (
          <UnreadHistory detail={detail} readOnly={isStale(detail.case_source)} onReviewed={readAgain} />
        )}
        <RadioRow
          label={words.decision}
          value={decision}
          options={[
            ['accept', words.accept],
            ['reject', words.reject],
          ]}
          onChange={setDecision}
          error={pressed && !decision ? words.noDecision : null}
        />
        {(rejects || (accepts && blocked.length > 0 && !noReason)) && (
          <SmallField
            key={decision}
            id="rx-review-text"
            type="multiline"
            label={accepts ? words.override : words.note}
            hint={accepts ? words.overrideHint : undefined}
            value={text}
            onChange={setText}
            error={accepts ? missing.reason : null}
          />
        )}
        {!rejects && needsPdmp(blocked) && (
          <Box>
            <RecordPdmpButton
              caseId={order.case_id}
              patientName={order.patient_name}
              blockedBy={blocked}
              onRecorded={readAgain}
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

/** The change of dose, and the order itself. */
function ToDecide({ order, detail }: { order: Prescription; detail: CaseDetail | undefined }) {
  const change = detail ? orderChange(order, detail.prescriptions) : null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {change && (
        <Typography className="tabular" sx={{ fontWeight: 650 }}>
          {change}
        </Typography>
      )}
      <OrderChips order={order} />
      <OrderToDecide order={order} />
    </Box>
  );
}

interface KeptBackProps {
  caseId: string;
  /** What the patient wrote may wait for a review: then nothing is called clear; absent while it loads. */
  detail: CaseDetail | undefined;
  judgement: PrescriptionJudgementResponse | undefined;
  failed: boolean;
  retry: () => void;
  /** The rules that were checked by name; null where that is not required. */
  read: ReadonlySet<string> | null;
  onRead: (read: ReadonlySet<string>) => void;
  /** Marks the rules that are not checked. */
  problem: string | null;
}
/** The rules that block approval, with their values, before anything can be pressed. */
export function KeptBack({ caseId, detail, judgement, failed, retry, read, onRead, problem }: KeptBackProps) {
  const unread = waitsForReview(detail);
  if (failed)
    return (
      <Notice tone="danger" action={<Button onClick={retry}>{BLOCKING_TEXT.retry}</Button>}>
        {BLOCKING_TEXT.failed}
      </Notice>
    );
  if (!judgement) return <Loading rows={2} label={BLOCKING_TEXT.loading} />;
  if (judgement.blocked_by.length === 0)
    return unread ? (
      <Notice tone="warning">{words.waits}</Notice>
    ) : (
      <Notice tone={unread === null ? 'info' : 'success'}>{words.noRules}</Notice>
    );
  return (
    <Box component="section">
      <Typography component="h3" sx={{ fontWeight: 650, marginBottom: 0.75 }}>
        {words.rules}
      </Typography>
      <BlockedBy judgement={judgement} final={judgement.legal.length > 0} />
      {judgement.legal.length > 0 && (
        <Notice tone="danger" sx={{ marginTop: 1.5 }}>
          {judgement.blocked_by.includes(THERAPY_ON_HOLD) ? (
            <>
              {words.onHold} <TextLink to={`/trt/cases/${caseId}`}>{words.openCase}</TextLink>
            </>
          ) : (
            <WayOut legal={judgement.legal} detail={detail} />
          )}
        </Notice>
      )}
      {read && judgement.legal.length === 0 && (
        <NamedRules
          rules={judgement.blocked_by}
          fired={judgement.rules}
          read={read}
          onRead={onRead}
          problem={problem}
        />
      )}
    </Box>
  );
}
