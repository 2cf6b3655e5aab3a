import type { CaseRow } from '#common/api/index.js';
import { titleOf } from '#common/clinical/index.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import { openEvidence, type SealedEvidence } from './alert-evidence.js';

type TopAlert = NonNullable<CaseRow['top_alert']>;
export type ListRow = Omit<CaseRow, 'created_at' | 'updated_at' | 'waiting_since' | 'top_alert'> & {
  top_alert: (Omit<TopAlert, 'title' | 'evidence'> & SealedEvidence) | null;
  created_at: Date;
  updated_at: Date;
  waiting_since: Date | null;
};

const wireAlert = (alert: NonNullable<ListRow['top_alert']>, cipher: FieldCipher): TopAlert => ({
  rule_key: alert.rule_key,
  severity: alert.severity,
  message: alert.message,
  evidence: openEvidence(cipher, alert),
  title: alert.rule_key && titleOf(alert.rule_key),
  created_at: new Date(alert.created_at).toISOString(),
});

export const wireRow = (row: ListRow, cipher: FieldCipher): CaseRow => ({
  ...row,
  top_alert: row.top_alert && wireAlert(row.top_alert, cipher),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  waiting_since: row.waiting_since?.toISOString() ?? null,
});
