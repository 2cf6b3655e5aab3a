import type {
  DeaRegistration,
  DeaRegistrationRequest,
  DeaRegistrationsResponse,
  OrganisationPoliciesResponse,
  ProviderLicense,
  ProviderLicenseRequest,
  ProviderLicensesResponse,
  ProviderProfile,
} from '#common/api/index.js';
import { api } from '../../shared/api/index.js';

export type CredentialKind = 'licenses' | 'dea-registrations';
/** null: the user's own. */
export type HolderId = string | null;
export type Credential = ProviderLicense | DeaRegistration;

const seg = encodeURIComponent;
const at = (holder: HolderId, kind: CredentialKind): string =>
  holder === null ? `/api/provider/${kind}` : `/api/admin/users/${seg(holder)}/${kind}`;

/** Licenses, registrations and policies: one typed method each. */
export const regulationActs = {
  getCredentials: async (
    holder: HolderId,
    kind: CredentialKind,
    signal?: AbortSignal,
  ): Promise<Credential[]> => {
    const options = { signal, label: 'licenses and registrations' };
    return kind === 'licenses'
      ? (await api.get<ProviderLicensesResponse>(at(holder, kind), options)).licenses
      : (await api.get<DeaRegistrationsResponse>(at(holder, kind), options)).dea_registrations;
  },
  addLicense: (holder: HolderId, body: ProviderLicenseRequest, idempotencyKey: string) =>
    api.post<ProviderLicense>(at(holder, 'licenses'), body, { idempotencyKey }),
  addRegistration: (holder: HolderId, body: DeaRegistrationRequest, idempotencyKey: string) =>
    api.post<DeaRegistration>(at(holder, 'dea-registrations'), body, { idempotencyKey }),
  removeCredential: (holder: HolderId, kind: CredentialKind, id: string) =>
    api.delete<undefined>(`${at(holder, kind)}/${seg(id)}`),
  verifyCredential: (holder: string, kind: CredentialKind, id: string) =>
    api.post<Credential>(`${at(holder, kind)}/${seg(id)}/verify`, {}),
  getProviderProfile: (signal?: AbortSignal) =>
    api.get<ProviderProfile>('/api/provider/profile', { signal, label: 'the NPI' }),
  setNpi: (npi: string | null) => api.patch<ProviderProfile>('/api/provider/profile', { npi }),
  getPolicyHistory: (orgId: string, signal?: AbortSignal) =>
    api.get<OrganisationPoliciesResponse>(`/api/admin/organisations/${seg(orgId)}/policies`, {
      signal,
      label: 'the history of policies',
    }),
};
