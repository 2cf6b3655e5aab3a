import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { MfaSetupResponse, RecoveryCodesResponse } from '#common/api/index.js';
import { api } from '../shared/api/index.js';
import { toast } from '../shared/toasts/index.js';
import { copyText } from './copyText.js';
import { ActForm } from './kit/ActForm.js';
import { CodeField, OwnPassword, withoutSpaces } from './kit/ProofFields.js';
import { missing, useAct } from '../shared/forms/useAct.js';
import { app as words, page } from './text/en.js';

interface AppSetupProps {
  onClose: () => void;
  onEnabled: (codes: string[]) => Promise<void>;
}

/** Password, then the QR code and a first code from the app. */
export function AppSetup({ onClose, onEnabled }: AppSetupProps) {
  const [setup, setSetup] = useState<MfaSetupResponse | null>(null);
  return setup ? (
    <FirstCode setup={setup} onClose={onClose} onEnabled={onEnabled} />
  ) : (
    <PasswordFirst onClose={onClose} onSetup={setSetup} />
  );
}

function PasswordFirst({
  onClose,
  onSetup,
}: {
  onClose: () => void;
  onSetup: (setup: MfaSetupResponse) => void;
}) {
  const [password, setPassword] = useState('');
  const form = useAct({
    check: () => missing({ password: !password && page.missingPassword }),
    act: async () => onSetup(await api.post<MfaSetupResponse>('/auth/mfa/setup', { password })),
    failed: words.failed,
  });
  return (
    <ActForm form={form} label={words.setUp} submit={words.next} onCancel={onClose}>
      <OwnPassword value={password} onChange={setPassword} problems={form.problems} autoFocus />
    </ActForm>
  );
}

/** "JBSW Y3DP": easier to type from a screen in groups of four. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function FirstCode({ setup, onClose, onEnabled }: AppSetupProps & { setup: MfaSetupResponse }) {
  const [code, setCode] = useState('');
  const form = useAct({
    check: () => missing({ code: !/^\d{6}$/.test(withoutSpaces(code)) && page.missingCode }),
    act: async () => {
      const body = { code: withoutSpaces(code) };
      const answer = await api.post<RecoveryCodesResponse>('/auth/mfa/enable', body);
      toast.success(words.turnedOn);
      await onEnabled(answer.recovery_codes);
    },
    failed: words.failed,
  });
  return (
    <ActForm form={form} label={words.setUp} lead={words.scan} submit={words.turnOn} onCancel={onClose}>
      <Box
        component="img"
        alt={words.qr}
        // An <img> cannot run scripts, whatever the response contains.
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
        sx={{ width: 220, height: 220, padding: 1, borderRadius: '8px', backgroundColor: '#fff' }}
      />
      <Box>
        <Typography sx={{ color: 'text.secondary' }}>{words.byHand}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="code" sx={{ fontSize: '1rem', overflowWrap: 'anywhere' }}>
            {inGroups(setup.secret)}
          </Box>
          <Button size="small" onClick={() => void copyText(setup.secret)}>
            {words.copyKey}
          </Button>
        </Box>
      </Box>
      <CodeField value={code} onChange={setCode} problems={form.problems} hint={words.enterCode} />
    </ActForm>
  );
}
