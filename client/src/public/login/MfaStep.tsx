import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MfaRequiredResponse } from '#common/api/index.js';
import {
  AuthError,
  cancelMfa,
  verifyMfa,
  verifyPasskey,
  type SignInResult,
} from '../../shared/session/index.js';
import { Field, Notice } from '../../shared/ui/index.js';
import { SubmitButton } from '../kit/AccountForm.js';
import { AuthCard } from '../kit/AuthCard.js';
import { column } from '../kit/column.js';
import { mfa as words } from '../text/en/mfa.js';

/** A refused code has its own message; an unreachable server or a rate limit keeps its own. */
function failureText(error: AuthError): string {
  const status = error.source?.status ?? 0;
  return error.source && status !== 429 && status !== 0 && status < 500 ? words.invalid : error.message;
}

function complaintAbout(code: string, recovery: boolean): string | null {
  if (recovery) return code ? null : words.missingRecovery;
  return /^\d{6}$/.test(code) ? null : words.sixDigits;
}

/** Loaded when the button is pressed: most users never need it here. */
const signWithPasskey = async (): Promise<SignInResult> => {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return verifyPasskey<Options>((optionsJSON) => startAuthentication({ optionsJSON }));
};

interface MfaStepProps {
  email: string;
  methods: MfaRequiredResponse['methods'];
  onBack: (message: string | null) => void;
}

export default function MfaStep({ email, methods, onBack }: MfaStepProps) {
  const navigate = useNavigate();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const byCode = methods.includes('totp');
  const byPasskey = methods.includes('passkey');

  useEffect(() => field.current?.focus(), [recovery]);

  async function attempt(way: 'code' | 'passkey', act: () => Promise<SignInResult>) {
    if (busy) return;
    setBusy(way);
    setProblem(null);
    try {
      const result = await act();
      if (result.kind === 'signed-in') await navigate(result.goTo, { replace: true });
    } catch (error) {
      if (error instanceof AuthError && error.source?.code === 'mfa_expired') {
        onBack(words.expired);
        return;
      }
      const otherwise = way === 'passkey' ? words.passkeyFailed : words.invalid;
      setProblem(error instanceof AuthError ? failureText(error) : otherwise);
      setCode('');
      field.current?.focus();
    } finally {
      setBusy(null);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.replaceAll(/\s/g, '');
    const complaint = complaintAbout(typed, recovery);
    setProblem(complaint);
    if (complaint) field.current?.focus();
    else void attempt('code', () => verifyMfa(typed));
  }

  const passkeyButton = byPasskey && (
    <Button
      variant={byCode ? 'outlined' : 'contained'}
      size="large"
      fullWidth
      loading={busy === 'passkey'}
      loadingPosition="start"
      onClick={() => void attempt('passkey', signWithPasskey)}
    >
      {words.usePasskey}
    </Button>
  );
  const lead = byCode ? words.lead(email) : words.passkeyLead(email);
  return (
    <AuthCard title={words.title} lead={recovery ? words.recoveryLead : lead}>
      <Box component="form" noValidate sx={column(2.5)} onSubmit={submit}>
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        {byCode && (
          <>
            <Field
              label={recovery ? words.recovery : words.code}
              name="code"
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete={recovery ? 'off' : 'one-time-code'}
              value={code}
              onChange={setCode}
              inputRef={field}
            />
            <SubmitButton busy={busy === 'code'} label={words.verify} busyLabel={words.verifying} />
          </>
        )}
        {passkeyButton}
        <Box sx={{ ...column(0.5), justifyItems: 'center' }}>
          {byCode && (
            <Button
              onClick={() => {
                setRecovery(!recovery);
                setCode('');
                setProblem(null);
              }}
            >
              {recovery ? words.useApp : words.useRecovery}
            </Button>
          )}
          <Button
            onClick={() => {
              cancelMfa();
              onBack(null);
            }}
          >
            {words.otherAccount}
          </Button>
        </Box>
      </Box>
    </AuthCard>
  );
}
