import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { LoadError, Loading, Page, Panel } from '../../shared/ui/index.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { CredentialsPanel } from './CredentialsPanel.js';
import { CREDENTIALS_TEXT as words } from './text/en.js';

/** /account/licenses: a provider's licenses and registrations by state. */
export default function LicensesPage() {
  const staff = useStaff();
  const { data, error, refetch } = useQuery({
    queryKey: ['credentials', 'own', 'profile'],
    queryFn: ({ signal }) => staff.getProviderProfile(signal),
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Stack spacing={3}>
        <CredentialsPanel holder={null} kind="licenses" />
        <CredentialsPanel holder={null} kind="dea-registrations" />
        <Panel title={words.npi}>
          {error && <LoadError error={error} message={words.failed} onRetry={() => void refetch()} />}
          {!data && !error && <Loading rows={1} />}
          {data && <NpiForm npi={data.npi ?? ''} />}
        </Panel>
      </Stack>
    </Page>
  );
}

function NpiForm({ npi }: { npi: string }) {
  const staff = useStaff();
  const [typed, setTyped] = useState(npi);
  const { busy, fields, save, problem } = useSave({
    send: () => staff.setNpi(typed.trim() || null),
    done: words.npiSaved,
    onClose: () => undefined,
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label={words.npi}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save();
      }}
      sx={{ display: 'grid', gap: 2, maxWidth: 380, justifyItems: 'start' }}
    >
      <SmallField
        id="npi"
        label={words.npi}
        inputMode="numeric"
        hint={words.npiHint}
        value={typed}
        onChange={setTyped}
        error={fields['npi']}
      />
      {problem(words.npiFailed)}
      <Button type="submit" variant="outlined" loading={busy}>
        {words.saveNpi}
      </Button>
    </Box>
  );
}
