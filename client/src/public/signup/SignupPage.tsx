import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { ROLE_HOME } from '../../../../common/vocabulary/index.js';
import { Reasons } from '../../shared/password/Reasons.js';
import { signUp } from '../../shared/session/index.js';
import { Field, Notice, TextLink } from '../../shared/ui/index.js';
import { AuthCard } from '../kit/AuthCard.js';
import { column } from '../kit/column.js';
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
      <Box
        component="form"
        noValidate
        sx={column(2.5)}
        onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}
      >
        {problems.form && (
          <Notice tone="danger" role="alert">
            {problems.form}
            <Reasons reasons={problems.reasons} />
          </Notice>
        )}
        <Field
          label={words.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          value={form.email}
          onChange={set('email')}
          error={problems.email}
        />
        <div>
          <Field
            label={words.password}
            name="password"
            type="password"
            autoComplete="new-password"
            hint={words.passwordHint}
            value={form.password}
            onChange={set('password')}
            error={problems.password}
          />
          <LazyStrengthMeter password={form.password} email={form.email} />
        </div>
        <Field
          label={words.confirm}
          name="confirm"
          type="password"
          autoComplete="new-password"
          value={form.confirm}
          onChange={set('confirm')}
          error={problems.confirm}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={busy}
          loadingPosition="start"
        >
          {busy ? words.submitting : words.submit}
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {by}
          <TextLink to="/terms">{terms}</TextLink>
          {and}
          <TextLink to="/privacy">{privacy}</TextLink>
          {stop}
        </Typography>
      </Box>
    </AuthCard>
  );
}
