import { Injectable } from '@nestjs/common';
import type { ToldFindingRecord } from '../../common/api/index.js';
import {
  UNCLEAR_ALLERGY,
  VEHICLE_KEYS,
  sameReview,
  titleOf,
  toldFindings,
  type ToldFinding,
  type ToldSettlement,
} from '../../common/clinical/index.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { reviewNotePlace, settledPlace, type CaseFacts } from '../rules/case-facts.reader.js';

type Decision = NonNullable<ToldFindingRecord['settled']> & Pick<ToldSettlement, 'texts'>;
interface StoredReview {
  id: string;
  settled_enc: string;
  note_enc: string | null;
  by: string;
  at: Date;
}

/** What patients told, with what a clinician decided about it. */
@Injectable()
export class ToldFindings {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  async ofCase({ caseId, facts }: CaseFacts): Promise<ToldFindingRecord[]> {
    const findings = toldFindings(facts);
    if (!findings.length) return [];
    const decisions = facts.told_settled?.length ? await this.decisions(caseId) : [];
    return findings.map((finding) => ({
      rule_key: finding.rule_key,
      title: titleOf(finding.rule_key) ?? finding.rule_key,
      texts: finding.texts.map(({ field, on, text }) => ({ field, on, text })),
      open: finding.open,
      settled: newestOf(finding, decisions),
    }));
  }

  /** Newest first. */
  private async decisions(caseId: string): Promise<Decision[]> {
    const rows = await this.db.rows<StoredReview>(
      {
        name: 'told-settled',
        text: `SELECT h.id, h.settled_enc, h.note_enc, COALESCE(u.display_name, u.email) AS by, h.created_at AS at
          FROM history_reviews h JOIN users u ON u.id = h.reviewed_by
          WHERE h.case_id = $1 AND h.settled_enc IS NOT NULL ORDER BY h.created_at DESC, h.id DESC`,
      },
      [caseId],
    );
    return rows.flatMap(({ id, settled_enc, note_enc, by, at }) =>
      this.cipher.decryptJson<ToldSettlement[]>(settled_enc, settledPlace(id)).map((one) => ({
        ...one,
        note: note_enc ? this.cipher.decrypt(note_enc, reviewNotePlace(id)) : '',
        by,
        at: at.toISOString(),
      })),
    );
  }
}

/** An allergy that was not clear may be recorded as one to a vehicle. */
function newestOf(
  { rule_key, texts }: ToldFinding,
  decisions: readonly Decision[],
): ToldFindingRecord['settled'] {
  const keys: readonly string[] = rule_key === UNCLEAR_ALLERGY ? [rule_key, ...VEHICLE_KEYS] : [rule_key];
  const found = decisions.find(
    (one) =>
      keys.includes(one.rule_key) &&
      one.texts.some((read) => texts.some(({ review }) => sameReview(review, read))),
  );
  if (!found) return null;
  const { texts: _texts, ...decision } = found;
  return decision;
}
