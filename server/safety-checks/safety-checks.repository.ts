import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SafetyCheck } from '#common/api/index.js';
import { SAFETY_QUESTIONS, type SafetyAnswers } from '#common/clinical/index.js';
import type { SafetyCheckAnswers } from '#common/api/safety-checks.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { SafetyCheck as SafetyCheckRow } from './safety-check.entity.js';
import { safetyCheckPlace, type SafetyCheckData } from '../rules/safety-facts.js';

const SHOWN = 100;

type Row = Pick<SafetyCheckRow, 'id' | 'at' | 'data_enc'>;

/** Every question, with null where there is no answer. */
export const allAnswers = (answers: SafetyAnswers): SafetyCheckAnswers =>
  Object.fromEntries(
    SAFETY_QUESTIONS.map((question) => [question, answers[question] ?? null]),
  ) as SafetyCheckAnswers;

/** Callers hold a patient they were allowed to reach. */
@Injectable()
export class SafetyChecksRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** Newest first. */
  async ofPatient(patientId: string): Promise<SafetyCheck[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'safety-checks-of-patient',
        text: `SELECT id, at, data_enc FROM safety_checks WHERE patient_id = $1 ORDER BY at DESC, id LIMIT ${SHOWN}`,
      },
      [patientId],
    );
    return rows.map((row) => this.opened(row));
  }

  /** By id, of patients the caller may reach. */
  async ofIds(ids: readonly string[]): Promise<Map<string, SafetyCheck>> {
    const rows = await this.db.rows<Row>(
      {
        name: 'safety-checks-by-id',
        text: 'SELECT id, at, data_enc FROM safety_checks WHERE id = ANY($1)',
      },
      [ids],
    );
    return new Map(rows.map((row) => [row.id, this.opened(row)]));
  }

  /** Prepared: answers with its time. */
  async insert(patient: { id: string; org_id: string }, data: SafetyCheckData): Promise<SafetyCheck> {
    const id = randomUUID();
    const [row] = await this.db.rows<Row>(
      {
        name: 'safety-check-insert',
        text: `INSERT INTO safety_checks (id, org_id, patient_id, data_enc, at) VALUES ($1, $2, $3, $4, clock_timestamp())
          RETURNING id, at, data_enc`,
      },
      [id, patient.org_id, patient.id, this.cipher.encryptJson(data, safetyCheckPlace(id))],
    );
    return this.opened(row!);
  }

  private opened({ id, at, data_enc }: Row): SafetyCheck {
    const { answers, changes, side_effects, blood_pressure } = this.cipher.decryptJson<SafetyCheckData>(
      data_enc,
      safetyCheckPlace(id),
    );
    return {
      id,
      at: at.toISOString(),
      ...allAnswers(answers),
      changes,
      side_effects,
      blood_pressure: blood_pressure ?? null,
    };
  }
}
