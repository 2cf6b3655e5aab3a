import { Injectable } from '@nestjs/common';
import type { LabImportResponse, LabImportRow, LabResult } from '../../common/api/index.js';
import type { AnalyteKey } from '../../common/clinical/index.js';
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
    const ok = rows.filter((r) => r.ok).length;
    const duplicates = rows.filter((r) => r.duplicate).length;
    return { accepted: ok - duplicates, duplicates, rejected: rows.length - ok, rows };
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
      const added = work.filter(({ fresh, interval }) => fresh.size > 0 || interval !== null);
      const panels = added.filter(({ existing }) => !existing);
      const ids = panels.length
        ? await this.repository.insertAll(panels.map((w) => this.panel(actor, patient, w)))
        : [];
      panels.forEach((w, i) => {
        w.labId = ids[i]!;
      });
      const more = added.filter(({ existing, fresh }) => existing && fresh.size > 0);
      if (more.length)
        await this.repository.addResults(more.map((w) => ({ panelId: w.labId!, results: w.fresh })));
      for (const { labId, interval } of work)
        if (interval !== null) await this.repository.addInterval(labId!, interval);
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
      sinceLastDoseH: intervalOf(values),
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
  /** Hours since the last dose that a draw on file came without. */
  interval: number | null;
  labId: string | null;
}

/** The hours since the last dose, wherever in the rows of one draw they stand. */
const intervalOf = (values: readonly ImportValue[]): number | null =>
  values.find((v) => v.sinceLastDoseH !== null)?.sinceLastDoseH ?? null;

/** A row that says something else than what is on file for its draw. */
function contradiction({ analyte, value, sinceLastDoseH: since }: ImportValue, existing: StoredDraw) {
  const { [analyte]: before } = existing.results;
  if (before !== undefined && before !== value) return `value: ${before} is on file for this draw.`;
  const hours = existing.since_last_dose_h;
  return since !== null && hours !== null && since !== hours
    ? `since_last_dose_h: ${hours} is on file for this draw.`
    : null;
}

function newOf(values: Draw, at: number, existing: StoredDraw | undefined): Work {
  const sound = existing ? values.filter((v) => !contradiction(v, existing)) : values;
  const unknown = sound.filter((v) => existing?.results[v.analyte] === undefined);
  const fresh = unknown.length
    ? readResults(Object.fromEntries(unknown.map((v) => [v.analyte, v.value])))
    : new Map<AnalyteKey, LabResult>();
  const interval = existing && existing.since_last_dose_h === null ? intervalOf(sound) : null;
  return { at, values, existing, fresh, interval, labId: existing?.id ?? null };
}

function tell({ values, existing, interval, labId }: Work, report: Report): void {
  for (const [i, value] of values.entries()) {
    const { row, analyte } = value;
    const error = existing && contradiction(value, existing);
    const known =
      existing?.results[analyte] !== undefined || values.findIndex((v) => v.analyte === analyte) < i;
    const duplicate = known && (interval === null || value.sinceLastDoseH === null);
    report.set(
      row,
      error
        ? { row, ok: false, error }
        : { row, ok: true, lab_id: labId!, ...(duplicate && { duplicate: true as const }) },
    );
  }
}

function group(shares: Map<string, Share>, patient: PatientRow, value: ImportValue, report: Report): void {
  const share = shares.get(patient.id) ?? { patient, draws: new Map<number, Draw>() };
  shares.set(patient.id, share);
  const at = Date.parse(value.collectedAsSent);
  const draw = share.draws.get(at);
  const twin = draw?.find((v) => v.analyte === value.analyte);
  const since = value.sinceLastDoseH;
  const other = draw?.find((v) => since !== null && v.sinceLastDoseH !== null && v.sinceLastDoseH !== since);
  if (twin && twin.value !== value.value) {
    report.set(value.row, {
      row: value.row,
      ok: false,
      error: `value: row ${twin.row} gives another value for the same draw.`,
    });
  } else if (other) {
    report.set(value.row, {
      row: value.row,
      ok: false,
      error: `since_last_dose_h: row ${other.row} gives ${other.sinceLastDoseH} for the same draw.`,
    });
  } else if (draw) draw.push(value);
  else share.draws.set(at, [value]);
}
