import Stack from '@mui/material/Stack';
import { useRef, useState } from 'react';
import type { PatientAppCreated } from '#common/api/patient-apps.js';
import { useSession } from '#client/shared/session/index.js';
import { useStaff } from '../../data/useStaff.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { OrganisationField } from '../kit/OrganisationField.js';
import { PATIENT_APPS_TEXT as words } from './text/en.js';

interface CreateProps {
  onClose: () => void;
  onMade: (made: PatientAppCreated) => void;
}
/** Asks for an app's name and where it may be led back to. */
export function CreateAppDialog({ onClose, onMade }: CreateProps) {
  const staff = useStaff();
  const systemWide = useSession()?.orgId === null;
  const made = useRef<PatientAppCreated | null>(null);
  const [form, setForm] = useState({ name: '', uris: '', confidential: false, orgId: '' });
  const { busy, fields, save, problem } = useSave({
    // No idempotency key: the answer may hold a secret, and must not be stored for a replay.
    send: async () => {
      made.current = await staff.createPatientApp({
        name: form.name.trim(),
        redirect_uris: form.uris.split(/\s+/).filter(Boolean),
        confidential: form.confidential,
        ...(systemWide && form.orgId && { org_id: form.orgId }),
      });
    },
    done: words.made(form.name.trim()),
    onClose: () => (made.current?.client_secret ? onMade(made.current) : onClose()),
  });
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  return (
    <ActionDialog
      title={words.createTitle}
      onClose={onClose}
      confirm={{ label: words.make, onConfirm: save, busy }}
      error={problem(words.failedMake)}
    >
      <Stack spacing={2}>
        <SmallField
          id="patient-app-name"
          label={words.name}
          hint={words.nameHint}
          value={form.name}
          onChange={(name) => change({ name })}
          error={fields['name']}
        />
        {systemWide && (
          <OrganisationField
            id="patient-app-organisation"
            value={form.orgId}
            onChange={(orgId) => change({ orgId })}
            error={fields['org_id']}
          />
        )}
        <SmallField
          id="patient-app-redirects"
          type="multiline"
          label={words.redirectUris}
          hint={words.redirectHint}
          value={form.uris}
          onChange={(uris) => change({ uris })}
          error={fields['redirect_uris']}
        />
        <CheckField
          label={words.confidential}
          checked={form.confidential}
          onChange={(confidential) => change({ confidential })}
        />
      </Stack>
    </ActionDialog>
  );
}
