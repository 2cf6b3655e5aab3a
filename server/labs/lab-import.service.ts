import { Injectable } from '@nestjs/common';
import type { LabImportResponse } from '../../common/api/index.js';
import { STAFF_ROLES } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { LabCorrectionsRepository } from './lab-corrections.repository.js';
import { bringsNews, group, intervalOf, refused, tell, workOf } from './lab-import-draws.js';
import type { Report, Share, Work } from './lab-import-draws.js';
import { LabImportPatients } from './lab-import-patients.js';
import { isValue, readLabFile } from './lab-import.js';
import { criticalOf, type Results } from './lab-results.js';
import { LabsRepository, type NewPanel } from './labs.repository.js';
import { WithdrawnFacts } from '../rules/withdrawn-facts.service.js';

const CORRECTED_BY_FILE = 'Corrected by the laboratory, in an imported file.';

/** A file of results: rows of one patient and time make one panel, and the same file twice adds nothing. */
@Injectable()
export class LabImport {
  constructor(
    private readonly repository: LabsRepository,
    private readonly corrections: LabCorrectionsRepository,
    private readonly patients: LabImportPatients,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly withdrawn: WithdrawnFacts,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param dryRun says what would become of the file, and stores nothing */
  async run(actor: Actor, file: unknown, dryRun: boolean): Promise<LabImportResponse> {
    if (typeof file !== 'string')
      throw new AppError(415, 'unsupported_media_type', 'Send the file as text/csv.');
    const read = await readLabFile(file, this.clock.now().getTime());
    const report: Report = new Map();
    for (const row of read) if (!isValue(row)) report.set(row.row, refused(row, row));
    const values = read.filter(isValue);
    const patientOf = await this.patients.find(actor, values);
    const shares = new Map<string, Share>();
    for (const value of values) {
      const patient = patientOf(value.patient);
      if ('error' in patient) report.set(value.row, refused(value, patient));
      else group(shares, patient, value, report);
    }
    const critical = new Set<string>();
    const compared = new Set<string>();
    for (const share of shares.values())
      if (dryRun) for (const work of await this.plan(share, compared)) tell(work, report);
      else for (const id of await this.store(actor, share, report, compared)) critical.add(id);
    await this.recordCompared(actor, [...compared]);
    return this.answer(report, [...critical]);
  }

  private async answer(report: Report, criticalIds: readonly string[]): Promise<LabImportResponse> {
    const rows = [...report.values()].sort((a, b) => a.row - b.row);
    const ok = rows.filter((r) => r.ok).length;
    const duplicates = rows.filter((r) => r.duplicate).length;
    return {
      accepted: ok - duplicates,
      duplicates,
      rejected: rows.length - ok,
      corrected: rows.filter((r) => r.corrected).length,
      rows,
      critical: criticalIds.length ? await this.repository.byIds(criticalIds) : [],
    };
  }

  /** What is on file for a draw is told with the rows that repeat or contradict it: that is a reading. */
  private async recordCompared(actor: Actor, patientIds: string[]): Promise<void> {
    if (patientIds.length)
      await this.audit.record(actor, {
        action: 'lab.import_check',
        detail: { patients: patientIds.length },
        patientIds,
        as: STAFF_ROLES,
      });
  }

  /** @param compared takes the patient if a draw of the file is on file too */
  private async plan({ patient, draws }: Share, compared: Set<string>): Promise<Work[]> {
    const stored = await this.repository.drawsAt(
      patient.id,
      [...draws.keys()].map((at) => new Date(at)),
    );
    if (stored.size) compared.add(patient.id);
    return [...draws].map(([at, values]) => workOf(values, at, stored.get(at)));
  }

  /** What the file says of one patient, in one transaction: half a panel is never stored. Panels that got a critical value. */
  private async store(actor: Actor, share: Share, report: Report, compared: Set<string>): Promise<string[]> {
    const { patient } = share;
    return this.uow.run(async () => {
      const known = await this.cases.ofPatient(patient.id, { lock: true });
      const work = await this.plan(share, compared);
      const added = work.filter(bringsNews);
      const corrects = added.some(({ corrections }) => corrections.size > 0);
      const before = corrects ? await this.withdrawn.standing(known) : [];
      await this.insertPanels(actor, patient, added);
      const more = added.filter(({ existing, fresh }) => existing && fresh.size > 0);
      if (more.length)
        await this.repository.addResults(more.map((w) => ({ panelId: w.labId!, results: w.fresh })));
      for (const { labId, interval } of added)
        if (interval !== null) await this.repository.addInterval(labId!, interval);
      for (const one of added) if (one.corrections.size) await this.correct(actor, one);
      for (const one of work) tell(one, report);
      for (const one of added) await this.record(actor, patient, one);
      if (known && added.length) await this.evaluations.run(known.id, 'labs');
      await this.withdrawn.tell(known, before, 'lab_result_withdrawn');
      return added.filter((w) => criticalOf([...w.fresh, ...w.corrections]).length).map((w) => w.labId!);
    });
  }

  private async insertPanels(actor: Actor, patient: PatientRow, added: readonly Work[]): Promise<void> {
    const panels = added.filter(({ existing }) => !existing);
    if (!panels.length) return;
    const ids = await this.repository.insertAll(panels.map((w) => this.panel(actor, patient, w)));
    panels.forEach((w, i) => {
      w.labId = ids[i]!;
    });
  }

  private async correct(actor: Actor, { labId, corrections }: Work): Promise<void> {
    await this.repository.lock(labId!);
    const lab = (await this.repository.find(actor, labId!))!;
    const results = new Map([...Object.entries(lab.results), ...corrections]) as Results;
    await this.corrections.correct(lab, results, { reason: CORRECTED_BY_FILE, by: actor.userId });
  }

  private async record(
    actor: Actor,
    patient: PatientRow,
    { labId, fresh, corrections }: Work,
  ): Promise<void> {
    await this.audit.record(actor, {
      action: 'lab.import',
      target: { type: 'lab', id: labId! },
      patientId: patient.id,
      orgId: patient.org_id,
      detail: {
        analytes: [...fresh.keys()],
        ...(corrections.size > 0 && { corrected: [...corrections.keys()] }),
      },
      as: STAFF_ROLES,
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
