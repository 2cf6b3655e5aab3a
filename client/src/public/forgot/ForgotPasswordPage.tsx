import Typography from '@mui/material/Typography';
import { useRef, useState, type FormEvent } from 'react';
import type { MessageResponse } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { Notice, TextLink } from '../../shared/ui/index.js';
import { AccountForm, EmailField } from '../kit/AccountForm.js';
import { AuthCard } from '../kit/AuthCard.js';
import { forgot as words } from '../text/en/forgot.js';

interface Problem {
  email?: string;
  form?: string;
}

function problemOf(error: unknown): Problem {
  if (!isApiError(error)) return { form: words.failed };
  if (error.status === 0) return { form: words.network };
  if (error.status === 422) return { email: words.invalidEmail };
  // A detail that is only a code is never shown; a rate limit names the wait.
  const detail = typeof error.detail === 'string' && error.detail.includes(' ') ? error.detail : null;
  return { form: detail ?? (error.status === 429 && error.fromServer ? error.message : words.failed) };
}

/** /forgot-password: requests the email with the link. The answer is the same for every address. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<Problem>({});
  const [done, setDone] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function refuse(found: Problem) {
    setProblem(found);
    if (found.email) field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setDone(null);
    if (!email.trim()) {
      refuse({ email: words.missingEmail });
      return;
    }
    setBusy(true);
    setProblem({});
    try {
      const call = api.post<MessageResponse>(
        '/auth/request-password-reset',
        { email: email.trim() },
        { on401: 'throw' },
      );
      setDone((await call)?.message || words.success);
    } catch (error) {
      refuse(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthCard title={words.title} lead={words.lead} footer={<TextLink to="/login">{words.back}</TextLink>}>
      <AccountForm
        onSubmit={submit}
        busy={busy}
        words={words}
        problem={problem.form}
        below={
          done && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {words.hint}
            </Typography>
          )
        }
      >
        {done && (
          <Notice tone="success" role="status">
            {done}
          </Notice>
        )}
        <EmailField
          label={words.email}
          value={email}
          onChange={setEmail}
          error={problem.email}
          inputRef={field}
        />
      </AccountForm>
    </AuthCard>
  );
}
