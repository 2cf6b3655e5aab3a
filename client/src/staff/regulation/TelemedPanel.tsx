import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TelemedBasis, TelemedKind } from '#common/api/index.js';
import { TELEMED_KINDS } from '#common/api/regulation.js';
import { formatDate, LoadError, Loading, Panel, StatusChip } from '../../shared/ui/index.js';
import { localToday } from '../kit/localToday.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { RadioRow } from '../forms/RadioRow.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { TELEMED_TEXT as words } from './text/en.js';

/** A visit in person is a fact; the others end. */
const ENDS: readonly TelemedKind[] = ['covering_practitioner', 'registered_facility', 'special_registration'];
/** Whether it should end, and no day is known, here or in a record of it that is newer. */
const lacksEnd = (one: TelemedBasis, newer: readonly TelemedBasis[]): boolean =>
  ENDS.includes(one.kind) &&
  one.until === null &&
  !newer.some(
    ({ kind, on, by_provider_id: by }) => kind === one.kind && on === one.on && by === one.by_provider_id,
  );

/** The basis for prescribing to this patient by telemedicine. */
export function TelemedPanel({ caseId, readOnly }: { caseId: string; readOnly: boolean }) {
  const staff = useStaff();
  const [open, setOpen] = useState<TelemedBasis | 'new' | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['telemed-bases', caseId],
    queryFn: ({ signal }) => staff.getTelemedBases(caseId, signal),
  });
  return (
    <Panel
      title={words.title}
      actions={
        !readOnly && (
          <Button size="small" variant="outlined" onClick={() => setOpen('new')}>
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
          {data.bases.map((one, place) => (
            <li key={one.id}>
              {words.line(
                words.shown[one.kind],
                formatDate(one.on),
                one.until && words.untilDay(formatDate(one.until)),
                one.practitioner ?? one.by_provider,
                one.where,
              )}
              {lacksEnd(one, data.bases.slice(0, place)) && (
                <Box component="span" sx={{ display: 'inline-flex', gap: 1, marginLeft: 1 }}>
                  <StatusChip tone="warning">{words.noEnd}</StatusChip>
                  {!readOnly && (
                    <Button size="small" onClick={() => setOpen(one)}>
                      {words.addEnd}
                    </Button>
                  )}
                </Box>
              )}
            </li>
          ))}
        </Box>
      )}
      {open && (
        <TelemedDialog caseId={caseId} known={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

interface TelemedDialogProps {
  caseId: string;
  /** Recorded again, with what it lacks. */
  known: TelemedBasis | null;
  onClose: () => void;
}
function TelemedDialog({ caseId, known, onClose }: TelemedDialogProps) {
  const staff = useStaff();
  const [kind, setKind] = useState<TelemedKind>(known?.kind ?? 'in_person');
  const [day, setDay] = useState(known?.on ?? localToday);
  const [until, setUntil] = useState('');
  const [practitioner, setPractitioner] = useState(known?.practitioner ?? '');
  const [where, setWhere] = useState(known?.where ?? '');
  const named = words.practitioner[kind];
  const [note, setNote] = useState('');
  const { busy, fields, save, edited, problem } = useSave({
    send: (key) =>
      staff.addTelemedBasis(
        caseId,
        {
          kind,
          on: day,
          ...(known?.by_provider_id && { by_provider_id: known.by_provider_id }),
          ...(ENDS.includes(kind) && until && { until }),
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
        disabled:
          !day ||
          (named !== null && !practitioner.trim() && !known?.by_provider_id) ||
          (known !== null && !until),
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
        {ENDS.includes(kind) && (
          <SmallField
            id="telemed-until"
            type="date"
            label={words.until}
            value={until}
            onChange={(text) => change(() => setUntil(text))}
            error={fields['until']}
          />
        )}
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
