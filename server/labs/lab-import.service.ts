import { Injectable } from '@nestjs/common';
import type { LabImportResponse, LabImportRow } from '../../common/api/index.js';
import { STAFF_ROLES } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Patients } from '../patients/patients.service.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { isValue, readLabFile, type ImportValue } from './lab-import.js';
import { LabsRepository } from './labs.repository.js';
import { readResults } from './labs.service.js';

interface Draw {
  patient: PatientRow;
  values: ImportValue[];
}

/** A file of results: rows of one patient and time make one panel, and the same file twice adds nothing. */
@Injectable()
export class LabImport {
  constructor(
    private readonly repository: LabsRepository,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(actor: Actor, file: unknown): Promise<LabImportResponse> {
    if (typeof file !== 'string')
      throw new AppError(415, 'unsupported_media_type', 'Send the file as text/csv.');
    const read = readLabFile(file, this.clock.now().getTime());
    const report = new Map<number, LabImportRow>();
    for (const row of read)
      if (!isValue(row)) report.set(row.row, { row: row.row, ok: false, error: row.error });
    const values = read.filter(isValue);
    const patients = await this.patients.manyForStaff(actor, [...new Set(values.map((v) => v.patientId))]);
    const draws = new Map<string, Draw>();
    for (const value of values) {
      const patient = patients.get(value.patientId);
      if (!patient)
        report.set(value.row, {
          row: value.row,
          ok: false,
          error: 'patient_id: this patient does not exist.',
        });
      else this.group(draws, patient, value, report);
    }
    for (const draw of draws.values()) await this.store(actor, draw, report);
    const rows = [...report.values()].sort((a, b) => a.row - b.row);
    const accepted = rows.filter((r) => r.ok).length;
    return { accepted, rejected: rows.length - accepted, rows };
  }

  private group(
    draws: Map<string, Draw>,
    patient: PatientRow,
    value: ImportValue,
    report: Map<number, LabImportRow>,
  ): void {
    const key = `${patient.id} ${Date.parse(value.collectedAsSent)}`;
    const draw = draws.get(key) ?? { patient, values: [] };
    draws.set(key, draw);
    const twin = draw.values.find((v) => v.analyte === value.analyte);
    if (twin && twin.value !== value.value) {
      report.set(value.row, {
        row: value.row,
        ok: false,
        error: `value: row ${twin.row} gives another value for the same draw.`,
      });
    } else draw.values.push(value);
  }

  /** One draw in one transaction: half a panel is never stored. */
  private async store(
    actor: Actor,
    { patient, values }: Draw,
    report: Map<number, LabImportRow>,
  ): Promise<void> {
    const [first] = values;
    if (!first) return;
    await this.uow.run(async () => {
      const known = await this.cases.ofPatient(patient.id, { lock: true });
      const collectedAt = new Date(first.collectedAsSent);
      const existing = await this.repository.drawAt(patient.id, collectedAt);
      const results = readResults(Object.fromEntries(values.map((v) => [v.analyte, v.value])));
      const fresh = new Map([...results].filter(([analyte]) => existing?.results[analyte] === undefined));
      const labId = existing?.id ?? (await this.insert(actor, patient, first, collectedAt, fresh));
      if (existing && fresh.size) await this.repository.addResults(existing.id, fresh);
      for (const { row, analyte, value } of values) {
        const before = existing?.results[analyte];
        const differs = before !== undefined && before !== value;
        report.set(
          row,
          differs
            ? { row, ok: false, error: `value: ${before} is on file for this draw.` }
            : { row, ok: true, lab_id: labId },
        );
      }
      if (!fresh.size) return;
      await this.audit.record(actor, {
        action: 'lab.import',
        target: { type: 'lab', id: labId },
        patientId: patient.id,
        orgId: patient.org_id,
        detail: { analytes: [...fresh.keys()] },
        as: STAFF_ROLES,
      });
      if (known) await this.evaluations.run(known.id, 'labs');
    });
  }

  private insert(
    actor: Actor,
    patient: PatientRow,
    first: ImportValue,
    collectedAt: Date,
    results: ReturnType<typeof readResults>,
  ): Promise<string> {
    return this.repository.insert({
      patientId: patient.id,
      orgId: patient.org_id,
      collectedAt,
      collectedAsSent: first.collectedAsSent,
      sinceLastDoseH: first.sinceLastDoseH,
      specimen: null,
      source: 'import',
      enteredBy: actor.userId,
      results,
    });
  }
}
