import type { Article, ArticleRequest, ArticleVersionsResponse } from '#common/api/admin.js';
import type {
  AdminInviteRequest,
  AdminMail,
  AdminUser,
  AdminUserPatchRequest,
  ApiKey,
  ApiKeyCreated,
  ApiKeyCreateRequest,
  AuditVerifyResponse,
  ClinicCompletenessResponse,
  Organisation,
  OrganisationCreateRequest,
  OrganisationPatchRequest,
  LabConnection,
  LabConnectionChangeRequest,
  LabConnectionCreateRequest,
  LabConnectionsResponse,
  LabMessageMapRequest,
  OrganisationsResponse,
  OverviewResponse,
  PatientApp,
  PatientAppCreated,
  PatientAppCreateRequest,
  RetentionResponse,
  SsoSettingsRequest,
  SsoSettingsResponse,
  SsoTrialResponse,
  Webhook,
  WebhookChangeRequest,
  WebhookCreateRequest,
  WebhookDelivery,
  WebhookWithSecret,
  Pharmacy,
  PharmacyChangeRequest,
  PharmacyCreateRequest,
  PharmacyWithSecret,
} from '#common/api/index.js';
import type { RuleSetDescription } from '#common/clinical/index.js';
import { api, type RequestOptions } from '../../shared/api/index.js';

const seg = encodeURIComponent;
const admin = '/api/admin';
/** Exporting years of the log takes long. */
const CSV_LIMIT_MS = 300_000;
/** @param query the log's filters, with the question mark */
export const auditCsv = (query: string): string => `/files/audit.csv${query}`;

