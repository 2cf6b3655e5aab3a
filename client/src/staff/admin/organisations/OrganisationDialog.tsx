import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Organisation, OrganisationPolicies } from '#common/api/index.js';
import { useSession } from '#client/shared/session/index.js';
import { Notice } from '#client/shared/ui/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { PolicyFields, PolicyHistory } from '../../regulation/PolicyFields.js';
import { ORGANISATIONS_TEXT as words } from '../text/en.js';

type Form = Pick<Organisation, 'name' | 'timezone' | 'phone' | 'address' | 'policies'>;
const NEW: Form = {
  name: '',
  timezone: 'America/New_York',
  phone: null,
  address: null,
  policies: {
    mfa_required_for_staff: true,
    step_up_for_prescribing: true,
    monitoring_mode: 'quarterly',
    clinical_acts_need_provider: true,
    licenses_need_verification: true,
  },
};

interface DialogProps {
  organisation: Organisation | null;
  onClose: () => void;
}

function useEditedOrganisation({ organisation, onClose }: DialogProps) {
  const staff = useStaff();
  const session = useSession();
  const systemWide = session?.orgId === null;
  const [version, setVersion] = useState(organisation?.version);
  const [form, setForm] = useState<Form>(organisation ?? NEW);
  const { policies, phone, address } = form;
  const own = { policies, phone, address };
  const whole = { name: form.name.trim(), timezone: form.timezone.trim(), ...own };
  const { busy, fields, save, edited, problem } = useSave<Organisation>({
    send: (key) =>
      organisation
        ? staff.patchOrganisation(organisation.id, { version, ...(systemWide ? whole : own) })
        : staff.createOrganisation(whole, key),
    done: organisation ? words.saved(whole.name) : words.created(whole.name),
    onClose,
    onConflict: (current) => {
      setForm(current);
      setVersion(current.version);
    },
  });
  function edit(change: Partial<Form>) {
    edited();
    setForm({ ...form, ...change });
  }
  return { form, edit, systemWide, busy, fields, save, problem };
}

/** Creates or edits an organization; the administrator of one changes neither its name nor its time zone. */
export function OrganisationDialog({ organisation, onClose }: DialogProps) {
  const session = useSession();
  const edited = useEditedOrganisation({ organisation, onClose });
  const { form, edit, busy, fields, save, problem } = edited;
  const { policies } = form;
  const asksAnew =
    organisation !== null && policies.mfa_required_for_staff && !organisation.policies.mfa_required_for_staff;
  const reached = session !== null && (session.orgId === null || session.orgId === organisation?.id);
  const policy = (change: Partial<OrganisationPolicies>) =>
    edit({ policies: { ...form.policies, ...change } });
  return (
    <ActionDialog
      title={organisation ? words.editTitle(organisation.name) : words.createTitle}
      onClose={onClose}
      confirm={{
        label: organisation ? words.save : words.make,
        onConfirm: save,
        busy,
      }}
      error={problem(words.failedSave, words.changed)}
    >
      <Stack spacing={2}>
        {!organisation && <Typography sx={{ color: 'text.secondary' }}>{words.createLead}</Typography>}
        <ContactFields edited={edited} />
        <CheckField
          label={words.mfa}
          hint={words.mfaHint}
          checked={form.policies.mfa_required_for_staff}
          onChange={(mfa_required_for_staff) => policy({ mfa_required_for_staff })}
        />
        {asksAnew && (
          <Notice tone="warning" role="status">
            {words.mfaAsked}
            {reached && !session.mfaEnabled && ` ${words.mfaAskedYou}`}
          </Notice>
        )}
        <CheckField
          label={words.stepUp}
          hint={words.stepUpHint}
          checked={form.policies.step_up_for_prescribing}
          onChange={(step_up_for_prescribing) => policy({ step_up_for_prescribing })}
        />
        <SmallField
          id="organisation-monitoring"
          type="select"
          label={words.monitoring}
          hint={words.monitoringHint}
          value={form.policies.monitoring_mode}
          onChange={(mode) => policy({ monitoring_mode: mode === 'guideline' ? 'guideline' : 'quarterly' })}
        >
          <option value="quarterly">{words.quarterly}</option>
          <option value="guideline">{words.guideline}</option>
        </SmallField>
        <PolicyFields policies={form.policies} onChange={policy} fields={fields} />
        {organisation && <PolicyHistory orgId={organisation.id} />}
      </Stack>
    </ActionDialog>
  );
}

function ContactFields({
  edited: { form, edit, systemWide, fields },
}: {
  edited: ReturnType<typeof useEditedOrganisation>;
}) {
  return (
    <>
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
      <SmallField
        id="organisation-phone"
        label={words.phone}
        value={form.phone ?? ''}
        onChange={(value) => edit({ phone: value })}
        error={fields['phone']}
        hint={words.phoneHint}
      />
      <SmallField
        id="organisation-address"
        label={words.address}
        value={form.address ?? ''}
        onChange={(value) => edit({ address: value })}
        error={fields['address']}
        hint={words.addressHint}
      />
    </>
  );
}
