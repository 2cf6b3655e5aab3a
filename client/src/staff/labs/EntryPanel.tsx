import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { CaseRow } from '#common/api/index.js';
import { LoadError, Panel } from '../../shared/ui/index.js';
import { LabEntryForm } from '../cases/LabEntryForm.js';
import { SmallField } from '../forms/SmallField.js';
import { useDebounced } from '../lists/useDebounced.js';
import { ENTRY_TEXT as words } from './text/en.js';

const OFFERED = 6;

/** Choose the patient first, then enter the results. */
export function EntryPanel({ onClose, closeLabel }: { onClose: () => void; closeLabel: string }) {
  const [chosen, setChosen] = useState<CaseRow | null>(null);
  if (!chosen) return <PatientChoice onChoose={setChosen} onClose={onClose} closeLabel={closeLabel} />;
  return (
    <Stack spacing={1.5}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' }}>
        <Box sx={{ fontWeight: 650, fontSize: '1.125rem' }}>
          {chosen.patient_name}{' '}
          <Box component="span" className="tabular" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            {chosen.mrn}
          </Box>
        </Box>
        <Button size="small" onClick={() => setChosen(null)}>
          {words.other}
        </Button>
        <Button size="small" onClick={onClose}>
          {closeLabel}
        </Button>
      </Box>
      <LabEntryForm key={chosen.id} caseId={chosen.id} patientId={chosen.patient_id} />
    </Stack>
  );
}

interface PatientChoiceProps {
  onChoose: (row: CaseRow) => void;
  onClose: () => void;
  closeLabel: string;
}
function PatientChoice({ onChoose, onClose, closeLabel }: PatientChoiceProps) {
  const [search, setSearch] = useState('');
  const q = useDebounced(search.trim());
  const { data, error, refetch } = useGetList<CaseRow>(
    'cases',
    {
      pagination: { page: 1, perPage: OFFERED },
      sort: { field: 'last_name', order: 'ASC' },
      filter: { q },
    },
    { enabled: q !== '' },
  );
  return (
    <Panel title={words.title} actions={<Button onClick={onClose}>{closeLabel}</Button>}>
      <Box sx={{ maxWidth: 380 }}>
        <SmallField
          id="lab-patient"
          type="search"
          label={words.search}
          hint={words.hint}
          value={search}
          onChange={setSearch}
        />
      </Box>
      {error && <LoadError error={error} message={words.failed} onRetry={() => void refetch()} />}
      {q && data?.length === 0 && <Box sx={{ marginTop: 2 }}>{words.none}</Box>}
      {q && data && data.length > 0 && (
        <Box
          component="ul"
          sx={{ listStyle: 'none', margin: '16px 0 0', padding: 0, display: 'grid', gap: 1 }}
        >
          {data.map((row) => (
            <Box key={row.id} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
              <Button
                size="small"
                variant="outlined"
                aria-label={`${words.choose} ${row.patient_name}`}
                onClick={() => onChoose(row)}
              >
                {words.choose}
              </Button>
              <span>
                {row.patient_name}{' '}
                <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
                  {row.mrn}
                </Box>
              </span>
            </Box>
          ))}
        </Box>
      )}
    </Panel>
  );
}
