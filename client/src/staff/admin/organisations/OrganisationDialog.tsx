import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { Organisation, OrganisationPolicies } from '../../../../../common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../../shared/api/index.js';
import { useSession } from '../../../shared/session/index.js';
import { toast } from '../../../shared/toasts/index.js';
import { ActionDialog } from '../../kit/ActionDialog.js';
import { CheckField } from '../../kit/CheckField.js';
import { explained, Failure } from '../../kit/Failure.js';
import { SmallField } from '../../kit/SmallField.js';
import { useRefresh } from '../../kit/useRefresh.js';
import { useStaff } from '../../kit/useStaff.js';
import { ORGANISATIONS_TEXT as words } from '../text/en.js';

type Form = Pick<Organisation, 'name' | 'timezone' | 'policies'>;
const NEW: Form = {
  name: '',
  timezone: 'America/New_York',
  policies: { mfa_required_for_staff: true, step_up_for_prescribing: true, monitoring_mode: 'quarterly' },
};

/** Makes an organisation, or changes one; the administrator of a single one changes its policies only. */
export function OrganisationDialog({
  organisation,
  onClose,
}: {
  organisation: Organisation | null;
  onClose: () => void;
}) {
  const staff = useStaff();
  const refresh = useRefresh();
  const systemWide = useSession()?.orgId === null;
  const key = useRef(newIdempotencyKey());
  const [version, setVersion] = useState(organisation?.version);
  const [form, setForm] = useState<Form>(organisation ?? NEW);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const fields = isApiError(failure) ? failure.fields : {};
  const conflict = isApiError(failure) && failure.code === 'version_conflict';

  async function save() {
    setBusy(true);
    setFailure(null);
    const { name, timezone, policies } = form;
    const whole = { name: name.trim(), timezone: timezone.trim(), policies };
    try {
      if (!organisation) await staff.createOrganisation(whole, key.current);
      else
        await staff.patchOrganisation(organisation.id, { version, ...(systemWide ? whole : { policies }) });
      toast.success(organisation ? words.saved(whole.name) : words.created(whole.name));
      onClose();
      await refresh();
    } catch (error) {
      const current = isApiError(error) && error.code === 'version_conflict' && error.body.current;
      if (current) {
        setForm(current as Organisation);
        setVersion((current as Organisation).version);
      }
      setFailure(error);
      setBusy(false);
    }
  }
  function edit(change: Partial<Form>) {
    key.current = newIdempotencyKey();
    setForm({ ...form, ...change });
  }
  const policy = (change: Partial<OrganisationPolicies>) =>
    edit({ policies: { ...form.policies, ...change } });
  return (
    <ActionDialog
      title={organisation ? words.editTitle(organisation.name) : words.createTitle}
      onClose={onClose}
      confirm={{
        label: organisation ? words.save : words.make,
        onConfirm: () => void save(),
        busy,
      }}
      error={
        failure !== null && (
          <Failure title={words.failedSave} detail={conflict ? words.changed : explained(failure)} />
        )
      }
    >
      <Stack spacing={2}>
        {!organisation && <Typography sx={{ color: 'text.secondary' }}>{words.createLead}</Typography>}
        {systemWide && (
          <>
            <SmallField
              id="organisation-name"
              label={words.name}
              value={form.name}
              onChange={(name) => edit({ name })}
              error={fields['name']}
            />
            <SmallField
              id="organisation-timezone"
              label={words.timezone}
              value={form.timezone}
              onChange={(timezone) => edit({ timezone })}
              error={fields['timezone']}
              hint={words.timezoneHint}
            />
          </>
        )}
        <CheckField
          label={words.mfa}
          checked={form.policies.mfa_required_for_staff}
          onChange={(mfa_required_for_staff) => policy({ mfa_required_for_staff })}
        />
        <CheckField
          label={words.stepUp}
          checked={form.policies.step_up_for_prescribing}
          onChange={(step_up_for_prescribing) => policy({ step_up_for_prescribing })}
        />
        <SmallField
          id="organisation-monitoring"
          type="select"
          label={words.monitoring}
          value={form.policies.monitoring_mode}
          onChange={(mode) => policy({ monitoring_mode: mode === 'guideline' ? 'guideline' : 'quarterly' })}
        >
          <option value="quarterly">{words.quarterly}</option>
          <option value="guideline">{words.guideline}</option>
        </SmallField>
      </Stack>
    </ActionDialog>
  );
}
