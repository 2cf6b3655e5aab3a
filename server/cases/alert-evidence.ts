import type { Evidence } from '#common/clinical/index.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';

/** An alert's evidence as it is stored: `evidence` was written in clear by an earlier release. */
export interface SealedEvidence {
  id: string;
  evidence: Evidence[];
  evidence_enc: string | null;
}

const evidencePlace = (id: string): string => `case_alerts.evidence:${id}`;

export const sealEvidence = (cipher: FieldCipher, id: string, evidence: readonly Evidence[]): string =>
  cipher.encryptJson(evidence, evidencePlace(id));

export const openEvidence = (
  cipher: FieldCipher,
  { id, evidence, evidence_enc }: SealedEvidence,
): Evidence[] =>
  evidence.length || !evidence_enc
    ? evidence
    : cipher.decryptJson<Evidence[]>(evidence_enc, evidencePlace(id));
