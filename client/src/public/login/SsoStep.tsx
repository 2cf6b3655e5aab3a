import Button from '@mui/material/Button';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { SsoOfferResponse } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { resumeMfa } from '../../shared/session/index.js';
import { endSession, signOutWaits } from '../../shared/session/waiting-sign-out.js';
import { Notice } from '../../shared/ui/index.js';
import { AccountForm, EmailField } from '../kit/AccountForm.js';
import { AuthCard } from '../kit/AuthCard.js';
import { sso as words } from '../text/en/sso.js';
import { ssoReturn } from './sso-return.js';

interface SsoStepProps {
  email: string;
  onEmail: (email: string) => void;
  /** The password was refused because the organization requires its own sign-in page. */
  required: boolean;
  onPassword: () => void;
  onMfa: () => void;
}

const emailError = (error: unknown): string | undefined =>
  isApiError(error) ? error.fields['email'] : undefined;

/** Asks for the work email and goes to the organization's sign-in page; the return visit starts here too. */
export default function SsoStep({ email, onEmail, required, onPassword, onMfa }: SsoStepProps) {
  const [returned] = useState(() => ssoReturn(window.location));
  const [problem, setProblem] = useState(returned?.kind === 'problem' ? returned.text : null);
  const [fieldProblem, setFieldProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Must not come back on a reload or in the history.
    if (returned) window.history.replaceState(window.history.state, '', window.location.pathname);
    if (returned?.kind !== 'second-step') return;
    resumeMfa(returned.step);
    onMfa();
    // Once, for the URL this page was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function refuse(text: string) {
    setFieldProblem(text);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    setProblem(null);
    setFieldProblem(null);
    if (!address) return refuse(words.missingEmail);
    setBusy(true);
    try {
      // A sign-out the server has not heard about would end the new session.
      if (signOutWaits() && !(await endSession())) throw new Error('the last session is still open');
      const query = `email=${encodeURIComponent(address)}`;
      const offer = await api.get<SsoOfferResponse>(`/auth/sso?${query}`, { on401: 'throw' });
      if (offer.available) return window.location.assign(`/auth/sso/start?${query}`);
      refuse(words.none);
    } catch (error) {
      const said = emailError(error);
      if (said) refuse(said);
      else setProblem(words.failed);
    }
    setBusy(false);
  }

  if (returned?.kind === 'second-step') return null;
  return (
    <AuthCard title={words.title} lead={words.lead}>
      <AccountForm
        onSubmit={submit}
        busy={busy}
        words={words}
        problem={problem}
        above={
          required && (
            <Notice tone="info" role="status">
              {words.required}
            </Notice>
          )
        }
        below={<Button onClick={onPassword}>{words.usePassword}</Button>}
      >
        <EmailField
          label={words.email}
          value={email}
          onChange={onEmail}
          error={fieldProblem}
          inputRef={field}
        />
      </AccountForm>
    </AuthCard>
  );
}
