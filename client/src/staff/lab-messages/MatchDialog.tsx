import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { LabMessageDetail, LabMessagePatient } from '#common/api/lab-messages.js';
import type { PatientRow } from '#common/api/patient.js';
import { formatDate } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { Failure } from '../forms/Failure.js';
import { SearchField } from '../lists/SearchField.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { LAB_MESSAGE_TEXT as words } from './text/en.js';

const SHOWN = 8;

/** Finds the patient where no proposal is right. */
export function PickPatientDialog({
  onPick,
  onClose,
}: {
  onPick: (patient: LabMessagePatient) => void;
  onClose: () => void;
}) {
  const [q, setQ] = useState('');
  const { data, error } = useGetList<PatientRow & { id: string }>('patients', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'last_name', order: 'ASC' },
    filter: q ? { q } : {},
  });
  return (
    <ActionDialog title={words.pickTitle} onClose={onClose}>
      <Stack spacing={2}>
        <SearchField id="lab-message-patient" label={words.pickSearch} onSearch={setQ} />
        {error && <Failure title={words.pickFailed} detail="" />}
        <Box role="status">{data?.length === 0 && words.pickNone}</Box>
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data?.map(({ patient_id, name, mrn, dob }) => (
            <li key={patient_id}>
              <Button
                onClick={() => onPick({ patient_id, name: name || mrn, mrn, dob })}
                sx={{ textAlign: 'left', minHeight: 44 }}
              >
                {name || mrn}, {mrn}, {formatDate(dob, words.missing)}
              </Button>
            </li>
          ))}
        </Box>
      </Stack>
    </ActionDialog>
  );
}

interface MatchProps {
  message: LabMessageDetail;
  patient: LabMessagePatient;
  onClose: () => void;
}
/** A message may have several numbers; names are written in many ways and are left to the eye. */
const agrees = (row: string, said: string, record: string): boolean =>
  row === words.name || (row === words.mrn ? said.split(', ').includes(record) : said === record);

/** The message and the record side by side; only who compared them may go on. */
export function MatchDialog({ message, patient, onClose }: MatchProps) {
  const staff = useStaff();
  const [compared, setCompared] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, fields, save, problem } = useSave({
    send: (key) =>
      staff.matchLabMessage(
        message.id,
        {
          patient_id: patient.patient_id,
          mrn: patient.mrn,
          dob: patient.dob ?? '',
          ...(reason && { reason }),
          version: message.version,
        },
        key,
      ),
    done: words.matched,
    onClose,
  });
  const rows = [
    [words.name, message.said_name, patient.name],
    [words.mrn, message.said_numbers.join(', '), patient.mrn],
    [words.dob, formatDate(message.said_dob, ''), formatDate(patient.dob, '')],
  ] as const;
  return (
    <ActionDialog
      title={words.matchTitle}
      onClose={onClose}
      confirm={{
        label: words.matchLabel,
        onConfirm: save,
        busy,
        disabled: !compared,
        waitsFor: compared ? null : words.sameFirst,
      }}
      error={problem(words.matchFailed, words.changed)}
    >
      <Stack spacing={2}>
        <Box>{words.matchLead}</Box>
        <Box
          component="table"
          className="tabular"
          sx={{
            borderCollapse: 'collapse',
            width: '100%',
            // A number that breaks is hard to compare.
            overflowWrap: 'break-word',
            fontSize: { xs: '0.875rem', sm: 'inherit' },
            '& th, & td': { textAlign: 'left', padding: '6px 10px 6px 0', verticalAlign: 'top' },
          }}
        >
          <thead>
            <tr>
              <th scope="col">{words.compared}</th>
              <th scope="col">{words.said}</th>
              <th scope="col">{words.record}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, said, record]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{said || words.missing}</td>
                <Box
                  component="td"
                  sx={agrees(name, said, record) ? {} : { color: 'error.main', fontWeight: 600 }}
                >
                  {record || words.missing}
                  {!agrees(name, said, record) && <Box>{words.differs}</Box>}
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
        <CheckField label={words.same} checked={compared} onChange={setCompared} />
        {(fields['reason'] || reason) && (
          <SmallField
            id="lab-match-reason"
            type="multiline"
            label={words.reason}
            value={reason}
            onChange={setReason}
            error={fields['reason']}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}
