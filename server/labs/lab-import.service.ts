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
import { LabsRepository, type NewPanel, type StoredDraw } from './labs.repository.js';
import { readResults } from './labs.service.js';

/** The values of one patient and moment. */
type Draw = [ImportValue, ...ImportValue[]];
interface Share {
  patient: PatientRow;
  /** By the moment in ms. */
  draws: Map<number, Draw>;
}
type Report = Map<number, LabImportRow>;

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
    const shares = new Map<string, Share>();
    for (const value of values) {
      const patient = patients.get(value.patientId);
      if (!patient)
        report.set(value.row, {
          row: value.row,
          ok: false,
          error: 'patient_id: this patient does not exist.',
        });
      else if (patient.user_id === actor.userId)
        report.set(value.row, {
          row: value.row,
          ok: false,
          error: 'patient_id: nobody enters results of his own.',
        });
      else group(shares, patient, value, report);
    }
    for (const share of shares.values()) await this.store(actor, share, report);
    const rows = [...report.values()].sort((a, b) => a.row - b.row);
    const accepted = rows.filter((r) => r.ok).length;
    return { accepted, rejected: rows.length - accepted, rows };
  }

  /** What the file says of one patient, in one transaction: half a panel is never stored. */
  private async store(actor: Actor, { patient, draws }: Share, report: Report): Promise<void> {
    await this.uow.run(async () => {
      const known = await this.cases.ofPatient(patient.id, { lock: true });
      const stored = await this.repository.drawsAt(
        patient.id,
        [...draws.keys()].map((at) => new Date(at)),
      );
      const work = [...draws].map(([at, values]) => newOf(values, at, stored.get(at)));
      const added = work.filter(({ fresh }) => fresh.size > 0);
      const panels = added.filter(({ existing }) => !existing);
      const ids = panels.length
        ? await this.repository.insertAll(panels.map((w) => this.panel(actor, patient, w)))
        : [];
      panels.forEach((w, i) => {
        w.labId = ids[i]!;
      });
      const more = added.filter(({ existing }) => existing);
      if (more.length)
        await this.repository.addResults(more.map((w) => ({ panelId: w.labId!, results: w.fresh })));
      for (const w of work) tell(w, report);
      for (const { labId, fresh } of added) {
        await this.audit.record(actor, {
          action: 'lab.import',
          target: { type: 'lab', id: labId! },
          patientId: patient.id,
          orgId: patient.org_id,
          detail: { analytes: [...fresh.keys()] },
          as: STAFF_ROLES,
        });
      }
      if (known && added.length) await this.evaluations.run(known.id, 'labs');
    });
  }

  private panel(actor: Actor, patient: PatientRow, { at, values, fresh }: Work): NewPanel {
    return {
      patientId: patient.id,
      orgId: patient.org_id,
      collectedAt: new Date(at),
      collectedAsSent: values[0].collectedAsSent,
      sinceLastDoseH: values[0].sinceLastDoseH,
      specimen: null,
      source: 'import',
      enteredBy: actor.userId,
      results: fresh,
    };
  }
}

/** One draw of the file beside what is on file for it. */
interface Work {
  at: number;
  values: Draw;
  existing: StoredDraw | undefined;
  /** What is not on file yet. */
  fresh: NewPanel['results'];
  labId: string | null;
}

function newOf(values: Draw, at: number, existing: StoredDraw | undefined): Work {
  const results = readResults(Object.fromEntries(values.map((v) => [v.analyte, v.value])));
  const fresh = new Map([...results].filter(([analyte]) => existing?.results[analyte] === undefined));
  return { at, values, existing, fresh, labId: existing?.id ?? null };
}

function tell({ values, existing, labId }: Work, report: Report): void {
  for (const { row, analyte, value } of values) {
    const before = existing?.results[analyte];
    const differs = before !== undefined && before !== value;
    report.set(
      row,
      differs
        ? { row, ok: false, error: `value: ${before} is on file for this draw.` }
        : { row, ok: true, lab_id: labId! },
    );
  }
}

function group(shares: Map<string, Share>, patient: PatientRow, value: ImportValue, report: Report): void {
  const share = shares.get(patient.id) ?? { patient, draws: new Map<number, Draw>() };
  shares.set(patient.id, share);
  const at = Date.parse(value.collectedAsSent);
  const draw = share.draws.get(at);
  const twin = draw?.find((v) => v.analyte === value.analyte);
  if (twin && twin.value !== value.value) {
    report.set(value.row, {
      row: value.row,
      ok: false,
      error: `value: row ${twin.row} gives another value for the same draw.`,
    });
  } else if (draw) draw.push(value);
  else share.draws.set(at, [value]);
}
