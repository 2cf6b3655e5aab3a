import { useQuery } from '@tanstack/react-query';
import type { Credential, CredentialKind, HolderId } from '../data/regulationActs.js';
import { useStaff } from '../data/useStaff.js';

/** A person's licenses or registrations. */
export function useCredentials(holder: HolderId, kind: CredentialKind) {
  const staff = useStaff();
  return useQuery<Credential[]>({
    queryKey: ['credentials', holder ?? 'own', kind],
    queryFn: ({ signal }) => staff.getCredentials(holder, kind, signal),
  });
}
