import type { PreferredContact, ProfilePatchRequest, ProfileSummary } from '#common/api/index.js';

/** The form's fields under the PATCH request's names. */
export interface ContactDraft {
  phone: string;
  mailing_address: string;
  preferred_contact: PreferredContact | null;
  emergency_contact_name: string;
  emergency_contact_relationship: string;
  emergency_contact_phone: string;
  timezone: string;
}

export function contactOf(summary: ProfileSummary): ContactDraft {
  return {
    phone: summary.phone ?? '',
    mailing_address: summary.address ?? '',
    preferred_contact: summary.preferred_contact,
    emergency_contact_name: summary.emergency_contact_name ?? '',
    emergency_contact_relationship: summary.emergency_contact_relationship ?? '',
    emergency_contact_phone: summary.emergency_contact_phone ?? '',
    timezone: summary.timezone,
  };
}

/** Sends only what the patient changed, so that a change made elsewhere to another field survives. */
export function changesOf(draft: ContactDraft, known: ContactDraft): Omit<ProfilePatchRequest, 'version'> {
  const tidy = (value: string | null) => (typeof value === 'string' ? value.trim() : value);
  return Object.fromEntries(
    Object.entries(draft)
      .filter(([name, value]) => tidy(value) !== tidy(known[name as keyof ContactDraft]))
      .map(([name, value]) => [name, tidy(value) || null]),
  );
}

const isSummary = (value: unknown): value is ProfileSummary =>
  typeof value === 'object' && value !== null && 'version' in value && 'timezone' in value;

/** What a refused save says is stored now. */
export function currentOf(body: Record<string, unknown>): ProfileSummary | null {
  return isSummary(body['current']) ? body['current'] : null;
}
