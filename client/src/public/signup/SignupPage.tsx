import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { PASSWORD_MIN, ROLE_HOME } from '#common/vocabulary/index.js';
import { Reasons } from '../../shared/password/Reasons.js';
import { signUp } from '../../shared/session/index.js';
import { TextLink } from '../../shared/ui/index.js';
import { AccountForm, EmailField, NewPasswordField } from '../kit/AccountForm.js';
import { AuthCard } from '../kit/AuthCard.js';
import { LazyStrengthMeter } from '../kit/LazyStrengthMeter.js';
import { signup as words } from '../text/en/signup.js';
import { checkSignup, signupProblems, type SignupForm, type SignupProblems } from './signupProblems.js';

export default function SignupPage() {
  const navigate = useNavigate();
  const [form, setForm] = useState<SignupForm>({ email: '', password: '', confirm: '' });
  const [problems, setProblems] = useState<SignupProblems>({});
  const [busy, setBusy] = useState(false);
  const set = (name: keyof SignupForm) => (value: string) =>
    setForm((before) => ({ ...before, [name]: value }));

  function report(found: SignupProblems, element: HTMLFormElement) {
    setProblems(found);
    const first = (['email', 'password', 'confirm'] as const).find((name) => found[name]);
    const field = first && element.elements.namedItem(first);
    if (field instanceof HTMLInputElement) field.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const element = event.currentTarget;
    const found = checkSignup(form);
    if (found) {
      report(found, element);
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      await signUp({ email: form.email.trim(), password: form.password, confirm_password: form.confirm });
      await navigate(ROLE_HOME.patient, { replace: true });
    } catch (error) {
      report(signupProblems(error), element);
    } finally {
      setBusy(false);
    }
  }

  // The field's message says it, so the meter does not have to.
  const saidTooShort = problems.password === words.tooShort && form.password.length < PASSWORD_MIN;
  const [by, terms, and, privacy, stop] = words.agree;
  return (
    <AuthCard
      title={words.title}
      lead={words.lead}
      footer={
        <>
          {words.haveAccount} <TextLink to="/login">{words.signIn}</TextLink>
        </>
      }
    >
      <AccountForm
        onSubmit={submit}
        busy={busy}
        words={words}
        problem={
          problems.form && (
            <>
              {problems.form}
              <Reasons reasons={problems.reasons} />
            </>
          )
        }
        below={
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {by}
            <TextLink to="/terms">{terms}</TextLink>
            {and}
            <TextLink to="/privacy">{privacy}</TextLink>
            {stop}
          </Typography>
        }
      >
        <EmailField label={words.email} value={form.email} onChange={set('email')} error={problems.email} />
        <div>
          <NewPasswordField
            label={words.password}
            name="password"
            hint={words.passwordHint}
            value={form.password}
            onChange={set('password')}
            error={problems.password}
          />
          {!saidTooShort && <LazyStrengthMeter password={form.password} email={form.email} />}
        </div>
        <NewPasswordField
          label={words.confirm}
          name="confirm"
          value={form.confirm}
          onChange={set('confirm')}
          error={problems.confirm}
        />
      </AccountForm>
    </AuthCard>
  );
}
