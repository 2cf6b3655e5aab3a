import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type { LabReport, LabReportType, StaffLabReport } from '#common/api/lab-reports.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { ListDialect, ListQuery, Page } from '../platform/http/list-query.js';
import { LabReportRow } from './lab-report.entities.js';

/** Before encryption: small, because key rotation has many of them in memory at once. */
const PART_BYTES = 128 * 1024;
const PARTS_AT_ONCE = 8;
const SHOWN = 200;

export const LAB_REPORT_LIST: ListDialect = {
  unit: 'lab-reports',
  sorts: { uploaded_at: 'r.created_at' },
  defaultSort: ['uploaded_at', 'ASC'],
  filters: { patient_id: 'uuid', state: ['waiting', 'transcribed'] },
};

type Row = Pick<
  LabReportRow,
  | 'id'
  | 'org_id'
  | 'patient_id'
  | 'content_type'
  | 'bytes'
  | 'name_enc'
  | 'state'
  | 'created_at'
  | 'transcribed_at'
> &
  Pick<
    StaffLabReport,
    'patient_name' | 'mrn' | 'case_id' | 'opened' | 'transcribed_by' | 'values_entered'
  > & {
    patient_user_id: string;
  };
export type StoredLabReport = StaffLabReport & Pick<Row, 'org_id' | 'patient_user_id'>;

const COLUMNS = `r.id, r.org_id, r.patient_id, p.user_id AS patient_user_id, COALESCE(p.full_name, u.email) AS patient_name, p.mrn, c.id AS case_id,
  r.content_type, r.bytes, r.name_enc, r.state, r.created_at, r.opened_at IS NOT NULL AS opened, r.transcribed_at, COALESCE(t.display_name, t.email) AS transcribed_by,
  EXISTS (SELECT 1 FROM lab_panels l WHERE l.patient_id = r.patient_id AND l.status = 'completed' AND l.source <> 'schedule'
    AND l.created_at BETWEEN r.created_at AND COALESCE(r.transcribed_at, now())) AS values_entered`;
const JOINS = `JOIN patients p ON p.id = r.patient_id JOIN users u ON u.id = p.user_id
  LEFT JOIN cases c ON c.patient_id = r.patient_id LEFT JOIN users t ON t.id = r.transcribed_by`;
const namePlace = (id: string): string => `lab_reports.name:${id}`;
const partPlace = (id: string, n: number): string => `lab_report_parts.data:${id}:${n}`;

export const ownReport = ({
  id,
  name,
  content_type,
  bytes,
  state,
  uploaded_at,
  transcribed_at,
  values_entered,
}: StaffLabReport): LabReport => ({
  id,
  name,
  content_type,
  bytes,
  state,
  uploaded_at,
  transcribed_at,
  values_entered,
});

@Injectable()
export class LabReportsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(LabReportRow) private readonly reports: Rows<LabReportRow>,
  ) {}

  async insert(
    patient: { id: string; org_id: string },
    file: { name: string; type: LabReportType; content: Buffer },
  ): Promise<string> {
    const id = randomUUID();
    await this.reports.insert({
      id,
      org_id: patient.org_id,
      patient_id: patient.id,
      content_type: file.type,
      bytes: file.content.length,
      name_enc: this.cipher.encrypt(file.name, namePlace(id)),
    });
    const parts = Math.ceil(file.content.length / PART_BYTES);
    for (let from = 0; from < parts; from += PARTS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(PARTS_AT_ONCE, parts - from) }, (_, n) => from + n);
      await this.db.rows(
        {
          name: 'lab-report-parts-insert',
          text: `INSERT INTO lab_report_parts (report_id, n, data_enc) SELECT $1, a.n, a.data FROM unnest($2::int[], $3::text[]) AS a(n, data)`,
        },
        [id, numbers, numbers.map((n) => this.encrypted(id, n, file.content))],
      );
    }
    return id;
  }

  /** The whole file. The caller has checked access to it. */
  async content(id: string): Promise<Buffer> {
    const rows = await this.db.rows<{ n: number; data_enc: string }>(
      {
        name: 'lab-report-parts',
        text: 'SELECT n, data_enc FROM lab_report_parts WHERE report_id = $1 ORDER BY n',
      },
      [id],
    );
    return Buffer.concat(
      rows.map(({ n, data_enc }) => Buffer.from(this.cipher.decrypt(data_enc, partPlace(id, n)), 'base64')),
    );
  }

  /** For a patient with checked access, newest first. */
  async ofPatient(patientId: string): Promise<StoredLabReport[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'lab-reports-of-patient',
        text: `SELECT ${COLUMNS} FROM lab_reports r ${JOINS} WHERE r.patient_id = $1 ORDER BY r.created_at DESC, r.id LIMIT ${SHOWN}`,
      },
      [patientId],
    );
    return rows.map((row) => this.opened(row));
  }

  async inOrganisation(actor: Actor, id: string): Promise<StoredLabReport | null> {
    const row = await this.db.one<Row>(
      {
        name: 'lab-report-in-org',
        text: `SELECT ${COLUMNS} FROM lab_reports r ${JOINS} WHERE r.id = $1 AND ($2::uuid IS NULL OR r.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && this.opened(row);
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<StoredLabReport>> {
    const { patient_id, state } = query.filter;
    const page = await listPage<Row>(
      this.db,
      {
        name: 'lab-report-list',
        records: { actor, table: 'r' },
        columns: COLUMNS,
        details: `JOIN lab_reports r ON r.id = page.id ${JOINS}`,
        body: `FROM lab_reports r WHERE ($1::uuid IS NULL OR r.org_id = $1) AND ($2::uuid[] IS NULL OR r.id = ANY($2))
          AND ($3::uuid IS NULL OR r.patient_id = $3) AND ($4::text IS NULL OR r.state = $4)`,
        values: [actor.orgId, query.ids, patient_id ?? null, state ?? null],
      },
      query,
      'r.id',
    );
    return { ...page, rows: page.rows.map((row) => this.opened(row)) };
  }

  async markOpened(id: string): Promise<void> {
    await this.reports.update({ id, opened_at: IsNull() }, { opened_at: () => 'now()' });
  }

  /** false: someone else made the change first. */
  async transcribed(id: string, by: string): Promise<boolean> {
    const { affected } = await this.reports.update(
      { id, state: 'waiting' },
      { state: 'transcribed', transcribed_by: by, transcribed_at: () => 'now()' },
    );
    return affected === 1;
  }

  private encrypted(id: string, n: number, content: Buffer): string {
    const part = content.subarray(n * PART_BYTES, (n + 1) * PART_BYTES);
    return this.cipher.encrypt(part.toString('base64'), partPlace(id, n));
  }

  private opened({ name_enc, created_at, transcribed_at, ...row }: Row): StoredLabReport {
    return {
      ...row,
      name: this.cipher.decrypt(name_enc, namePlace(row.id)),
      uploaded_at: created_at.toISOString(),
      transcribed_at: transcribed_at?.toISOString() ?? null,
    };
  }
}
