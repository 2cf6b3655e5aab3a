import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type ReactNode } from 'react';
import type { LabConnection, UnknownLaboratory } from '#common/api/lab-messages.js';
import { useSession } from '#client/shared/session/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { OrganisationField } from '../kit/OrganisationField.js';
import { CodeFields, type CodeLine } from './CodeFields.js';
import { LAB_CONNECTIONS_TEXT as words } from './text/en.js';

interface DialogProps {
  /** null: a new one. */
  connection: LabConnection | null;
  /** How a laboratory that is not connected names itself. */
  unknown?: UnknownLaboratory | undefined;
  onClose: () => void;
}
/** Asks how a laboratory names itself, and what its codes mean. */
export function LabConnectionDialog({ connection, unknown, onClose }: DialogProps) {
  const staff = useStaff();
  const systemWide = useSession()?.orgId === null;
  const names = connection ?? unknown;
  const [form, setForm] = useState({
    name: connection?.name ?? '',
    sending_application: names?.sending_application ?? '',
    sending_facility: names?.sending_facility ?? '',
    receiving_facility: names?.receiving_facility ?? '',
    timezone: connection?.timezone ?? '',
    account_number: connection?.account_number ?? '',
    address: connection?.address ?? '',
    phone: connection?.phone ?? '',
    hours: connection?.hours ?? '',
    orgId: '',
  });
  const [sendsOrders, setSendsOrders] = useState(connection?.sends_orders ?? false);
  const [codes, setCodes] = useState<CodeLine[]>(
    Object.entries(connection?.codes ?? {}).map(([code, meaning]) => ({ code, meaning })),
  );
  const { busy, fields, save, problem } = useSave({
    send: (key) => {
      const { orgId, timezone, ...named } = form;
      const filled = codes.filter(({ code, meaning }) => code.trim() || meaning);
      const body = {
        ...named,
        sends_orders: sendsOrders,
        ...(timezone.trim() && { timezone: timezone.trim() }),
        codes: Object.fromEntries(filled.map(({ code, meaning }) => [code.trim(), meaning])),
      };
      return connection
        ? staff.patchLabConnection(connection.id, { ...body, version: connection.version })
        : staff.createLabConnection({ ...body, ...(systemWide && orgId && { org_id: orgId }) }, key);
    },
    done: connection ? words.saved : words.made,
    onClose,
  });
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const text = (name: keyof typeof form, label: string, hint?: string) => (
    <SmallField
      id={`lab-${name}`}
      label={label}
      hint={hint}
      value={form[name]}
      onChange={(value) => change({ [name]: value })}
      error={fields[name]}
    />
  );
  const wrongCode = Object.entries(fields).find(([field]) => field.startsWith('codes'))?.[1];
  return (
    <ActionDialog
      title={connection ? words.editTitle : words.createTitle}
      onClose={onClose}
      confirm={{ label: connection ? words.save : words.make, onConfirm: save, busy }}
      error={problem(connection ? words.failedSave : words.failedMake, words.changed)}
    >
      <Stack spacing={2}>
        {text('name', words.name, words.nameHint)}
        {systemWide && !connection && (
          <OrganisationField
            id="lab-organisation"
            value={form.orgId}
            onChange={(orgId) => change({ orgId })}
            error={fields['org_id']}
          />
        )}
        {text('sending_application', words.application, words.sentHint)}
        {text('sending_facility', words.facility, words.sentHint)}
        {text('receiving_facility', words.receiver, words.receiverHint)}
        {text('timezone', words.zone, words.zoneHint)}
        <Part title={words.orders} hint={words.ordersHint}>
          <Stack spacing={2}>
            {text('account_number', words.account, words.accountHint)}
            {text('address', words.address, words.addressHint)}
            {text('phone', words.phone)}
            {text('hours', words.hours, words.hoursHint)}
            <CheckField
              label={words.sendsOrders}
              hint={connection ? words.sendsOrdersTo(connection.id) : words.sendsOrdersHint}
              checked={sendsOrders}
              onChange={setSendsOrders}
            />
          </Stack>
        </Part>
        <Part title={words.codes} hint={words.codesHint}>
          <CodeFields lines={codes} onChange={setCodes} error={wrongCode} />
          <Button size="small" onClick={() => setCodes([...codes, { code: '', meaning: '' }])}>
            {words.addCode}
          </Button>
        </Part>
      </Stack>
    </ActionDialog>
  );
}

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, padding: 0 }}>
        {title}
      </Box>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', marginBottom: 1 }}>{hint}</Box>
      {children}
    </Box>
  );
}
