import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { isPhoneNumber } from '#common/intake/index.js';
import type { PatientProfileResponse, PreferredContact, ProfileSummary } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { RadioQuestion, SelectQuestion, TextQuestion } from '../../shared/forms/index.js';
import { missing, useAct } from '../../shared/forms/useAct.js';
import { useKeptState } from '../../shared/session/index.js';
import { peekDraft } from '../../shared/session/returnTicket.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice, Panel } from '../../shared/ui/index.js';
import { deviceZone } from '../../shared/session/deviceZone.js';
import { Facts } from '../kit/Facts.js';
import { SmallForm } from '../kit/SmallForm.js';
import { adoptProfile } from '../kit/zone-change.js';
import { changesOf, contactOf, currentOf, type ContactDraft } from './contact.js';
import { PROFILE_TEXT } from './text/en.js';
import { zoneName, zoneOptions } from './zones.js';

const text = PROFILE_TEXT.contact;
const KEY = 'contact-details';
const idOf = (field: string) => `contact-${field}`;
const PREFERRED: readonly PreferredContact[] = ['phone', 'email', 'text'];

/** `locked`: cached details can be read but not changed. */
export function ContactPanel({ summary, locked }: { summary: ProfileSummary; locked: boolean }) {
  const [editing, setEditing] = useState(() => peekDraft(KEY) !== undefined);
  if (editing)
    return (
      <Panel title={text.title}>
        <ContactForm summary={summary} onClose={() => setEditing(false)} />
      </Panel>
    );
  return (
    <Panel title={text.title}>
      <ContactFacts summary={summary} />
      {!locked && (
        <Button variant="outlined" sx={{ marginTop: 2.5 }} onClick={() => setEditing(true)}>
          {text.edit}
        </Button>
      )}
    </Panel>
  );
}

function ContactFacts({ summary }: { summary: ProfileSummary }) {
  const { preferred_contact: preferred } = summary;
  const emergency = [
    summary.emergency_contact_name,
    summary.emergency_contact_relationship,
    summary.emergency_contact_phone,
  ].filter(Boolean);
  return (
    <Facts
      columnWidth={145}
      facts={[
        [text.phone, summary.phone ?? text.none],
        [text.preferred, preferred ? text.options[preferred] : text.none],
        [text.address, summary.address ?? text.none],
        [text.emergency, emergency.join('\n') || text.none],
        [text.timezone, zoneName(summary.timezone)],
      ]}
    />
  );
}

interface Editing {
  draft: ContactDraft;
  /** The base of the draft; a conflict replaces it with what is stored now. */
  base: ProfileSummary;
  conflict: boolean;
}

function ContactForm({ summary, onClose }: { summary: ProfileSummary; onClose: () => void }) {
  const queries = useQueryClient();
  const [{ draft, base, conflict }, setEditing, release] = useKeptState<Editing>(
    KEY,
    () => ({ draft: contactOf(summary), base: summary, conflict: false }),
    (one) => Object.keys(changesOf(one.draft, contactOf(one.base))).length > 0,
  );
  const close = () => {
    release();
    onClose();
  };
  const set = (change: Partial<ContactDraft>) =>
    setEditing((before) => ({ ...before, draft: { ...before.draft, ...change } }));
  const badPhone = (value: string) => value.trim() !== '' && !isPhoneNumber(value) && text.badPhone;
  const form = useAct({
    check: () =>
      missing({
        phone: badPhone(draft.phone),
        emergency_contact_phone: badPhone(draft.emergency_contact_phone),
      }),
    act: async () => {
      const changes = changesOf(draft, contactOf(base));
      if (Object.keys(changes).length > 0) {
        const answer = await api.patch<PatientProfileResponse>('/api/patient/profile', {
          version: base.version,
          ...changes,
        });
        await adoptProfile(queries, answer);
        toast.success(text.saved);
      }
      close();
    },
    explain: (error) => {
      const current = isApiError(error) && error.code === 'version_conflict' ? currentOf(error.body) : null;
      if (!current) return null;
      setEditing((before) => ({ ...before, base: current, conflict: true }));
      return { form: text.conflict, fields: {} };
    },
    failed: text.failed,
  });
  const field = (name: Exclude<keyof ContactDraft, 'preferred_contact'>) => ({
    id: idOf(name),
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
    ...(form.problems.fields[name] ? { error: form.problems.fields[name] } : {}),
  });
  return (
    <SmallForm
      form={form}
      label={text.title}
      submit={text.save}
      idOf={idOf}
      cancel={{ label: text.cancel, onCancel: close }}
    >
      {conflict && (
        <Notice tone="warning" title={text.stored}>
          <Box sx={{ marginTop: 1 }}>
            <ContactFacts summary={base} />
          </Box>
        </Notice>
      )}
      <TextQuestion {...field('phone')} label={text.phone} kind="tel" autoComplete="tel" />
      <RadioQuestion
        id={idOf('preferred_contact')}
        label={text.preferred}
        value={draft.preferred_contact ?? undefined}
        onChange={(choice) => set({ preferred_contact: choice ?? null })}
        options={PREFERRED.map((value) => ({ value, label: text.options[value] }))}
      />
      <TextQuestion {...field('mailing_address')} label={text.address} long autoComplete="street-address" />
      <TextQuestion {...field('emergency_contact_name')} label={text.emergencyName} />
      <TextQuestion {...field('emergency_contact_relationship')} label={text.emergencyRelationship} />
      <TextQuestion {...field('emergency_contact_phone')} label={text.emergencyPhone} kind="tel" />
      <SelectQuestion
        {...field('timezone')}
        label={text.timezone}
        hint={text.zoneHint}
        options={zoneOptions(base.timezone, deviceZone())}
      />
      <Typography sx={{ color: 'text.secondary' }}>{text.signedStays}</Typography>
    </SmallForm>
  );
}
