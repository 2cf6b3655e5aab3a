import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { PatientDocument } from './document.entity.js';

type Slug = PatientDocument['slug'];

export interface StoredDocument {
  id: string;
  slug: Slug;
  title: string;
  state: PatientDocument['state'];
  revision: number;
  text_version: string;
  data: Record<string, unknown>;
  created_at: Date;
  finalized_at: Date;
}

type Row = Omit<StoredDocument, 'data'> & { data_enc: string };

const COLUMNS = 'id, slug, title, state, revision, text_version, data_enc, created_at, finalized_at';
export const documentPlace = (id: string): string => `documents.data:${id}`;

/** Signed forms, each revision as it was signed. Callers hold a patient they were allowed to reach. */
@Injectable()
export class Documents {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  async finalize(
    patient: { id: string; org_id: string },
    document: {
      slug: Slug;
      title: string;
      state: PatientDocument['state'];
      textVersion: string;
      data: Record<string, unknown>;
    },
  ): Promise<StoredDocument> {
    const id = randomUUID();
    const [row] = await this.db.rows<Row>(
      {
        name: 'document-finalize',
        text: `INSERT INTO documents (id, patient_id, org_id, slug, title, state, revision, text_version, data_enc, finalized_at)
          SELECT $1, $2, $3, $4, $5, $6, COALESCE(max(d.revision), 0) + 1, $7, $8, now() FROM documents d WHERE d.patient_id = $2 AND d.slug = $4
          RETURNING ${COLUMNS}`,
      },
      [
        id,
        patient.id,
        patient.org_id,
        document.slug,
        document.title,
        document.state,
        document.textVersion,
        this.cipher.encryptJson(document.data, documentPlace(id)),
      ],
    );
    return this.opened(row!);
  }

  async latest(patientId: string, slug: Slug): Promise<StoredDocument | null> {
    const row = await this.db.one<Row>(
      {
        name: 'document-latest',
        text: `SELECT ${COLUMNS} FROM documents WHERE patient_id = $1 AND slug = $2 ORDER BY revision DESC LIMIT 1`,
      },
      [patientId, slug],
    );
    return row && this.opened(row);
  }

  /** Every revision, newest first. */
  async ofPatient(patientId: string): Promise<StoredDocument[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'documents-of-patient',
        text: `SELECT ${COLUMNS} FROM documents WHERE patient_id = $1 ORDER BY finalized_at DESC, revision DESC, id`,
      },
      [patientId],
    );
    return rows.map((row) => this.opened(row));
  }

  private opened({ data_enc, ...row }: Row): StoredDocument {
    return {
      ...row,
      data: this.cipher.decryptJson<Record<string, unknown>>(data_enc, documentPlace(row.id)),
    };
  }
}
