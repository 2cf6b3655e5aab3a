import type { SsoSettingsRequest } from '#common/api/index.js';

/** The form's fields: the domains as one text, the secret empty unless it is to change. */
export type SsoDraft = Required<Omit<SsoSettingsRequest, 'version' | 'email_domains'>> & {
  email_domains: string;
};

export const EMPTY_DRAFT: SsoDraft = {
  issuer: '',
  client_id: '',
  client_secret: '',
  email_domains: '',
  trust_addresses: false,
  required: false,
};

export function requestOf(draft: SsoDraft, version: number | undefined): SsoSettingsRequest {
  const { client_secret, email_domains, ...rest } = draft;
  return {
    ...rest,
    email_domains: email_domains.split(/[\s,;]+/).filter(Boolean),
    ...(client_secret && { client_secret }),
    ...(version !== undefined && { version }),
  };
}
