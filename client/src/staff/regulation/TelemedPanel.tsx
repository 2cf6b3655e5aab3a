import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TelemedKind } from '#common/api/index.js';
import { TELEMED_KINDS } from '#common/api/regulation.js';
import { formatDate, LoadError, Loading, Panel } from '../../shared/ui/index.js';
import { localToday } from '../kit/localToday.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { RadioRow } from '../kit/RadioRow.js';
import { SmallField } from '../kit/SmallField.js';
import { useSave } from '../kit/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { TELEMED_TEXT as words } from './text/en.js';

/** The basis for prescribing to this patient by telemedicine. */
export function TelemedPanel({ caseId, readOnly }: { caseId: string; readOnly: boolean }) {
  const staff = useStaff();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['telemed-bases', caseId],
    queryFn: ({ signal }) => staff.getTelemedBases(caseId, signal),
  });
  return (
    <Panel
      title={words.title}
      actions={
        !readOnly && (
          <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
            {words.add}
          </Button>
        )
      }
    >
      <Typography sx={{ color: 'text.secondary' }}>{words.lead}</Typography>
      {error && <LoadError error={error} message={words.failed} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={1} />}
      {data?.bases.length === 0 && <Box sx={{ marginTop: 1 }}>{words.none}</Box>}
      {data && data.bases.length > 0 && (
        <Box component="ul" sx={{ margin: '8px 0 0', paddingLeft: '18px' }}>
          {data.bases.map((one) => (
            <li key={one.id}>
              {words.line(
                words.shown[one.kind],
                formatDate(one.on),
                one.practitioner ?? one.by_provider,
                one.where,
              )}
            </li>
          ))}
        </Box>
      )}
      {open && <TelemedDialog caseId={caseId} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function TelemedDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const staff = useStaff();
  const [kind, setKind] = useState<TelemedKind>('in_person');
  const [day, setDay] = useState(localToday);
  const [practitioner, setPractitioner] = useState('');
  const [where, setWhere] = useState('');
  const named = words.practitioner[kind];
  const [note, setNote] = useState('');
  const { busy, fields, save, edited, problem } = useSave({
    send: (key) =>
      staff.addTelemedBasis(
        caseId,
        {
          kind,
          on: day,
          ...(named && practitioner.trim() && { practitioner: practitioner.trim() }),
          ...(where.trim() && { where: where.trim() }),
          ...(note.trim() && { note: note.trim() }),
        },
        key,
      ),
    done: words.saved,
    onClose,
  });
  const change = (act: () => void) => {
    edited();
    act();
  };
  return (
    <ActionDialog
      title={words.addTitle}
      onClose={onClose}
      confirm={{
        label: words.save,
        onConfirm: save,
        busy,
        disabled: !day || (named !== null && !practitioner.trim()),
      }}
      error={problem(words.saveFailed)}
    >
      <Stack spacing={2}>
        <RadioRow
          label={words.kind}
          value={kind}
          options={TELEMED_KINDS.map((one) => [one, words.kinds[one]] as const)}
          onChange={(one) => change(() => setKind(one))}
        />
        <SmallField
          id="telemed-day"
          type="date"
          label={words.day}
          value={day}
          onChange={(text) => change(() => setDay(text))}
          error={day ? fields['on'] : words.noDay}
          {...(kind === 'covering_practitioner' && { hint: words.covered })}
        />
        {named && (
          <SmallField
            id="telemed-practitioner"
            label={named}
            value={practitioner}
            onChange={(text) => change(() => setPractitioner(text))}
            error={fields['practitioner']}
          />
        )}
        <SmallField
          id="telemed-where"
          label={words.where}
          value={where}
          onChange={(text) => change(() => setWhere(text))}
          error={fields['where']}
        />
        <SmallField
          id="telemed-note"
          type="multiline"
          label={words.note}
          value={note}
          onChange={(text) => change(() => setNote(text))}
          error={fields['note']}
        />
      </Stack>
    </ActionDialog>
  );
}
