import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PrescriptionSupply, RefillRequest } from '#common/api/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { REFILL_TONE } from '../../shared/refills/tone.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate, StatusChip, TextLink } from '../../shared/ui/index.js';
import { labReportsQuery } from '../data/treatment-queries.js';
import { Card, CardGroup, CardHead } from '../kit/CardGroup.js';
import { usePress } from '../kit/usePress.js';
import { REFILLS_TEXT as text } from './text/en.js';

const CAN_WITHDRAW: readonly RefillRequest['state'][] = ['requested', 'in_review', 'needs_visit', 'approved'];
const WAITS_FOR_PATIENT: readonly RefillRequest['state'][] = ['needs_labs', 'needs_visit'];

/** Not over: someone on the care team still has it, or the pharmacy. */
export const isUnderWay = ({ state }: RefillRequest): boolean =>
  CAN_WITHDRAW.includes(state) || WAITS_FOR_PATIENT.includes(state) || state === 'sent';

interface RequestsProps {
  requests: readonly RefillRequest[];
  supply: readonly PrescriptionSupply[];
}
/** The patient's requests, those under way first: who has each, until when, and what was decided. */
export function Requests({ requests, supply }: RequestsProps) {
  const runOut = new Map(supply.map((one) => [one.prescription_id, one.run_out_on]));
  return (
    <CardGroup id="refill-requests" title={text.requests} none={text.noRequests}>
      {requests
        .toSorted((a, b) => Number(isUnderWay(b)) - Number(isUnderWay(a)))
        .map((request) => (
          <Card key={request.id}>
            <CardHead>
              <Typography variant="h3">{request.drug}</Typography>
              <StatusChip tone={REFILL_TONE[request.state]}>
                <StateWords request={request} />
              </StatusChip>
            </CardHead>
            <Typography sx={{ marginTop: 1 }}>
              <Meaning request={request} runOut={runOut.get(request.prescription_id) ?? null} />
            </Typography>
            <Answer request={request} sx={{ marginTop: 1 }} />
            <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 1 }}>
              {text.asked(formatDate(request.requested_on))}
            </Typography>
            {CAN_WITHDRAW.includes(request.state) && <Withdraw request={request} />}
          </Card>
        ))}
    </CardGroup>
  );
}

/** The results it waited for are on file, and no one has looked yet. */
const hasResults = ({ state, results_on: on }: RefillRequest): boolean =>
  state === 'requested' && on !== null;

/** The visit it waited for was held, and no one has looked since. */
const hadVisit = ({ state, visit_on: on }: RefillRequest): boolean => state === 'requested' && on !== null;

/** The patient sent a report since the care team asked for labs: its values are not entered yet. */
function useReportSent({ state, decided_at: since }: RefillRequest): boolean {
  const waits = state === 'needs_labs' && since !== null;
  const reports = useQuery({ ...labReportsQuery, enabled: waits }).data?.lab_reports ?? [];
  return (
    waits &&
    reports.some((one) => one.state === 'waiting' && Date.parse(one.uploaded_at) >= Date.parse(since))
  );
}

/** The state of a request in a few words. */
export function StateWords({ request }: { request: RefillRequest }) {
  const reportSent = useReportSent(request);
  if (hasResults(request)) return text.resultsIn;
  if (hadVisit(request)) return text.visitHeld;
  return reportSent ? text.reportSent : text.state[request.state];
}

/** What the state of a request means, with the way to the next step. */
export function Meaning({ request, runOut }: { request: RefillRequest; runOut: string | null }) {
  const { state, owner, due_by: until, results_on: resultsOn, visit_on: visitOn } = request;
  const reportSent = useReportSent(request);
  if (resultsOn && hasResults(request))
    return text.resultsMeaning(formatDate(resultsOn), owner, formatDate(until));
  if (visitOn && hadVisit(request)) return text.visitMeaning(formatDate(visitOn), owner, formatDate(until));
  if (reportSent) return text.reportMeaning(owner);
  const next = NEXT[state];
  return (
    <>
      {text.meaning[state](owner, formatDate(until), runOut && formatDate(runOut))}{' '}
      {next && <TextLink to={next.to}>{next.label}</TextLink>}
    </>
  );
}
const NEXT: Partial<Record<RefillRequest['state'], { to: string; label: string }>> = {
  needs_labs: { to: '/trt/patient/lab-visit', label: text.toLabs },
  needs_visit: { to: '/trt/patient/appointments', label: text.toAppointments },
  refused: { to: '/trt/patient/messages?thread=new', label: text.toMessages },
};

/** The care team's own words. */
export function Answer({ request, sx = {} }: { request: RefillRequest; sx?: object }) {
  if (!request.answer) return null;
  return (
    <Typography sx={{ ...sx, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ fontWeight: 650 }}>
        {text.answer(request.owner)}:
      </Box>{' '}
      {request.answer}
    </Typography>
  );
}

function Withdraw({ request }: { request: RefillRequest }) {
  const [asks, setAsks] = useState(false);
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => api.post<RefillRequest>(`/api/refill-requests/${request.id}/withdraw`, {}),
    onSuccess: () => {
      toast.success(text.withdrawn);
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.withdrawFailed)),
    // Also after a refusal, so that the list shows the current state.
    onSettled: () => queries.invalidateQueries({ queryKey: ['patient'] }),
  });
  const press = usePress(withdraw);
  if (!asks)
    return (
      <Button
        variant="outlined"
        sx={{ marginTop: 2 }}
        aria-label={text.withdrawOf(request.drug)}
        onClick={() => setAsks(true)}
      >
        {text.withdraw}
      </Button>
    );
  return (
    <Box
      role="group"
      aria-label={text.withdrawOf(request.drug)}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, marginTop: 2 }}
    >
      <Typography role="status">
        {request.state === 'needs_visit' ? text.withdrawVisit : text.withdrawAsk}
      </Typography>
      <Button variant="contained" color="error" loading={withdraw.isPending} onClick={press} autoFocus>
        {text.withdrawYes}
      </Button>
      <Button onClick={() => setAsks(false)}>{text.keep}</Button>
    </Box>
  );
}
