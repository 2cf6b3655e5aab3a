import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MfaStateResponse, RecoveryCodesResponse } from '#common/api/index.js';
import { api } from '../shared/api/index.js';
import { afterRotation } from '../shared/session/renewal.js';
import { toast } from '../shared/toasts/index.js';
import { Panel, StatusChip } from '../shared/ui/index.js';
import { AppSetup } from './AppSetup.js';
import { ActForm } from './kit/ActForm.js';
import { CodeField, OwnPassword, withoutSpaces } from './kit/ProofFields.js';
import { missing, useAct } from '../shared/forms/useAct.js';
import { RecoveryCodes } from './RecoveryCodes.js';
import { app as words, page } from './text/en.js';

const FEW = 3;
type Step = 'rest' | 'setup' | 'renew' | 'disable';

/** The authenticator app: turn it on or off, and manage its recovery codes. */
export function AppPanel({ state, verified }: { state: MfaStateResponse; verified: boolean }) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('rest');
  const [codes, setCodes] = useState<string[] | null>(null);
  const rest = () => setStep('rest');

  /** Every change to the second step issues a new token and ends the other sessions. */
  async function changed(fresh: string[] | null) {
    setCodes(fresh);
    rest();
    await afterRotation();
    await client.invalidateQueries({ queryKey: ['account'] });
  }

  const chip = (
    <StatusChip tone={state.totp_enabled ? 'success' : 'neutral'}>
      {state.totp_enabled ? words.on : words.off}
    </StatusChip>
  );
  return (
    <Panel title={words.title} actions={chip}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : step === 'setup' ? (
        <AppSetup onClose={rest} onEnabled={changed} />
      ) : step === 'renew' ? (
        <ProofForm
          label={words.renew}
          lead={words.renewLead}
          submit={words.renewSubmit}
          act={async (proof) => {
            const answer = await api.post<RecoveryCodesResponse>('/auth/mfa/recovery-codes', proof);
            await changed(answer.recovery_codes);
          }}
          onClose={rest}
        />
      ) : step === 'disable' ? (
        <ProofForm
          danger
          label={words.disable}
          lead={words.disableLead}
          submit={words.disableSubmit}
          act={async (proof) => {
            await api.post('/auth/mfa/disable', proof);
            toast.success(words.disabled);
            await changed(null);
          }}
          onClose={rest}
        />
      ) : (
        <Overview state={state} verified={verified} onStep={setStep} />
      )}
    </Panel>
  );
}

interface OverviewProps {
  state: MfaStateResponse;
  verified: boolean;
  onStep: (step: Step) => void;
}

function Overview({ state, verified, onStep }: OverviewProps) {
  const left = state.recovery_codes_left;
  return (
    <>
      <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>
        {state.totp_enabled ? `${words.left(left)} ${left <= FEW ? words.few : ''}` : words.lead}
      </Typography>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {state.totp_enabled ? (
          <>
            <Button variant="outlined" onClick={() => onStep('renew')}>
              {words.renew}
            </Button>
            <Button variant="outlined" color="error" onClick={() => onStep('disable')}>
              {words.disable}
            </Button>
          </>
        ) : !verified ? (
          page.verifyFirst
        ) : (
          <Button variant="outlined" onClick={() => onStep('setup')}>
            {words.setUp}
          </Button>
        )}
      </Stack>
    </>
  );
}

interface ProofFormProps {
  label: string;
  lead: string;
  submit: string;
  danger?: boolean;
  act: (proof: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for password and code together before the account is made less secure. */
function ProofForm({ label, lead, submit, danger, act, onClose }: ProofFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useAct({
    check: () =>
      missing({ password: !password && page.missingPassword, code: !code.trim() && page.missingCode }),
    act: () => act({ password, code: withoutSpaces(code) }),
    failed: words.failed,
  });
  return (
    <ActForm form={form} label={label} lead={lead} submit={submit} danger={danger} onCancel={onClose}>
      <OwnPassword value={password} onChange={setPassword} problems={form.problems} autoFocus />
      <CodeField value={code} onChange={setCode} problems={form.problems} />
    </ActForm>
  );
}
