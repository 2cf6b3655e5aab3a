import Box from '@mui/material/Box';
import { useRef, useState, type FormEvent } from 'react';
import type { ResendResponse } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { Notice } from '../../shared/ui/index.js';
import { EmailField, SubmitButton } from '../kit/AccountForm.js';
import { column } from '../kit/column.js';
import { verify as words } from '../text/en/verify.js';

type Outcome = { tone: 'success' | 'danger'; text: string };

function outcomeOf(answer: ResendResponse): Outcome {
  if (answer.sent) return { tone: 'success', text: words.resent };
  if (answer.reason === 'already_verified') return { tone: 'success', text: words.alreadyVerified };
  return { tone: 'danger', text: answer.reason === 'no_email' ? words.noEmail : words.resendFailed };
}

/** Sends another verification email: to the user's own address or, when signed out, to the address typed. */
export function ResendForm({ signedIn }: { signedIn: boolean }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function refuse(text: string) {
    setProblem(text);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setOutcome(null);
    setProblem(null);
    const typed = email.trim();
    if (!signedIn && !typed) {
      refuse(words.missingEmail);
      return;
    }
    setBusy(true);
    try {
      const body = signedIn ? {} : { email: typed };
      setOutcome(
        outcomeOf(await api.post<ResendResponse>('/auth/verify-email/resend', body, { on401: 'throw' })),
      );
    } catch (error) {
      if (isApiError(error) && error.status === 422) refuse(words.invalidEmail);
      else if (isApiError(error) && error.status === 429 && error.fromServer)
        setOutcome({ tone: 'danger', text: error.message });
      else setOutcome({ tone: 'danger', text: words.resendFailed });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Box
      component="form"
      noValidate
      sx={{ ...column(2), marginTop: 3 }}
      onSubmit={(event: FormEvent) => void submit(event)}
    >
      {!signedIn && (
        <EmailField
          label={words.email}
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={problem}
          inputRef={field}
        />
      )}
      <SubmitButton busy={busy} label={words.resend} busyLabel={words.resending} />
      {outcome && (
        <Notice tone={outcome.tone} role={outcome.tone === 'danger' ? 'alert' : 'status'}>
          {outcome.text}
        </Notice>
      )}
    </Box>
  );
}
