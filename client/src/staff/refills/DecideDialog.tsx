import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Prescription, RefillRequest, StaffRefillRequest } from '#common/api/index.js';
import { formatDate, TextLink } from '../../shared/ui/index.js';
import { openEmergencies } from '../records/openEmergencies.js';
import { ToReview } from '../records/ToReview.js';
import { UnreadHistory } from '../records/UnreadHistory.js';
import { useRecord } from '../records/useRecord.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { OrderSummary } from '../orders/OrderSummary.js';
import { useJudgement } from '../orders/BlockingRules.js';
import { useStaff } from '../data/useStaff.js';
import { AgainstRules } from './AgainstRules.js';
import { decisionsOn, openAsks } from './decisions.js';
import { Reported } from './Reported.js';
import { SupplyFacts, WhatDecides } from './RefillTable.js';
import { DECIDE_DIALOG_TEXT, REFILLS_TEXT as words } from './text/en.js';

/** The order that is to be refilled, with its last fill. */
function OrderFilled({ order, supply }: { order: Prescription; supply: StaffRefillRequest['supply'] }) {
  const { last_fill_on: filled, legal_last_fill_on: until } = supply;
  return (
    <Box>
      <OrderSummary order={order} />
      <Box className="tabular" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
        {words.lastFill(formatDate(filled, words.noFill), formatDate(until))}
      </Box>
    </Box>
  );
}

/** Decides on a request; shows the relevant facts above the choice. */
export function DecideDialog({
  request: opened,
  onClose,
}: {
  request: StaffRefillRequest;
  onClose: () => void;
}) {
  const staff = useStaff();
  const { data: detail, refetch: readAgain } = useRecord('cases', opened.case_id);
  // Decides on exactly what is shown: a change by someone else is shown before it can be confirmed.
  const [request, setRequest] = useState(opened);
  const order = detail?.prescriptions.find((one) => one.prescription_id === request.prescription_id);
  const judgement = useJudgement(request.prescription_id, request.version);
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState('');
  const [override, setOverride] = useState('');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const decision = decisionsOn(request.state).find((one) => one === chosen);
  const refuses = decision === 'refuse';
  const typed = reason.trim();
  const save = useSave<RefillRequest>({
    send: (key) =>
      staff.decideRefill(
        request.id,
        {
          version: request.version,
          decision: decision!,
          ...(typed && { reason: typed }),
          ...(decision === 'approve' && override.trim() && { override_reason: override.trim() }),
          ...(decision === 'approve' && read.size > 0 && { overrides: [...read] }),
        },
        key,
      ),
    done: words.done(request.patient_name),
    onClose,
    onConflict: (current) => setRequest({ ...request, ...current }),
    // A rule may have fired since: what keeps it back is read again, and what was typed stays.
    onFailure: () => void Promise.all([judgement.refetch(), readAgain()]),
  });
  const confirm = () => {
    setTried(true);
    if (!decision || (refuses && !typed)) return;
    save.save();
  };
  return (
    <ActionDialog
      title={words.decideOf(request.patient_name)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: confirm, busy: save.busy, danger: refuses }}
      error={save.problem(words.saveFailed, words.changed, words.record)}
      readFirst
    >
      <Stack spacing={2}>
        {detail && (
          <PatientFacts detail={detail} call={openEmergencies(detail).length > 0 ? 'emergency' : 'patient'} />
        )}
        {detail && <ToReview detail={detail} />}
        {detail && <ClinicalStrip detail={detail} />}
        {order ? (
          <OrderFilled order={order} supply={request.supply} />
        ) : (
          <Typography sx={{ fontWeight: 600 }}>
            {request.drug}, {request.dose}, {request.frequency}
          </Typography>
        )}
        {request.reason && (
          <Typography sx={{ overflowWrap: 'anywhere' }}>{words.said(request.reason)}</Typography>
        )}
        <Reported request={request} full />
        <SupplyFacts request={request} />
        <WhatDecides request={request} />
        {openAsks(request).length > 0 && request.answer && (
          <Typography sx={{ overflowWrap: 'anywhere' }}>{words.askedWords(request.answer)}</Typography>
        )}
        <RuleEvidence rules={request.findings} />
        {detail && (
          <UnreadHistory detail={detail} readOnly={false} onReviewed={() => void judgement.refetch()} />
        )}
        <TextLink to={`/trt/cases/${request.case_id}`}>{words.safety}</TextLink>
        <SmallField
          id="refill-decision"
          type="select"
          label={words.what}
          value={chosen}
          onChange={(next) => {
            setChosen(next);
            save.edited();
          }}
          error={tried && !decision ? words.missing : null}
        >
          <option value="">{DECIDE_DIALOG_TEXT.choose}</option>
          {decisionsOn(request.state).map((one) => (
            <option key={one} value={one}>
              {words.decisions[one]}
            </option>
          ))}
        </SmallField>
        {decision === 'approve' && (
          <AgainstRules
            request={request}
            judgement={judgement.data}
            refusedFor={save.keptBackBy}
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
        <SmallField
          id="refill-reason"
          type="multiline"
          label={refuses ? words.reasonNeeded : words.reason}
          value={reason}
          onChange={(next) => {
            setReason(next);
            save.edited();
          }}
          error={(tried && refuses && !typed && words.missingReason) || save.fields['reason'] || null}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.lead}
        </Typography>
      </Stack>
    </ActionDialog>
  );
}
