import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { PatientDocument } from './document.entity.js';

type Slug = PatientDocument['slug'];

export type StoredDocument = Pick<
  PatientDocument,
  'id' | 'slug' | 'title' | 'state' | 'revision' | 'text_version' | 'created_at' | 'finalized_at'
> & {
  data: Record<string, unknown>;
  /** As typed. */
  signed_by: string | null;
};

/** The document's owner, for the printout. */
export interface DocumentPatient {
  id: string;
  org_id: string;
  name: string | null;
  dob: string | null;
  email: string;
  /** IANA name. */
  timezone: string;
  clinic: string;
}
export type ReachableDocument = StoredDocument & { patient: DocumentPatient };

type Row = Omit<StoredDocument, 'data' | 'signed_by'> & Pick<PatientDocument, 'data_enc' | 'signed_name_enc'>;

type ReachableRow = Row & { patient: DocumentPatient };

const COLUMNS =
  'id, slug, title, state, revision, text_version, data_enc, signed_name_enc, created_at, finalized_at';
const SELECT_WITH_PATIENT = `SELECT d.id, d.slug, d.title, d.state, d.revision, d.text_version, d.data_enc, d.signed_name_enc, d.created_at, d.finalized_at,
    jsonb_build_object('id', p.id, 'org_id', p.org_id, 'name', p.full_name, 'dob', p.dob, 'email', u.email,
      'timezone', COALESCE(p.timezone, o.timezone), 'clinic', o.name) AS patient
  FROM documents d JOIN patients p ON p.id = d.patient_id JOIN users u ON u.id = p.user_id JOIN organisations o ON o.id = p.org_id`;
export const documentPlace = (id: string): string => `documents.data:${id}`;
const signedNamePlace = (id: string): string => `documents.signed_name:${id}`;

/** Signed forms, each version as it was signed. Callers have checked access to the patient. */
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
      signedBy?: string | undefined;
    },
  ): Promise<StoredDocument> {
    const id = randomUUID();
    const [row] = await this.db.rows<Row>(
      {
        name: 'document-finalize',
        text: `INSERT INTO documents (id, patient_id, org_id, slug, title, state, revision, text_version, data_enc, signed_name_enc, finalized_at)
          SELECT $1, $2, $3, $4, $5, $6, COALESCE(max(d.revision), 0) + 1, $7, $8, $9, now() FROM documents d WHERE d.patient_id = $2 AND d.slug = $4
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
        document.signedBy === undefined ? null : this.cipher.encrypt(document.signedBy, signedNamePlace(id)),
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

  /** Every version, newest first. */
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

  /** The actor's own document or, for staff, one in their organization. */
  async reachable(actor: Actor, id: string): Promise<ReachableDocument | null> {
    const row = await this.db.one<ReachableRow>(
      {
        name: 'document-reachable',
        text: `${SELECT_WITH_PATIENT} WHERE d.id = $1 AND (d.patient_id = $2 OR ($3 AND ($4::uuid IS NULL OR d.org_id = $4)))`,
      },
      [id, holds(actor, 'patient') ? actor.patientId : null, holds(actor, ...STAFF_ROLES), actor.orgId],
    );
    return row && { ...this.opened(row), patient: row.patient };
  }

  /** Every version the actor signed, newest first, with its owner. */
  async ownSigned(actor: Actor): Promise<ReachableDocument[]> {
    const rows = await this.db.rows<ReachableRow>(
      {
        name: 'documents-own',
        text: `${SELECT_WITH_PATIENT} WHERE d.patient_id = $1 ORDER BY d.finalized_at DESC, d.revision DESC, d.id`,
      },
      [actor.patientId],
    );
    return rows.map((row) => ({ ...this.opened(row), patient: row.patient }));
  }

  private opened({ data_enc, signed_name_enc: name, ...row }: Row): StoredDocument {
    return {
      ...row,
      data: this.cipher.decryptJson<Record<string, unknown>>(data_enc, documentPlace(row.id)),
      signed_by: name === null ? null : this.cipher.decrypt(name, signedNamePlace(row.id)),
    };
  }
}
