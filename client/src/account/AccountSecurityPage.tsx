import Stack from '@mui/material/Stack';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { roleHome } from '#common/vocabulary/index.js';
import { useSession, type Session } from '../shared/session/index.js';
import { ButtonLink, Loading, LoadError, Notice, Page, Panel } from '../shared/ui/index.js';
import { AppPanel } from './AppPanel.js';
import { EmailPanel } from './EmailPanel.js';
import { PasskeysPanel } from './PasskeysPanel.js';
import { PasswordPanel } from './PasswordPanel.js';
import { mfaQuery } from '../shared/session/ownFactors.js';
import { SessionsPanel } from './SessionsPanel.js';
import { app, page as words } from './text/en.js';

/** Browsers tie passkeys to a domain name; a numeric IP address has none. */
const hostIsName = (): boolean => !/^[\d.]+$|:/.test(window.location.hostname.replaceAll(/[[\]]/g, ''));

/** /account/security: for every role. */
export default function AccountSecurityPage() {
  const session = useSession();
  return (
    <Page title={words.title} lead={words.lead}>
      {session && <Panels session={session} />}
    </Page>
  );
}

function Panels({ session }: { session: Session }) {
  const { data: mfa, error, refetch, isFetching } = useQuery(mfaQuery);
  const passkeys = mfa?.passkeys_available && browserSupportsWebAuthn() && hostIsName();
  return (
    <Stack spacing={3}>
      <EnrolmentNotice session={session} />
      <PasswordPanel session={session} />
      <EmailPanel session={session} />
      {mfa ? (
        <AppPanel state={mfa} verified={session.emailVerified} />
      ) : (
        <Panel title={app.title}>
          {error ? (
            <LoadError
              error={error}
              message={words.loadFailed}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Loading rows={2} />
          )}
        </Panel>
      )}
      {passkeys && <PasskeysPanel verified={session.emailVerified} />}
      <SessionsPanel />
      {session.roles.includes('provider') && (
        <Panel title={words.licenses}>
          <ButtonLink to="/account/licenses" variant="outlined">
            {words.openLicenses}
          </ButtonLink>
        </Panel>
      )}
    </Stack>
  );
}

/** Explains why the user was sent here instead of to their work. */
function EnrolmentNotice({ session }: { session: Session }) {
  const required = useSearchParams()[0].get('required') === 'mfa';
  const [enrolledBefore] = useState(session.mfaEnabled);
  if (!required || enrolledBefore) return null;
  if (!session.mfaEnabled) return <Notice tone="info">{words.mustEnrol}</Notice>;
  return (
    <Notice
      tone="success"
      role="status"
      action={
        <ButtonLink to={roleHome(session.role)} size="small" variant="outlined">
          {words.goOn}
        </ButtonLink>
      }
    >
      {words.enrolled}
    </Notice>
  );
}
