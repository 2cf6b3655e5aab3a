import { useQuery } from '@tanstack/react-query';
import type { DeaRegistration, ProviderLicense } from '../../../../common/api/index.js';
import { useStaff } from '../kit/useStaff.js';

export type CredentialKind = 'licenses' | 'dea-registrations';
/** null: the user's own. */
export type HolderId = string | null;
export type Credential = ProviderLicense | DeaRegistration;

/** A person's licenses or registrations. */
export function useCredentials(holder: HolderId, kind: CredentialKind) {
  const staff = useStaff();
  return useQuery<Credential[]>({
    queryKey: ['credentials', holder ?? 'own', kind],
    queryFn: ({ signal }) => staff.getCredentials(holder, kind, signal),
  });
}
