import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { LabMessageDetail, LabMessagePatient, LabProblem } from '#common/api/lab-messages.js';
import { useSession } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import {
  formatDate,
  formatDateTime,
  Loading,
  Notice,
  Page,
  Panel,
  StatusChip,
  TextLink,
} from '../../shared/ui/index.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { explained } from '../forms/Failure.js';
import { FactList } from '../kit/FactList.js';
import { LoadProblem, useLoadProblem } from '../lists/LoadProblem.js';
import { DiscardDialog, MapDialog } from './dialogs.js';
import { STATUS_TONE } from './LabMessageListPage.js';
import { MatchDialog, PickPatientDialog } from './MatchDialog.js';
import { ResultTable } from './ResultTable.js';
import {
  LAB_MESSAGE_STATUS_TEXT,
  LAB_MESSAGE_TEXT as words,
  LAB_MESSAGES_TEXT,
  problemText,
  proposalText,
} from './text/en.js';

type Open =
  | { act: 'match'; patient: LabMessagePatient }
  | { act: 'pick' | 'discard' }
  | { act: 'map'; problem: LabProblem };

/** /trt/provider/lab-messages/:id: one message, what is not understood, and what to do. */
export default function LabMessagePage() {
  const { id = '' } = useParams();
  const staff = useStaff();
  const query = useQuery({
    queryKey: ['lab-messages', 'one', id],
    queryFn: ({ signal }) => staff.getLabMessage(id, signal),
  });
  const problem = useLoadProblem(query);
  const { data } = query;
  const title = data ? words.titleOf(data.said_name || LAB_MESSAGES_TEXT.unnamed) : LAB_MESSAGES_TEXT.title;
  return (
    <Page title={title} width={1100} lead={<TextLink to="/trt/provider/lab-messages">{words.back}</TextLink>}>
      {problem ? (
        <LoadProblem problem={problem} reading={query} failed={words.failed} />
      ) : (
        !data && <Loading rows={8} label={words.loading} />
      )}
      {data && <Message message={data} />}
    </Page>
  );
}

function Message({ message }: { message: LabMessageDetail }) {
  const [open, setOpen] = useState<Open | null>(null);
  const waits = message.status === 'unmatched';
  return (
    <Stack spacing={2.5}>
      {message.critical && (waits || message.status === 'preliminary') && (
        <Notice tone="danger" role="alert" title={LAB_MESSAGES_TEXT.critical}>
          {LAB_MESSAGES_TEXT.criticalHint}
        </Notice>
      )}
      <Came message={message} onDiscard={() => setOpen({ act: 'discard' })} />
      {message.problems.length > 0 && (
        <Problems message={message} onMap={(problem) => setOpen({ act: 'map', problem })} />
      )}
      {waits && message.connection_id && (
        <Candidates
          message={message}
          onMatch={(patient) => setOpen({ act: 'match', patient })}
          onPick={() => setOpen({ act: 'pick' })}
        />
      )}
      <Panel title={words.results}>
        <ResultTable results={message.read} />
      </Panel>
      {open && <Dialogs message={message} open={open} onOpen={setOpen} />}
    </Stack>
  );
}

function Dialogs({
  message,
  open,
  onOpen,
}: {
  message: LabMessageDetail;
  open: Open;
  onOpen: (open: Open | null) => void;
}) {
  const close = () => onOpen(null);
  if (open.act === 'match') return <MatchDialog message={message} patient={open.patient} onClose={close} />;
  if (open.act === 'pick')
    return <PickPatientDialog onPick={(patient) => onOpen({ act: 'match', patient })} onClose={close} />;
  if (open.act === 'map') return <MapDialog message={message} problem={open.problem} onClose={close} />;
  return <DiscardDialog message={message} onClose={close} />;
}

