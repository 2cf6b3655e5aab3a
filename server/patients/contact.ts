import type { PreferredContact, ProfilePatchRequest } from '#common/api/patient.js';
import { plainPhone } from '#common/visible-text.js';
import { effectiveAnswers, type IntakeData } from '#common/intake/index.js';

export const CONTACT_FIELDS = [
  'phone',
  'preferred_contact',
  'mailing_address',
  'emergency_contact_name',
  'emergency_contact_relationship',
  'emergency_contact_phone',
] as const;
type ContactField = (typeof CONTACT_FIELDS)[number];
const PHONES: ReadonlySet<ContactField> = new Set(['phone', 'emergency_contact_phone']);

export type Contact = Record<Exclude<ContactField, 'preferred_contact'>, string | null> & {
  preferred_contact: PreferredContact | null;
};
/** How a patient can be reached, and what the last signed intake said about it. */
export type StoredContact = Contact & { signed?: Contact };

export const contactPlace = (patientId: string): string => `patients.contact:${patientId}`;
export const weightPlace = (patientId: string): string => `patients.weight:${patientId}`;

export const NO_CONTACT: Contact = {
  phone: null,
  preferred_contact: null,
  mailing_address: null,
  emergency_contact_name: null,
  emergency_contact_relationship: null,
  emergency_contact_phone: null,
};

/** A newly signed intake updates the values it changes; corrections the patient made since the last one stay. */
export function withIntake(before: StoredContact | null, data: IntakeData): StoredContact {
  const answers = effectiveAnswers(data);
  const text = (field: ContactField): string | null => {
    const value = answers[field];
    return typeof value === 'string' ? value : null;
  };
  const signed = Object.fromEntries(CONTACT_FIELDS.map((f) => [f, text(f)])) as Contact;
  const last = before && (before.signed ?? before);
  const current = CONTACT_FIELDS.map((f) => [f, before && last?.[f] === signed[f] ? before[f] : signed[f]]);
  return { ...(Object.fromEntries(current) as Contact), signed };
}

/** Sent values replace stored ones; an empty text clears a value. */
export function withPatch(before: StoredContact | null, patch: ProfilePatchRequest): StoredContact {
  const known = before ?? NO_CONTACT;
  const current = CONTACT_FIELDS.map((f) => [
    f,
    patch[f] === undefined
      ? known[f]
      : (PHONES.has(f) ? plainPhone(patch[f] ?? '') : patch[f]?.trim()) || null,
  ]);
  return { ...(Object.fromEntries(current) as Contact), ...(before?.signed && { signed: before.signed }) };
}

export const sameContact = (a: Contact | null, b: Contact | null): boolean =>
  CONTACT_FIELDS.every((f) => (a?.[f] ?? null) === (b?.[f] ?? null));
