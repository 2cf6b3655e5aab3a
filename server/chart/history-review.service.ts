import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CaseDetailResponse } from '../../common/api/index.js';
import { unreadHistory } from '../../common/clinical/index.js';
import { effectiveAnswers } from '../../common/intake/index.js';
import { STAFF_ROLES } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { validationFailed } from '../platform/errors/errors.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { historyReviewPlace } from '../rules/case-facts.reader.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Cases } from './cases.service.js';
import type { HistoryReviewDto } from './cases.dto.js';

/** A clinician has read what the patient wrote. */
@Injectable()
export class HistoryReviews {
  constructor(
    private readonly db: Db,
    private readonly records: CaseRecords,
    private readonly cases: Cases,
    private readonly evaluations: Evaluations,
    private readonly cipher: FieldCipher,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async run(
    actor: Actor,
    caseId: string,
    { version, fields, note }: HistoryReviewDto,
  ): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const known = await this.records.lock(actor, caseId, version);
      notForOneself(actor, known.patient_user_id);
      const { facts } = await this.evaluations.read(caseId);
      const texts = unreadHistory(effectiveAnswers(facts.intake), [], facts.safety_changes);
      const digests = fields.flatMap((field) => {
        const written = texts.find((text) => text.field === field);
        if (!written)
          throw validationFailed({
            fields: `There is no text to review in ${JSON.stringify(field.slice(0, 60))}.`,
          });
        return written.reviews.map(({ field: read, text_sha256 }): [string, string] => [read, text_sha256]);
      });
      const id = randomUUID();
      await this.db.rows(
        {
          name: 'history-review-insert',
          text: `INSERT INTO history_reviews (id, org_id, case_id, fields_enc, note_enc, reviewed_by) VALUES ($1, $2, $3, $4, $5, $6)`,
        },
        [
          id,
          known.org_id,
          known.id,
          this.cipher.encryptJson(Object.fromEntries(digests), historyReviewPlace(id)),
          note?.trim() ? this.cipher.encrypt(note.trim(), `history_reviews.note:${id}`) : null,
          actor.userId,
        ],
      );
      await this.cases.touch(known.id);
      await this.audit.record(actor, {
        action: 'case.review_history',
        target: { type: 'case', id: known.id },
        patientId: known.patient_id,
        orgId: known.org_id,
        detail: { fields },
        as: STAFF_ROLES,
      });
      await this.evaluations.run(known.id, 'extras');
    });
    return this.cases.detail(actor, caseId);
  }
}
