import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganisationPolicies, StatePolicy } from '#common/api/index.js';
import { DEFAULT_STATE_POLICY, DEFAULT_TELEMEDICINE } from '#common/api/regulation.js';
import { placeName } from '#common/vocabulary/states.js';
import { formatDate, LoadError } from '../../shared/ui/index.js';
import { CheckField } from '../forms/CheckField.js';
import { SmallField } from '../forms/SmallField.js';
import { StateField } from '../forms/StateField.js';
import { useStaff } from '../data/useStaff.js';
import { POLICY_TEXT as words } from './text/policies.js';

interface PolicyFieldsProps {
  policies: OrganisationPolicies;
  onChange: (change: Partial<OrganisationPolicies>) => void;
  fields: Record<string, string>;
}

/** Who may act, where the clinic operates, and what each state requires. */
export function PolicyFields({ policies, onChange, fields }: PolicyFieldsProps) {
  const telemedicine = policies.telemedicine ?? DEFAULT_TELEMEDICINE;
  const [served, setServed] = useState((policies.service_states ?? []).join(', '));
  return (
    <>
      <CheckField
        label={words.provider}
        hint={words.providerHint}
        checked={policies.clinical_acts_need_provider ?? false}
        onChange={(clinical_acts_need_provider) => onChange({ clinical_acts_need_provider })}
      />
      <CheckField
        label={words.verification}
        hint={words.verificationHint}
        checked={policies.licenses_need_verification ?? false}
        onChange={(licenses_need_verification) => onChange({ licenses_need_verification })}
      />
      <CheckField
        label={words.reason}
        hint={words.reasonHint}
        checked={policies.break_glass_reason ?? false}
        onChange={(break_glass_reason) => onChange({ break_glass_reason })}
      />
      <CheckField
        label={words.ams}
        hint={words.amsHint}
        checked={policies.ask_ams ?? false}
        onChange={(ask_ams) => onChange({ ask_ams })}
      />
      <SmallField
        id="policy-states"
        label={words.served}
        hint={words.servedHint}
        value={served}
        onChange={(text) => {
          setServed(text);
          const codes = text
            .toUpperCase()
            .split(/[\s,]+/)
            .filter(Boolean);
          onChange({ service_states: codes.length > 0 ? codes : null });
        }}
        error={fields['policies.service_states']}
      />
      <SmallField
        id="policy-flexibility"
        type="date"
        label={words.flexibility}
        hint={words.flexibilityHint}
        value={telemedicine.flexibility_until}
        onChange={(flexibility_until) => onChange({ telemedicine: { ...telemedicine, flexibility_until } })}
        error={fields['policies.telemedicine.flexibility_until']}
      />
      <SmallField
        id="policy-citation"
        label={words.citation}
        value={telemedicine.citation}
        onChange={(citation) => onChange({ telemedicine: { ...telemedicine, citation } })}
        error={fields['policies.telemedicine.citation']}
      />
      <StatePolicies
        states={policies.states ?? {}}
        onChange={(states) => onChange({ states })}
        error={fields['policies.states']}
      />
    </>
  );
}

interface StatePoliciesProps {
  states: Record<string, StatePolicy>;
  onChange: (states: Record<string, StatePolicy>) => void;
  error: string | undefined;
}
function StatePolicies({ states, onChange, error }: StatePoliciesProps) {
  const [code, setCode] = useState('');
  const own = Object.keys(states)
    .map((one) => placeName(one) ?? one)
    .join(', ');
  const policy = states[code] ?? DEFAULT_STATE_POLICY;
  const change = (part: Partial<StatePolicy>) => onChange({ ...states, [code]: { ...policy, ...part } });
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, display: 'grid', gap: 2 }}>
      <Box component="legend" sx={{ fontWeight: 650, padding: 0, marginBottom: 1 }}>
        {words.byState}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{own ? words.own(own) : words.noneOwn}</Box>
      <StateField
        id="policy-state"
        label={words.state}
        empty={words.choose}
        value={code}
        onChange={setCode}
        error={error}
      />
      {code && <StatePolicyFields key={code} policy={policy} onChange={change} />}
    </Box>
  );
}

interface StatePolicyFieldsProps {
  policy: StatePolicy;
  onChange: (part: Partial<StatePolicy>) => void;
}
function StatePolicyFields({ policy, onChange }: StatePolicyFieldsProps) {
  return (
    <>
      <CheckField
        label={words.required}
        checked={policy.required}
        onChange={(required) => onChange({ required })}
      />
      <SmallField
        id="policy-age"
        inputMode="numeric"
        label={words.maxAge}
        value={policy.max_age_days ? String(policy.max_age_days) : ''}
        onChange={(text) => onChange({ max_age_days: Number(text.replace(/\D/g, '')) })}
      />
      <SmallField
        id="policy-when"
        type="select"
        label={words.when}
        value={policy.when}
        onChange={(when) => onChange({ when: when === 'each' ? 'each' : 'first_and_every_90_d' })}
      >
        <option value="each">{words.each}</option>
        <option value="first_and_every_90_d">{words.ninety}</option>
      </SmallField>
      <SmallField
        id="policy-supply"
        inputMode="numeric"
        label={words.supply}
        value={policy.max_days_supply === null ? '' : String(policy.max_days_supply)}
        onChange={(text) =>
          onChange({ max_days_supply: text.replace(/\D/g, '') ? Number(text.replace(/\D/g, '')) : null })
        }
      />
      <SmallField
        id="policy-in-person"
        label={words.inPerson}
        value={policy.in_person_rule ?? ''}
        onChange={(text) => onChange({ in_person_rule: text || null })}
      />
      <CheckField
        label={words.nurse}
        checked={policy.nurse_practitioner_may}
        onChange={(nurse_practitioner_may) => onChange({ nurse_practitioner_may })}
      />
    </>
  );
}

/** Which policies applied from which date, and who set them. */
export function PolicyHistory({ orgId }: { orgId: string }) {
  const staff = useStaff();
  const { data, error, refetch } = useQuery({
    queryKey: ['policy-history', orgId],
    queryFn: ({ signal }) => staff.getPolicyHistory(orgId, signal),
  });
  if (error) return <LoadError error={error} message={words.failed} onRetry={() => void refetch()} />;
  return (
    <Box component="details">
      <Typography component="summary" sx={{ cursor: 'pointer', fontWeight: 600, width: 'fit-content' }}>
        {words.history}
      </Typography>
      <Box component="ol" reversed sx={{ margin: '8px 0 0', paddingLeft: '22px', color: 'text.secondary' }}>
        {data?.versions.map(({ n, effective_from, by, policies }) => (
          <li key={n}>
            {words.version(formatDate(effective_from), by)}
            <Box>{policyWords(policies)}</Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const policyWords = (policies: OrganisationPolicies): string =>
  [
    words.historyProvider(policies.clinical_acts_need_provider ?? false),
    words.historyVerification(policies.licenses_need_verification ?? false),
    words.historyReason(policies.break_glass_reason ?? false),
    words.historyServed(policies.service_states?.join(', ') ?? null),
    words.historyFlexibility((policies.telemedicine ?? DEFAULT_TELEMEDICINE).flexibility_until),
    words.historyStates(Object.keys(policies.states ?? {}).join(', ')),
  ]
    .filter(Boolean)
    .join(' ');
