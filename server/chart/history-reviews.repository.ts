import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ToldFindingRecord } from '#common/api/index.js';
import type { ToldSettlement, ToldText } from '#common/clinical/index.js';
import type { StoredCase } from '../cases/cases.repository.js';
import { HistoryReviewRecord } from '../cases/history-review.entity.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import {
  againstPlace,
  historyReviewPlace,
  reviewNotePlace,
  settledPlace,
} from '../rules/case-facts.reader.js';

export type Decision = NonNullable<ToldFindingRecord['settled']> & Pick<ToldSettlement, 'texts'>;

/** What a clinician marked as read: digests of the texts by their field. */
export interface Reading {
  fields: Readonly<Record<string, string>>;
  by: string;
  at: string;
  note: string | null;
  against: boolean | null;
}

interface NewReview {
  /** Field to the digest of its text. */
  fields: Record<string, string>;
  /** Whether what was read speaks against treatment, and its words if so. */
  against: boolean | null;
  words: readonly ToldText[];
  settled: readonly ToldSettlement[];
  note: string | null;
}

type StoredReview = Pick<HistoryReviewRecord, 'id' | 'note_enc'> & {
  settled_enc: string;
  by: string;
  at: Date;
};

/** What clinicians read and decided. Callers have checked access to the case. */
@Injectable()
export class HistoryReviewsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(HistoryReviewRecord) private readonly reviews: Rows<HistoryReviewRecord>,
  ) {}

  async insert(actor: Actor, known: StoredCase, review: NewReview): Promise<void> {
    const { fields, against, words, settled, note } = review;
    const id = randomUUID();
    await this.reviews.insert({
      id,
      org_id: known.org_id,
      case_id: known.id,
      fields_enc: this.cipher.encryptJson(fields, historyReviewPlace(id)),
      settled_enc: settled.length ? this.cipher.encryptJson(settled, settledPlace(id)) : null,
      against_treatment: against,
      against_enc: words.length ? this.cipher.encryptJson(words, againstPlace(id)) : null,
      note_enc: note && this.cipher.encrypt(note, reviewNotePlace(id)),
      reviewed_by: actor.userId,
    });
  }

  /** Newest first. */
  async ofCase(caseId: string): Promise<Reading[]> {
    const rows = await this.db.rows<
      Omit<StoredReview, 'settled_enc'> & { fields_enc: string; against: boolean | null }
    >(
      {
        name: 'history-readings',
        text: `SELECT h.id, h.fields_enc, h.note_enc, h.against_treatment AS against, COALESCE(u.display_name, u.email) AS by, h.created_at AS at
          FROM history_reviews h JOIN users u ON u.id = h.reviewed_by
          WHERE h.case_id = $1 ORDER BY h.created_at DESC, h.id DESC`,
      },
      [caseId],
    );
    return rows.map(({ id, fields_enc, note_enc, by, at, against }) => ({
      fields: this.cipher.decryptJson<Record<string, string>>(fields_enc, historyReviewPlace(id)),
      note: note_enc && this.cipher.decrypt(note_enc, reviewNotePlace(id)),
      by,
      at: at.toISOString(),
      against,
    }));
  }

  /** Newest first. */
  async decisions(caseId: string): Promise<Decision[]> {
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
