import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { INTAKE_SCHEMA_VERSION, type IntakeData } from '#common/intake/index.js';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import type { PatientRow } from '../../patients/patients.repository.js';
import { Intake, type IntakeChange } from './intake.entities.js';

export type StoredIntake = Pick<
  Intake,
  | 'id'
  | 'patient_id'
  | 'status'
  | 'version'
  | 'schema_version'
  | 'saved_at'
  | 'submitted_at'
  | 'imported_at'
  | 'revision'
> & { data: IntakeData };
/** Field -> [before, after]; null: not answered. */
export type FieldChanges = Record<string, [unknown, unknown]>;

/** How many saves back a stale window can still be merged; older changes are deleted. */
const KEPT_CHANGES = 300;
/** The most bytes read to rebuild an earlier version; more than this is abuse, not typing. */
const MOST_BYTES = 8_000_000;
/** The same limit for what every read of the form, the dashboard and the case scans. */
const MOST_BYTES_A_READ = 1_000_000;

type Row = Omit<StoredIntake, 'data'> & Pick<Intake, 'data_enc'>;

const COLUMNS =
  'id, patient_id, status, version, schema_version, data_enc, saved_at, submitted_at, imported_at, revision';
const dataPlace = (id: string) => `intakes.data:${id}`;
const changePlace = (id: string, version: number) => `intake_changes.changes:${id}:${version}`;

/**
 * The patient's own form. Callers hold the patient's row, found through the actor. Prepared: it saves with every pause in
 * typing.
 */
