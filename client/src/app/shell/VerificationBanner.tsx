import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ResendResponse } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import type { Session } from '../../shared/session/index.js';
import { refreshSession } from '../../shared/session/renewal.js';
import { Notice } from '../../shared/ui/index.js';
import { verification as words } from './text.js';
import { emailVerificationText } from './text/en.js';

type Outcome = { tone: 'success' | 'warning' | 'danger'; text: string };

function outcomeOf({ sent, reason }: ResendResponse): Outcome {
  if (sent) return { tone: 'success', text: words.sent };
  if (reason === 'already_verified') return { tone: 'success', text: words.already_verified };
  return { tone: 'warning', text: reason ? words[reason] : words.notSent };
}

function failureOf(error: unknown): Outcome {
  const wait = isApiError(error) && error.status === 429 && error.fromServer;
  return { tone: 'danger', text: wait ? error.message : words.failed };
}

/** Reminds users with an unverified email address on every page. */
export function VerificationBanner({ session }: { session: Session }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const due = Boolean(session.email) && !session.emailVerified;

  useEffect(() => {
    if (!due) return undefined;
    // The link is often opened in another tab, so check again when the user returns here.
    const look = () => {
      if (document.visibilityState === 'visible') refreshSession('background').catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    // Beside another window the page stays visible.
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [due]);
  const wasDue = useRef(due);
  useEffect(() => {
    // The reminder to verify it is done too.
    if (wasDue.current && !due) void queries.invalidateQueries({ queryKey: ['patient'] });
    wasDue.current = due;
  }, [due, queries]);

  async function resend() {
    setBusy(true);
    setOutcome(null);
    try {
      const answer = await api.post<ResendResponse>('/auth/verify-email/resend', {});
      setOutcome(outcomeOf(answer));
      if (answer.reason === 'already_verified') await refreshSession('background').catch(() => undefined);
    } catch (error) {
      setOutcome(failureOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (!due) return null;
  return (
    <Box
      component="section"
      aria-label={emailVerificationText}
      sx={{ padding: { xs: 1.5, sm: '12px 24px 0' } }}
    >
      <Notice
        tone={outcome?.tone ?? 'warning'}
        sx={{ alignItems: 'center' }}
        action={
          outcome?.tone !== 'success' && (
            <Button variant="outlined" loading={busy} onClick={() => void resend()}>
              {busy ? words.sending : words.resend}
            </Button>
          )
        }
      >
        <Box role={outcome?.tone === 'danger' ? 'alert' : 'status'}>
          {outcome?.text ?? words.lead(session.email ?? '')}
        </Box>
      </Notice>
    </Box>
  );
}
