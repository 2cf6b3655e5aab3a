import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { Organisation } from '#common/api/index.js';
import { useSession } from '#client/shared/session/index.js';
import { useStaff } from '../../data/useStaff.js';
import { SmallField } from '../../forms/SmallField.js';
import { usePageParams } from '../../lists/usePageParams.js';
import { isUuid } from '../../kit/uuid.js';
import { COCKPIT_TEXT as words } from '../text/en.js';

/** Whose numbers are shown: a clinic's own administrator has no choice, and an unknown clinic in the URL is ignored. */
export function useClinicScope() {
  const session = useSession();
  const staff = useStaff();
  const { params, change } = usePageParams([], { field: 'id', order: 'ASC' });
  const systemWide = session !== null && session.orgId === null;
  const asked = params.get('org_id');
  const { data } = useQuery({
    queryKey: ['admin-organisations'],
    queryFn: ({ signal }) => staff.getOrganisations(signal),
    enabled: systemWide,
  });
  const known = data?.organisations.find(({ id }) => id === asked);
  const possible = systemWide && asked !== null && isUuid(asked) && (!data || known !== undefined);
  return {
    orgId: possible ? asked : null,
    /** By name; null: all of them. */
    clinic: systemWide ? (known?.name ?? null) : (session?.orgName ?? null),
    /** The clinics to choose from; none for the administrator of one clinic. */
    organisations: systemWide ? (data?.organisations ?? []) : null,
    choose: (orgId: string | null) => change({ org_id: orgId }),
  };
}

interface ScopeProps {
  organisations: Organisation[];
  value: string | null;
  onChange: (orgId: string | null) => void;
}
export function ClinicScope({ organisations, value, onChange }: ScopeProps) {
  return (
    <Box sx={{ minWidth: 200 }}>
      <SmallField
        id="clinic-scope"
        type="select"
        label={words.scope}
        value={value ?? ''}
        onChange={(next) => onChange(next || null)}
      >
        <option value="">{words.systemWide}</option>
        {organisations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SmallField>
    </Box>
  );
}
