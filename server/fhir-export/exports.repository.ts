import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { FhirResource } from 'fhir/r4.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { FhirExportPart, FhirExportRow } from './fhir-export.entities.js';

export type Export = Pick<
  FhirExportRow,
  | 'id'
  | 'org_id'
  | 'key_id'
  | 'request'
  | 'types'
  | 'since'
  | 'patients'
  | 'after_patient'
  | 'created_at'
  | 'finished_at'
  | 'expires_at'
>;
export interface ExportFile {
  type: string;
  count: number;
}

const COLUMNS =
  'id, org_id, key_id, request, types, since, patients, after_patient, created_at, finished_at, expires_at';
const placeOf = (id: string, type: string, n: number): string => `fhir_export_parts.data:${id}:${type}:${n}`;
/** A line each, as a file has it. */
const asLines = (resources: readonly FhirResource[]): string =>
  resources.map((resource) => `${JSON.stringify(resource)}\n`).join('');

@Injectable()
export class ExportsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(FhirExportRow) private readonly exports: Rows<FhirExportRow>,
    @InjectRepository(FhirExportPart) private readonly parts: Rows<FhirExportPart>,
  ) {}

  async insert(
    row: Pick<Export, 'id' | 'org_id' | 'key_id' | 'request' | 'types' | 'since' | 'expires_at'>,
  ): Promise<void> {
    await this.exports.insert(row);
  }

  /** Of this key only: another program of the clinic asks for its own. */
  ofKey(keyId: string, id: string): Promise<Export | null> {
    return this.db.one<Export>(
      {
        name: 'fhir-export-of-key',
        text: `SELECT ${COLUMNS} FROM fhir_exports WHERE id = $1 AND key_id = $2 AND expires_at > now()`,
      },
      [id, keyId],
    );
  }

  /** How many of a key's exports are kept. New ones wait for this one: two at once must not both pass. */
  async kept(keyId: string): Promise<{ all: number; running: number }> {
    await this.db.rows(
      { name: 'fhir-export-key-lock', text: 'SELECT id FROM api_keys WHERE id = $1 FOR UPDATE' },
      [keyId],
    );
    const row = await this.db.one<{ all: number; running: number }>(
      {
        name: 'fhir-exports-kept',
        text: `SELECT count(*)::int AS all, (count(*) FILTER (WHERE finished_at IS NULL))::int AS running
          FROM fhir_exports WHERE key_id = $1 AND expires_at > now()`,
      },
      [keyId],
    );
    return row!;
  }

  /** Locks it: a job that was started twice takes turns with itself. null: deleted, expired or finished. */
  unfinished(id: string): Promise<Export | null> {
    return this.db.one<Export>(
      {
        name: 'fhir-export-unfinished',
        text: `SELECT ${COLUMNS} FROM fhir_exports WHERE id = $1 AND finished_at IS NULL AND expires_at > now() FOR UPDATE`,
      },
      [id],
    );
  }

  async addPart(id: string, n: number, type: string, resources: readonly FhirResource[]): Promise<void> {
    await this.parts.insert({
      export_id: id,
      type,
      n,
      resources: resources.length,
      data_enc: this.cipher.encryptPacked(asLines(resources), placeOf(id, type, n)),
    });
  }

  async advance(id: string, read: number, after: string | null, finishedAt: Date | null): Promise<void> {
    await this.exports.update(
      { id },
      {
        patients: () => `patients + ${Number(read)}`,
        after_patient: after,
        finished_at: finishedAt,
      },
    );
  }

  /** The files of an export, one a type. */
  files(id: string): Promise<ExportFile[]> {
    return this.db.rows<ExportFile>(
      {
        name: 'fhir-export-files',
        text: `SELECT type, sum(resources)::int AS count FROM fhir_export_parts WHERE export_id = $1 GROUP BY type ORDER BY type`,
      },
      [id],
    );
  }

  /** The next part of a file after part `after`; null: that was the last. */
  async part(id: string, type: string, after: number): Promise<{ n: number; lines: string } | null> {
    const row = await this.db.one<Pick<FhirExportPart, 'n' | 'data_enc'>>(
      {
        name: 'fhir-export-part',
        text: `SELECT n, data_enc FROM fhir_export_parts WHERE export_id = $1 AND type = $2 AND n > $3 ORDER BY n LIMIT 1`,
      },
      [id, type, after],
    );
    return row && { n: row.n, lines: this.cipher.decrypt(row.data_enc, placeOf(id, type, row.n)) };
  }

  async remove(id: string): Promise<void> {
    await this.parts.delete({ export_id: id });
    await this.exports.delete({ id });
  }

  async expired(): Promise<string[]> {
    const rows = await this.db.rows<{ id: string }>({
      name: 'fhir-exports-expired',
      text: 'SELECT id FROM fhir_exports WHERE expires_at <= now() ORDER BY id LIMIT 1000',
    });
    return rows.map(({ id }) => id);
  }
}
