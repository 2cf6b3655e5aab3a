import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Evaluation } from '#common/clinical/index.js';
import type { Rows } from '../database/unit-data-source.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { RuleEvaluation } from './rule.entities.js';

const resultPlace = (id: string): string => `rule_evaluations.result:${id}`;

/** What the rules said of a case, each time. Callers hold the case. */
@Injectable()
export class EvaluationsRepository {
  constructor(
    private readonly cipher: FieldCipher,
    @InjectRepository(RuleEvaluation) private readonly evaluations: Rows<RuleEvaluation>,
  ) {}

  /** null: the case was never judged. */
  async last(case_id: string): Promise<Evaluation | null> {
    const row = await this.evaluations.findOne({
      select: { id: true, result_enc: true },
      where: { case_id },
      order: { created_at: 'DESC', id: 'ASC' },
    });
    return row && this.cipher.decryptJson<Evaluation>(row.result_enc, resultPlace(row.id));
  }

  /** @param facts everything it was judged by, so that it can be replayed */
  async keep(
    known: { caseId: string; orgId: string },
    occasion: string,
    facts: unknown,
    evaluation: Evaluation,
  ): Promise<void> {
    const id = randomUUID();
    await this.evaluations.insert({
      id,
      org_id: known.orgId,
      case_id: known.caseId,
      rule_set_version: evaluation.rule_set_version,
      occasion,
      facts_enc: this.cipher.encryptPacked(JSON.stringify(facts), `rule_evaluations.facts:${id}`),
      result_enc: this.cipher.encryptPacked(JSON.stringify(evaluation), resultPlace(id)),
      created_at: () => 'clock_timestamp()',
    });
  }
}
