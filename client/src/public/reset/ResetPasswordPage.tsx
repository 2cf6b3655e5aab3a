import { useEffect, useState, type FormEvent } from 'react';
import type { MessageResponse } from '#common/api/index.js';
import { api } from '../../shared/api/index.js';
import { Reasons } from '../../shared/password/Reasons.js';
import { ButtonLink, Notice, TextLink } from '../../shared/ui/index.js';
import { AccountForm, NewPasswordField } from '../kit/AccountForm.js';
import { AuthCard } from '../kit/AuthCard.js';
import { LazyStrengthMeter } from '../kit/LazyStrengthMeter.js';
import { useTokenFromLink } from '../kit/useTokenFromLink.js';
import { reset as words } from '../text/en/reset.js';
import { checkReset, resetProblems, type ResetProblems } from './resetProblems.js';

/** /reset-password?token=...: the target of the emailed link and of invitations. Never signs in. */
export default function ResetPasswordPage() {
  const token = useTokenFromLink({ forReload: true });
  const [problems, setProblems] = useState<ResetProblems>(
    token ? {} : { form: words.missingToken, blocked: true },
  );
  useEffect(() => {
    if (!token) return;
    api.post('/auth/reset-password/check', { token }, { on401: 'throw' }).catch((error: unknown) => {
      const found = resetProblems(error);
      // Anything else is said when the password is set.
      if (found.blocked) setProblems(found);
    });
  }, [token]);
  const [done, setDone] = useState<string | null>(null);
  if (done) {
    return (
      <AuthCard title={words.title}>
        <Notice tone="success" role="status">
          {done}
        </Notice>
        <ButtonLink to="/login" variant="contained" size="large" fullWidth sx={{ marginTop: 3 }}>
          {words.goSignIn}
        </ButtonLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={words.title}
      lead={problems.blocked ? undefined : words.lead}
      footer={<TextLink to="/login">{words.signIn}</TextLink>}
    >
      {problems.form && (
        <Notice tone="danger" role="alert" sx={{ marginBottom: 2.5 }}>
          {problems.form}
          <Reasons reasons={problems.reasons} />
        </Notice>
      )}
      {problems.blocked ? (
        <ButtonLink to="/forgot-password" variant="contained" size="large" fullWidth>
          {words.newLink}
        </ButtonLink>
      ) : (
        <NewPasswordForm token={token} problems={problems} onProblems={setProblems} onDone={setDone} />
      )}
    </AuthCard>
  );
}

interface FormProps {
  token: string;
  problems: ResetProblems;
  onProblems: (problems: ResetProblems) => void;
  onDone: (message: string) => void;
}

function NewPasswordForm({ token, problems, onProblems, onDone }: FormProps) {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [busy, setBusy] = useState(false);

  function report(found: ResetProblems, form: HTMLFormElement) {
    onProblems(found);
    const field = form.elements.namedItem(found.confirm ? 'confirm' : 'password');
    if (!found.blocked && field instanceof HTMLInputElement) field.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = checkReset(password, confirm);
    if (found) {
      report(found, form);
      return;
    }
    setBusy(true);
    onProblems({});
    try {
      const call = api.post<MessageResponse>('/auth/reset-password', { token, password }, { on401: 'throw' });
      onDone((await call)?.message || words.success);
    } catch (error) {
      report(resetProblems(error), form);
    } finally {
      setBusy(false);
    }
  }

  return (
    <AccountForm onSubmit={submit} busy={busy} words={words}>
      <div>
        <NewPasswordField
          label={words.password}
          name="password"
          value={password}
          onChange={setPassword}
          error={problems.password}
        />
        <LazyStrengthMeter password={password} />
      </div>
      <NewPasswordField
        label={words.confirm}
        name="confirm"
        value={confirm}
        onChange={setConfirm}
        error={problems.confirm}
      />
    </AccountForm>
  );
}
