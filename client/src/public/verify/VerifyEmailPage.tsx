import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { roleHome } from '#common/vocabulary/index.js';
import { api, isApiError, queryClient } from '../../shared/api/index.js';
import { sessionQuery } from '../../shared/session/index.js';
import { ButtonLink, Loading, Notice } from '../../shared/ui/index.js';
import { AuthCard } from '../kit/AuthCard.js';
import { useTokenFromLink } from '../kit/useTokenFromLink.js';
import { verify as words } from '../text/en/verify.js';
import { ResendForm } from './ResendForm.js';

const REFUSALS = ['missing_token', 'token_expired', 'token_consumed', 'token_invalid'] as const;

/** Key in this page's history entry that tells a reload that the link already worked. */
const CONFIRMED = 'emailConfirmed';
const historyState = () => window.history.state as Record<string, unknown> | null;

function refusal(error: unknown): string {
  const code = isApiError(error) ? REFUSALS.find((known) => known === error.code) : undefined;
  return code ? words[code] : words.failed;
}

async function confirmEmail(token: string): Promise<true> {
  await api.post('/auth/verify-email', { token }, { on401: 'throw', label: 'email verification' });
  window.history.replaceState({ ...historyState(), [CONFIRMED]: true }, '');
  // The first answer may be from before the address was verified: only a later one counts.
  await queryClient.ensureQueryData(sessionQuery).catch(() => null);
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return true;
}

/** /verify-email?token=...: the target of the link in the email. */
export default function VerifyEmailPage() {
  const token = useTokenFromLink();
  const [confirmed] = useState(() => token === '' && historyState()?.[CONFIRMED] === true);
  const { data: session, isLoading: sessionLoading } = useQuery(sessionQuery);
  // A query although it is a POST: the link works once, and a query asks once however often the page renders.
  const confirmation = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => confirmEmail(token),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  });
  // Without a token: a user who is signed in and verified has nothing left to do.
  const known = token === '' && !confirmed && session?.emailVerified === true;
  const done = confirmed || confirmation.isSuccess;
  const success = known ? words.alreadyVerified : done ? words.success : null;
  const missing = token === '' && !success && !sessionLoading;
  const problem = missing ? words.missing_token : confirmation.error ? refusal(confirmation.error) : null;
  const usedBefore = isApiError(confirmation.error) && confirmation.error.code === 'token_consumed';
  return (
    <AuthCard title={words.title}>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      {usedBefore && <Typography sx={{ marginTop: 2 }}>{words.usedBefore}</Typography>}
      {success && (
        <Notice tone="success" role="status">
          {success}
        </Notice>
      )}
      {!problem && !success && <Loading rows={2} label={words.processing} />}
      {problem && !(usedBefore && session?.emailVerified) && <ResendForm signedIn={Boolean(session)} />}
      <ButtonLink
        fullWidth
        size="large"
        to={session ? roleHome(session.role) : '/login'}
        variant={success || usedBefore ? 'contained' : 'outlined'}
        sx={{ marginTop: problem ? 1.5 : 3 }}
      >
        {session ? words.dashboard : words.signIn}
      </ButtonLink>
    </AuthCard>
  );
}
