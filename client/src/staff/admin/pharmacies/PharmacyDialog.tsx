import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useRef, useState } from 'react';
import type { Pharmacy, PharmacyWithSecret } from '#common/api/pharmacies.js';
import { CONNECTED_CHANNELS, type PharmacyChannel } from '#common/vocabulary/pharmacies.js';
import { useSession } from '#client/shared/session/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { OrganisationField } from '../kit/OrganisationField.js';
import { channelText, PHARMACIES_TEXT as words } from './text/en.js';

interface DialogProps {
  /** null: a new one. */
  pharmacy: Pharmacy | null;
  onClose: () => void;
  /** With a secret that is shown once. */
  onMade: (made: PharmacyWithSecret & { secret: string }) => void;
}

const hasSecret = (made: PharmacyWithSecret | null): made is PharmacyWithSecret & { secret: string } =>
  Boolean(made?.secret);

/** Asks which pharmacy it is, and how it gets prescriptions. */
export function PharmacyDialog({ pharmacy, onClose, onMade }: DialogProps) {
  const staff = useStaff();
  const systemWide = useSession()?.orgId === null;
  const made = useRef<PharmacyWithSecret | null>(null);
  const [channel, setChannel] = useState<PharmacyChannel>(pharmacy?.channel ?? 'fax');
  const [confirmed, setConfirmed] = useState(false);
  const [form, setForm] = useState({
    name: pharmacy?.name ?? '',
    fax: pharmacy?.fax ?? '',
    url: pharmacy?.url ?? '',
    phone: pharmacy?.phone ?? '',
    address: pharmacy?.address ?? '',
    ncpdp_id: pharmacy?.ncpdp_id ?? '',
    orgId: '',
  });
  const { busy, fields, save, problem } = useSave({
    // No idempotency key: the answer may hold a secret, and must not be stored for a replay.
    send: async () => {
      const { orgId, ...typed } = form;
      const body = { ...typed, ...(confirmed && { other_confirmed: true }) };
      if (pharmacy) await staff.patchPharmacy(pharmacy.id, { ...body, version: pharmacy.version });
      else
        made.current = await staff.createPharmacy({
          ...body,
          channel,
          ...(systemWide && orgId && { org_id: orgId }),
        });
    },
    done: pharmacy ? words.saved : words.made,
    onClose: () => (hasSecret(made.current) ? onMade(made.current) : onClose()),
  });
  const alike = fields['other_confirmed'];
  const text = (name: keyof typeof form, label: string, hint?: string) => (
    <SmallField
      id={`pharmacy-form-${name}`}
      label={label}
      hint={hint}
      value={form[name]}
      onChange={(value) => {
        setForm({ ...form, [name]: value });
        // It was said of what stood there.
        setConfirmed(false);
      }}
      error={fields[name]}
    />
  );
  return (
    <ActionDialog
      title={pharmacy ? words.editTitle : words.createTitle}
      onClose={onClose}
      confirm={{ label: pharmacy ? words.save : words.make, onConfirm: save, busy }}
      error={problem(pharmacy ? words.failedSave : words.failedMake, words.changed)}
    >
      <Stack spacing={2}>
        {text('name', words.name)}
        {systemWide && !pharmacy && (
          <OrganisationField
            id="pharmacy-form-organisation"
            value={form.orgId}
            onChange={(orgId) => setForm({ ...form, orgId })}
            error={fields['org_id']}
          />
        )}
        {!pharmacy && (
          <SmallField
            id="pharmacy-form-channel"
            type="select"
            label={words.channel}
            hint={words.channelHint[channel]}
            value={channel}
            onChange={(next) => setChannel(next as PharmacyChannel)}
            error={fields['channel']}
          >
            {CONNECTED_CHANNELS.map((one) => (
              <option key={one} value={one}>
                {channelText(one)}
              </option>
            ))}
          </SmallField>
        )}
        {channel === 'https' && text('url', words.url, words.urlHint)}
        {text('fax', words.fax)}
        {text('phone', words.phone)}
        {text('address', words.address)}
        {text('ncpdp_id', words.ncpdp, words.ncpdpHint)}
        {(confirmed || alike) && (
          <Stack spacing={0.5}>
            {alike && (
              <Box id="pharmacy-form-alike" sx={{ color: 'error.main', fontSize: '0.875rem' }}>
                {alike}
              </Box>
            )}
            <CheckField
              label={words.otherConfirmed}
              checked={confirmed}
              onChange={setConfirmed}
              invalid={alike && !confirmed ? 'pharmacy-form-alike' : undefined}
            />
          </Stack>
        )}
      </Stack>
    </ActionDialog>
  );
}

interface RenewProps {
  pharmacy: Pharmacy;
  onClose: () => void;
  onMade: DialogProps['onMade'];
}
export function RenewSecretDialog({ pharmacy, onClose, onMade }: RenewProps) {
  const staff = useStaff();
  const made = useRef<PharmacyWithSecret | null>(null);
  const { busy, save, problem } = useSave({
    send: async () => {
      made.current = await staff.renewPharmacySecret(pharmacy.id);
    },
    done: words.renewed,
    onClose: () => (hasSecret(made.current) ? onMade(made.current) : onClose()),
  });
  return (
    <ActionDialog
      title={words.renewTitle}
      onClose={onClose}
      confirm={{ label: words.renewLabel, onConfirm: save, busy }}
      error={problem(words.renewFailed)}
    >
      <Stack spacing={1}>
        <strong>{pharmacy.name}</strong>
        <span>{words.renewLead}</span>
      </Stack>
    </ActionDialog>
  );
}