@Injectable()
export class IntakeRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(Intake) private readonly intakes: Rows<Intake>,
  ) {}

  async find(patient: Pick<PatientRow, 'id'>): Promise<StoredIntake | null> {
    const row = await this.db.one<Row>(
      { name: 'intake-find', text: `SELECT ${COLUMNS} FROM intakes WHERE patient_id = $1` },
      [patient.id],
    );
    return row && this.opened(row);
  }

  async statusOf(patient: PatientRow): Promise<Intake['status'] | null> {
    const row = await this.intakes.findOne({ select: { status: true }, where: { patient_id: patient.id } });
    return row?.status ?? null;
  }

  /** The form, created if missing, locked until the transaction ends. */
  async lock(patient: PatientRow): Promise<StoredIntake> {
    const id = randomUUID();
    await this.db.rows(
      {
        name: 'intake-make',
        text: `INSERT INTO intakes (id, patient_id, org_id, schema_version, data_enc, saved_at) VALUES ($1, $2, $3, $4, $5, now())
          ON CONFLICT (patient_id) DO NOTHING`,
      },
      [id, patient.id, patient.org_id, INTAKE_SCHEMA_VERSION, this.cipher.encryptJson({}, dataPlace(id))],
    );
    const row = await this.db.one<Row>(
      { name: 'intake-lock', text: `SELECT ${COLUMNS} FROM intakes WHERE patient_id = $1 FOR UPDATE` },
      [patient.id],
    );
    return this.opened(row!);
  }

  /** The data at an earlier version; null: too much was saved since to process. */
  async dataAt(intake: StoredIntake, version: number): Promise<IntakeData | null> {
    if (intake.version - version > KEPT_CHANGES) return null;
    const size = await this.db.one<{ bytes: string }>(
      {
        name: 'intake-changes-size',
        text: 'SELECT COALESCE(sum(octet_length(changes_enc)), 0) AS bytes FROM intake_changes WHERE intake_id = $1 AND version > $2',
      },
      [intake.id, version],
    );
    if (Number(size!.bytes) > MOST_BYTES) return null;
    const rows = await this.db.rows<Pick<IntakeChange, 'version' | 'changes_enc'>>(
      {
        name: 'intake-changes-since',
        text: 'SELECT version, changes_enc FROM intake_changes WHERE intake_id = $1 AND version > $2 ORDER BY version DESC',
      },
      [intake.id, version],
    );
    const data: Record<string, unknown> = { ...intake.data };
    for (const row of rows) {
      const changes = this.cipher.decryptJson<FieldChanges>(
        row.changes_enc,
        changePlace(intake.id, row.version),
      );
      for (const [field, [before]] of Object.entries(changes)) {
        if (before === null) delete data[field];
        else data[field] = before;
      }
    }
    return data as IntakeData;
  }

  /** What was saved after the last submission, oldest first; null: too much to process. */
  async changesSinceSubmit({
    id,
  }: StoredIntake): Promise<{ saved_at: Date; changes: FieldChanges }[] | null> {
    const size = await this.db.one<{ bytes: string }>(
      {
        name: 'intake-since-submit-size',
        text: `SELECT COALESCE(sum(octet_length(c.changes_enc)), 0) AS bytes FROM intake_changes c JOIN intakes i ON i.id = c.intake_id
          WHERE c.intake_id = $1 AND c.saved_at > i.submitted_at`,
      },
      [id],
    );
    if (Number(size!.bytes) > MOST_BYTES_A_READ) return null;
    const rows = await this.db.rows<Pick<IntakeChange, 'version' | 'saved_at' | 'changes_enc'>>(
      {
        name: 'intake-changes-since-submit',
        text: `SELECT c.version, c.saved_at, c.changes_enc FROM intake_changes c JOIN intakes i ON i.id = c.intake_id
          WHERE c.intake_id = $1 AND c.saved_at > i.submitted_at ORDER BY c.version`,
      },
      [id],
    );
    return rows.map(({ version, saved_at, changes_enc }) => ({
      saved_at,
      changes: this.cipher.decryptJson<FieldChanges>(changes_enc, changePlace(id, version)),
    }));
  }

  /** When something was first saved after the last submission. */
  async firstSavedSinceSubmit({ id }: StoredIntake): Promise<Date | null> {
    const row = await this.db.one<{ at: Date | null }>(
      {
        name: 'intake-first-since-submit',
        text: `SELECT min(c.saved_at) AS at FROM intake_changes c JOIN intakes i ON i.id = c.intake_id
          WHERE c.intake_id = $1 AND c.saved_at > i.submitted_at`,
      },
      [id],
    );
    return row?.at ?? null;
  }

  async save(
    intake: StoredIntake,
    next: { data: IntakeData; changes: FieldChanges; submit: boolean; imported?: boolean },
  ): Promise<StoredIntake> {
    const version = intake.version + 1;
    await this.db.rows(
      {
        name: 'intake-change',
        text: 'INSERT INTO intake_changes (intake_id, version, changes_enc) VALUES ($1, $2, $3)',
      },
      [intake.id, version, this.cipher.encryptJson(next.changes, changePlace(intake.id, version))],
    );
    await this.db.rows(
      {
        name: 'intake-changes-prune',
        text: `DELETE FROM intake_changes c USING intakes i WHERE i.id = c.intake_id AND c.intake_id = $1 AND c.version <= $2
          AND (i.submitted_at IS NULL OR c.saved_at <= i.submitted_at OR EXISTS (
            SELECT 1 FROM intake_changes o WHERE o.intake_id = $1 AND o.version < c.version AND o.saved_at > i.submitted_at))`,
      },
      [intake.id, version - KEPT_CHANGES],
    );
    const row = await this.db.one<Row>(
      {
        name: 'intake-save',
        text: `UPDATE intakes SET version = $2, data_enc = $3, saved_at = now(), schema_version = $4,
            status = CASE WHEN $5 THEN 'submitted' ELSE status END,
            submitted_at = CASE WHEN $5 THEN now() ELSE submitted_at END,
            revision = revision + CASE WHEN $5 THEN 1 ELSE 0 END,
            imported_at = CASE WHEN $6 THEN now() ELSE imported_at END
          WHERE id = $1 RETURNING ${COLUMNS}`,
      },
      [
        intake.id,
        version,
        this.cipher.encryptJson(next.data, dataPlace(intake.id)),
        INTAKE_SCHEMA_VERSION,
        next.submit,
        next.imported ?? false,
      ],
    );
    return this.opened(row!);
  }

  private opened({ data_enc, ...row }: Row): StoredIntake {
    return { ...row, data: this.cipher.decryptJson<IntakeData>(data_enc, dataPlace(row.id)) };
  }
}
