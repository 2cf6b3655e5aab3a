import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { AuthError, cancelMfa, verifyMfa } from '../../shared/session/index.js';
import { Notice } from '../../shared/ui/index.js';
import { AuthCard } from '../kit/AuthCard.js';
import { Field } from '../kit/Field.js';
import { mfa as words } from '../text/en.js';

/** The refused code has its own words; an unreachable server or too many tries keep theirs. */
function failureText(error: AuthError): string {
  const status = error.source?.status ?? 0;
  return error.source && status !== 429 && status !== 0 && status < 500 ? words.invalid : error.message;
}

interface MfaStepProps {
  email: string;
  onBack: (message: string | null) => void;
}

export function MfaStep({ email, onBack }: MfaStepProps) {
  const navigate = useNavigate();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), [recovery]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const typed = code.replaceAll(/\s/g, '');
    const complaint = recovery
      ? typed
        ? null
        : words.missingRecovery
      : /^\d{6}$/.test(typed)
        ? null
        : words.sixDigits;
    setProblem(complaint);
    if (complaint) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const result = await verifyMfa(typed);
      if (result.kind === 'signed-in') await navigate(result.goTo, { replace: true });
    } catch (error) {
      if (error instanceof AuthError && error.source?.code === 'mfa_expired') {
        onBack(words.expired);
        return;
      }
      setProblem(error instanceof AuthError ? failureText(error) : words.invalid);
      setCode('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthCard title={words.title} lead={recovery ? words.recoveryLead : words.lead(email)}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={(event: FormEvent) => void submit(event)}>
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <Field
          label={recovery ? words.recovery : words.code}
          name="code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          value={code}
          onChange={setCode}
          inputRef={field}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={busy}
          loadingPosition="start"
        >
          {busy ? words.verifying : words.verify}
        </Button>
        <Stack spacing={0.5} sx={{ alignItems: 'center' }}>
          <Button
            onClick={() => {
              setRecovery(!recovery);
              setCode('');
              setProblem(null);
            }}
          >
            {recovery ? words.useApp : words.useRecovery}
          </Button>
          <Button
            onClick={() => {
              cancelMfa();
              onBack(null);
            }}
          >
            {words.otherAccount}
          </Button>
        </Stack>
      </Stack>
    </AuthCard>
  );
}