/** Administrator actions: one typed method each. */
export const adminActs = {
  getOverview: (orgId: string | null, options: Pick<RequestOptions, 'signal' | 'background'>) =>
    api.get<OverviewResponse>(`${admin}/overview${orgId ? `?org_id=${seg(orgId)}` : ''}`, {
      ...options,
      label: 'the admin overview',
    }),
  getClinicCompleteness: (orgId: string | null, signal?: AbortSignal) =>
    api.get<ClinicCompletenessResponse>(`${admin}/completeness${orgId ? `?org_id=${seg(orgId)}` : ''}`, {
      signal,
      label: 'monitoring',
    }),
  getOrganisations: (signal?: AbortSignal) =>
    api.get<OrganisationsResponse>(`${admin}/organisations`, { signal, label: 'organisations' }),
  inviteUser: (body: AdminInviteRequest, idempotencyKey: string) =>
    api.post<AdminUser>(`${admin}/users/invite`, body, { idempotencyKey }),
  inviteAgain: (id: string) => api.post<AdminUser>(`${admin}/users/${seg(id)}/invite`, {}),
  patchUser: (id: string, body: AdminUserPatchRequest) =>
    api.patch<AdminUser>(`${admin}/users/${seg(id)}`, body),
  resetMfa: (id: string) => api.post<AdminUser>(`${admin}/users/${seg(id)}/reset-mfa`, {}),
  endSessions: (id: string) => api.post<AdminUser>(`${admin}/users/${seg(id)}/end-sessions`, {}),
  createOrganisation: (body: OrganisationCreateRequest, idempotencyKey: string) =>
    api.post<Organisation>(`${admin}/organisations`, body, { idempotencyKey }),
  patchOrganisation: (id: string, body: OrganisationPatchRequest) =>
    api.patch<Organisation>(`${admin}/organisations/${seg(id)}`, body),
  getSso: (orgId: string, signal?: AbortSignal) =>
    api.get<SsoSettingsResponse>(`${admin}/organisations/${seg(orgId)}/sso`, {
      signal,
      label: 'the single sign-on settings',
    }),
  putSso: (orgId: string, body: SsoSettingsRequest) =>
    api.put<SsoSettingsResponse>(`${admin}/organisations/${seg(orgId)}/sso`, body),
  removeSso: (orgId: string) => api.delete<void>(`${admin}/organisations/${seg(orgId)}/sso`),
  trySso: (orgId: string) => api.post<SsoTrialResponse>(`${admin}/organisations/${seg(orgId)}/sso/try`, {}),
  createArticle: (body: ArticleRequest, idempotencyKey: string) =>
    api.post<Article>(`${admin}/articles`, body, { idempotencyKey }),
  patchArticle: (id: string, body: ArticleRequest) =>
    api.patch<Article>(`${admin}/articles/${seg(id)}`, body),
  getArticleVersions: (id: string, signal?: AbortSignal) =>
    api.get<ArticleVersionsResponse>(`${admin}/articles/${seg(id)}/versions`, {
      signal,
      label: 'the history',
    }),
  createApiKey: (body: ApiKeyCreateRequest) => api.post<ApiKeyCreated>(`${admin}/api-keys`, body),
  revokeApiKey: (id: string) => api.post<ApiKey>(`${admin}/api-keys/${seg(id)}/revoke`, {}),
  createPatientApp: (body: PatientAppCreateRequest) =>
    api.post<PatientAppCreated>(`${admin}/patient-apps`, body),
  removePatientApp: (id: string) => api.post<PatientApp>(`${admin}/patient-apps/${seg(id)}/remove`, {}),
  createWebhook: (body: WebhookCreateRequest) => api.post<WebhookWithSecret>(`${admin}/webhooks`, body),
  patchWebhook: (id: string, body: WebhookChangeRequest) =>
    api.patch<Webhook>(`${admin}/webhooks/${seg(id)}`, body),
  removeWebhook: (id: string) => api.delete<void>(`${admin}/webhooks/${seg(id)}`),
  rotateWebhookSecret: (id: string) =>
    api.post<WebhookWithSecret>(`${admin}/webhooks/${seg(id)}/rotate-secret`, {}),
  testWebhook: (id: string) => api.post<WebhookDelivery>(`${admin}/webhooks/${seg(id)}/test`, {}),
  replayDelivery: (id: string) =>
    api.post<WebhookDelivery>(`${admin}/webhook-deliveries/${seg(id)}/replay`, {}),
  createPharmacy: (body: PharmacyCreateRequest) => api.post<PharmacyWithSecret>(`${admin}/pharmacies`, body),
  patchPharmacy: (id: string, body: PharmacyChangeRequest) =>
    api.patch<Pharmacy>(`${admin}/pharmacies/${seg(id)}`, body),
  renewPharmacySecret: (id: string) =>
    api.post<PharmacyWithSecret>(`${admin}/pharmacies/${seg(id)}/renew-secret`, {}),
  getLabConnections: (signal?: AbortSignal) =>
    api.get<LabConnectionsResponse>(`${admin}/lab-connections`, { signal, label: 'laboratories' }),
  createLabConnection: (body: LabConnectionCreateRequest, idempotencyKey: string) =>
    api.post<LabConnection>(`${admin}/lab-connections`, body, { idempotencyKey }),
  patchLabConnection: (id: string, body: LabConnectionChangeRequest) =>
    api.patch<LabConnection>(`${admin}/lab-connections/${seg(id)}`, body),
  mapLabCode: (id: string, body: LabMessageMapRequest, idempotencyKey: string) =>
    api.post<void>(`/api/lab-messages/${seg(id)}/map`, body, { idempotencyKey }),
  getAuditCsv: (query: string) => api.getFile(auditCsv(query), { timeoutMs: CSV_LIMIT_MS }),
  verifyAudit: () => api.get<AuditVerifyResponse>(`${admin}/audit/verify`, { timeoutMs: 60_000 }),
  retryMail: (id: string) => api.post<AdminMail>(`${admin}/mails/${seg(id)}/retry`, {}),
  getRetention: (signal?: AbortSignal) =>
    api.get<RetentionResponse>(`${admin}/retention`, { signal, label: 'retention' }),
  getRules: (signal?: AbortSignal) =>
    api.get<RuleSetDescription>(`${admin}/rules`, { signal, label: 'the rule set' }),
};
