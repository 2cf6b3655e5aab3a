import { notFound } from '../platform/errors/errors.js';
import type { StoredDocument } from '../documents/documents.repository.js';
import type { CaseFormResponse } from '#common/api/index.js';
import { FIELDS } from '#common/intake/index.js';

export const FORMS = ['intake', 'education', 'consent'] as const;
export type FormName = (typeof FORMS)[number];

const CONSENT_FIELDS = FIELDS.filter((f) => f.section === 10).map((f) => f.name);

/** The consent form is the tenth section of the signed intake. */
export const slugOf = (form: FormName): 'intake' | 'education' =>
  form === 'education' ? 'education' : 'intake';

export function caseForm(form: FormName, document: StoredDocument | null): CaseFormResponse {
  if (!document) throw notFound();
  const consent = Object.fromEntries(
    CONSENT_FIELDS.flatMap((f) => (f in document.data ? [[f, document.data[f]]] : [])),
  );
  return {
    form,
    title: form === 'consent' ? 'Consent' : document.title,
    state: document.state,
    finalized_at: document.finalized_at.toISOString(),
    signed_by: document.signed_by,
    data: form === 'consent' ? consent : document.data,
  };
}
