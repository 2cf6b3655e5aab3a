import Button from '@mui/material/Button';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { AuthError, signIn } from '../../shared/session/index.js';
import { Field, TextLink } from '../../shared/ui/index.js';
import { AccountForm, EmailField } from '../kit/AccountForm.js';
import { AuthCard } from '../kit/AuthCard.js';
import { login as words } from '../text/en/login.js';
import { SystemStatusWarning } from './SystemStatusWarning.js';

interface PasswordStepProps {
  /** Kept by the page, so that it is still there after a refused code. */
  email: string;
  onEmail: (email: string) => void;
  notice: string | null;
  onMfa: () => void;
  onSso: (why: 'offered' | 'required') => void;
}
interface Problems {
  email?: string;
  password?: string;
  form?: string;
}

export function PasswordStep({ email, onEmail, notice, onMfa, onSso }: PasswordStepProps) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>(notice ? { form: notice } : {});
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!email.trim()) {
      setProblems({ email: words.missingEmail });
      emailField.current?.focus();
      return;
    }
    if (!password) {
      setProblems({ password: words.missingPassword });
      passwordField.current?.focus();
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      const result = await signIn(email, password);
      if (result.kind === 'mfa-required') onMfa();
      else await navigate(result.goTo, { replace: true });
    } catch (error) {
      if (error instanceof AuthError && error.source?.code === 'sso_required') return onSso('required');
      setProblems({ form: error instanceof AuthError ? error.message : words.failed });
      if (error instanceof AuthError && error.code === 'auth/invalid-credentials') setPassword('');
      passwordField.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title={words.title}
      lead={words.lead}
      footer={
        <>
          {words.noAccount} <TextLink to="/signup">{words.createAccount}</TextLink>
        </>
      }
    >
      <AccountForm
        onSubmit={submit}
        busy={busy}
        words={words}
        problem={problems.form}
        above={<SystemStatusWarning />}
        below={<Button onClick={() => onSso('offered')}>{words.useSso}</Button>}
      >
        <EmailField
          label={words.email}
          value={email}
          onChange={onEmail}
          error={problems.email}
          inputRef={emailField}
        />
        <Field
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={problems.password}
          inputRef={passwordField}
        />
        <TextLink to="/forgot-password" sx={{ alignSelf: 'flex-start' }}>
          {words.forgot}
        </TextLink>
      </AccountForm>
    </AuthCard>
  );
}
