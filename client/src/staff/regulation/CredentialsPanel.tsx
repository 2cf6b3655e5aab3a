import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { placeName } from '#common/vocabulary/states.js';
import { formatDate, Loading, LoadError, Panel, StatusChip } from '../../shared/ui/index.js';
import type { Credential, CredentialKind, HolderId } from '../data/regulationActs.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { AddCredentialDialog } from './AddCredentialDialog.js';
import { CredentialActDialog } from './CredentialActDialog.js';
import { useCredentials } from './credentials.js';
import { CREDENTIALS_TEXT as words } from './text/en.js';

type Open = { act: 'add' } | { act: 'remove' | 'verify'; one: Credential } | null;

interface CredentialsPanelProps {
  holder: HolderId;
  kind: CredentialKind;
}

/** A person's licenses or registrations; another person's can be verified. */
export function CredentialsPanel({ holder, kind }: CredentialsPanelProps) {
  const { data, error, refetch, isFetching } = useCredentials(holder, kind);
  const [open, setOpen] = useState<Open>(null);
  const title = kind === 'licenses' ? words.licenses : words.registrations;
  const close = () => setOpen(null);
  return (
    <Panel
      title={title}
      actions={
        <Button size="small" variant="outlined" onClick={() => setOpen({ act: 'add' })}>
          {kind === 'licenses' ? words.addLicense : words.addRegistration}
        </Button>
      }
    >
      {!data && !error && <Loading rows={2} />}
      {error && (
        <LoadError
          error={error}
          message={words.failed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data?.length === 0 && <Box sx={{ color: 'text.secondary' }}>{words.none}</Box>}
      {data && data.length > 0 && (
        <WorkTable
          label={title}
          stackBelow="lg"
          head={
            <>
              <Head>{words.state}</Head>
              <Head>{kind === 'licenses' ? words.kind : words.schedules}</Head>
              <Head>{words.number}</Head>
              <Head>{words.until}</Head>
              <Head>{words.verified}</Head>
              <Head end>{words.acts}</Head>
            </>
          }
        >
          {data.map((one) => (
            <Line key={one.id} one={one} onAct={(act) => setOpen({ act, one })} mayVerify={holder !== null} />
          ))}
        </WorkTable>
      )}
      {open?.act === 'add' && <AddCredentialDialog holder={holder} kind={kind} onClose={close} />}
      {open && open.act !== 'add' && (
        <CredentialActDialog {...open} holder={holder} kind={kind} onClose={close} />
      )}
    </Panel>
  );
}

interface LineProps {
  one: Credential;
  mayVerify: boolean;
  onAct: (act: 'remove' | 'verify') => void;
}
function Line({ one, mayVerify, onAct }: LineProps) {
  const detail = 'type' in one ? one.type : (one.schedules?.join(', ') ?? words.all);
  return (
    <Row>
      <Cell name={words.state}>{placeName(one.state) ?? one.state}</Cell>
      <Cell name={'type' in one ? words.kind : words.schedules}>{detail}</Cell>
      <Cell name={words.number}>{one.number}</Cell>
      <Cell name={words.until}>
        <Box sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          {formatDate(one.expires_on)}
          {one.status === 'expired' && <StatusChip tone="danger">{words.statuses.expired}</StatusChip>}
          {one.status === 'unverified' && <StatusChip tone="warning">{words.statuses.unverified}</StatusChip>}
        </Box>
      </Cell>
      <Cell name={words.verified}>
        {one.verified_on ? words.verifiedOn(formatDate(one.verified_on), one.verified_by) : words.notVerified}
      </Cell>
      <Cell end>
        {mayVerify && !one.verified_on && (
          <Button size="small" aria-label={`${words.verify} ${one.number}`} onClick={() => onAct('verify')}>
            {words.verify}
          </Button>
        )}
        <Button size="small" aria-label={`${words.remove} ${one.number}`} onClick={() => onAct('remove')}>
          {words.remove}
        </Button>
      </Cell>
    </Row>
  );
}