function Came({ message, onDiscard }: { message: LabMessageDetail; onDiscard: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const { status, patient, handled_by: by, handled_at: at, reason } = message;
  async function retry() {
    setBusy(true);
    try {
      await staff.retryLabMessage(message.id, message.version);
      toast.success(words.retried);
    } catch (error) {
      toast.error(explained(error), { title: words.retryFailed });
    }
    await refresh();
    setBusy(false);
  }
  const handled = by && at ? words.handled(by, formatDateTime(at)) : null;
  return (
    <Panel
      title={words.came}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {(status === 'unmatched' || status === 'discarded') && (
            <Button variant="outlined" loading={busy} onClick={() => void retry()}>
              {words.retry}
            </Button>
          )}
          {(status === 'unmatched' || status === 'preliminary') && (
            <Button variant="outlined" color="error" onClick={onDiscard}>
              {words.discard}
            </Button>
          )}
        </Box>
      }
    >
      <FactList
        facts={[
          [
            LAB_MESSAGES_TEXT.columns.status,
            <StatusChip key="status" tone={STATUS_TONE[status]}>
              {LAB_MESSAGE_STATUS_TEXT[status]}
            </StatusChip>,
          ],
          [words.laboratory, message.laboratory],
          [words.received, formatDateTime(message.received_at)],
          [words.controlId, message.control_id],
          [words.name, message.said_name || words.missing],
          [words.dob, formatDate(message.said_dob, words.missing)],
          [words.numbers, message.said_numbers.join(', ') || words.missing],
          ...(patient
            ? [
                [
                  words.record,
                  <TextLink key="patient" to={`/trt/provider/patients/${patient.patient_id}`}>
                    {patient.name}, {patient.mrn}
                  </TextLink>,
                ] as const,
              ]
            : []),
          ...(handled
            ? [[status === 'discarded' ? words.discardedBy : words.matchedBy, handled] as const]
            : []),
          ...(reason ? [[words.reason, reason] as const] : []),
        ]}
      />
    </Panel>
  );
}

function Problems({ message, onMap }: { message: LabMessageDetail; onMap: (problem: LabProblem) => void }) {
  const isAdmin = useSession()?.role === 'system_admin';
  const analyteOf = (test: string | null): string | null =>
    message.read.find(({ name, code }) => name === test || code === test)?.analyte ?? null;
  return (
    <Panel title={words.problems}>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5, overflowWrap: 'anywhere' }}>
        {message.problems.map((problem, i) => {
          const proposal = proposalText(problem, analyteOf(problem.test));
          const mayMap = problem.kind === 'code' && message.status === 'unmatched' && message.connection_id;
          return (
            <Box component="li" key={i} sx={{ marginBottom: 1 }}>
              <Box sx={{ fontWeight: 600 }}>{problemText(problem)}</Box>
              {proposal && <Box>{proposal}</Box>}
              {mayMap && problem.said && isAdmin && (
                <Button size="small" variant="outlined" onClick={() => onMap(problem)}>
                  {words.map}
                </Button>
              )}
              {mayMap && !isAdmin && <Box sx={{ color: 'text.secondary' }}>{words.onlyAdmin}</Box>}
            </Box>
          );
        })}
      </Box>
    </Panel>
  );
}

function Candidates({
  message,
  onMatch,
  onPick,
}: {
  message: LabMessageDetail;
  onMatch: (patient: LabMessagePatient) => void;
  onPick: () => void;
}) {
  if (message.patient) return null;
  return (
    <Panel title={words.candidates}>
      <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
        {message.candidates.map((patient) => (
          <Box
            key={patient.patient_id}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', alignItems: 'center' }}
          >
            <span>
              {patient.name}, {patient.mrn}, {formatDate(patient.dob, words.missing)}
            </span>
            <Button
              size="small"
              variant="outlined"
              aria-label={words.matchOf(patient.name)}
              onClick={() => onMatch(patient)}
            >
              {words.match}
            </Button>
          </Box>
        ))}
        <Button variant="outlined" onClick={onPick}>
          {words.other}
        </Button>
      </Stack>
    </Panel>
  );
}
