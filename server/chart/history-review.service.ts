import { Injectable } from '@nestjs/common';
import type { CaseDetailResponse } from '#common/api/index.js';
import {
  UNCLEAR_ALLERGY,
  openAgainst,
  sameReview,
  textsInOwnWords,
  settledTexts,
  textsReviewed,
  unreadHistory,
  type ClinicalFacts,
  type ToldSettlement,
} from '#common/clinical/index.js';
import { effectiveAnswers } from '#common/intake/index.js';
import { FEWEST_NAMED_CHARACTERS, SETTLED_TOO_SHORT, saysWhy } from '#common/typed-reason.js';
import { Audit, typedText } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { Messages } from '../messages/messages.service.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Cases } from './cases.service.js';
import { HistoryReviewsRepository } from './history-reviews.repository.js';
import type { HistoryReviewDto, SettleDto } from './cases.dto.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** A clinician has read what the patient wrote, or decided what it means. */
@Injectable()
export class HistoryReviews {
  constructor(
    private readonly reviews: HistoryReviewsRepository,
    private readonly records: CaseRecords,
    private readonly cases: Cases,
    private readonly evaluations: Evaluations,
    private readonly acting: ActingClinician,
    private readonly messages: Messages,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async run(
    actor: Actor,
    caseId: string,
    { version, fields = [], against_treatment, note, settle = [] }: HistoryReviewDto,
  ): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const known = await this.records.lock(actor, caseId, version);
      notForOneself(actor, known.patient_user_id);
      const judged = await this.evaluations.read(caseId);
      await this.acting.assertMayReview(actor, judged);
      const { facts } = judged;
      if (against_treatment === false) assertNotAgainst(facts, fields);
      const review = {
        fields: digestsOf(facts, fields),
        // What is only settled was reviewed before.
        against: fields.length ? (against_treatment ?? null) : null,
        words: against_treatment ? textsReviewed(facts, fields) : [],
        settled: settlements(facts, settle, note ?? ''),
        note: note?.trim() || null,
      };
      await this.reviews.insert(actor, known, review);
      if (fields.includes('changes.message')) await this.messages.historyRead(known.patient_id);
      await this.cases.touch(known.id);
      await this.audit.record(actor, {
        action: 'case.review_history',
        target: { type: 'case', id: known.id },
        patientId: known.patient_id,
        orgId: known.org_id,
        detail: {
          fields,
          ...(fields.length && { against_treatment }),
          ...(settle.length && {
            settled: settle.map(({ rule_key, applies }) => ({ rule_key, applies })),
            reason: typedText(note ?? null),
          }),
        },
        as: ['provider'],
      });
      await this.evaluations.run(known.id, 'extras');
    });
    return this.cases.detail(actor, caseId);
  }
}

/** A no takes no yes back: that is settled, with what was found out. */
function assertNotAgainst(facts: ClinicalFacts, fields: readonly string[]): void {
  const said = openAgainst(facts);
  const again = (field: string): boolean => {
    const texts = textsReviewed(facts, [field]);
    return (
      texts.length > 0 && texts.every(({ review }) => said.some((one) => sameReview(one.review, review)))
    );
  };
  if (fields.some(again)) throw invalidState(SHARED_TEXT.saidAgainstBefore);
}

function digestsOf(facts: ClinicalFacts, fields: readonly string[]): Record<string, string> {
  const answers = effectiveAnswers(facts.intake);
  const texts = [...unreadHistory(answers, [], facts.safety_changes), ...textsInOwnWords(answers)];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const written = texts.find((text) => text.field === field);
      if (!written)
        throw validationFailed({
          fields: TEXT.noTextToReview(JSON.stringify(field.slice(0, 60))),
        });
      return written.reviews.map(({ field: read, text_sha256 }): [string, string] => [read, text_sha256]);
    }),
  );
}

/** Each decision with the words it is about, so that words told later are open again. */
function settlements(facts: ClinicalFacts, settle: readonly SettleDto[], note: string): ToldSettlement[] {
  if (settle.length && !saysWhy(note, FEWEST_NAMED_CHARACTERS))
    throw validationFailed({ note: SETTLED_TOO_SHORT });
  return settle.map(({ rule_key, applies }) => {
    if (applies && rule_key === UNCLEAR_ALLERGY)
      throw validationFailed({ settle: TEXT.recordUnderRuleOfIngredient });
    const texts = settledTexts(facts, rule_key, applies);
    if (!texts.length)
      throw validationFailed({
        settle: TEXT.outsideIntakePatientToldNothingReads(rule_key),
      });
    return { rule_key, applies, texts };
  });
}
