import { Injectable } from '@nestjs/common';
import type { LabImportResponse } from '#common/api/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { LabDraws } from './lab-draws.service.js';
import { group, refused, tell } from './lab-import-draws.js';
import type { Report, Share, Work } from './lab-import-draws.js';
import { LabImportPatients } from './lab-import-patients.js';
import { isValue, readLabFile } from './lab-import.js';
import { criticalOf } from './lab-results.js';
import { LabsRepository } from './labs.repository.js';
import { TEXT } from './text/en.js';

/** A file of results: rows of one patient and time make one panel, and the same file twice adds nothing. */
@Injectable()
export class LabImport {
  constructor(
    private readonly repository: LabsRepository,
    private readonly draws: LabDraws,
    private readonly patients: LabImportPatients,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @param dryRun says what would become of the file, and stores nothing */
  async run(actor: Actor, file: unknown, dryRun: boolean): Promise<LabImportResponse> {
    if (typeof file !== 'string') throw new AppError(415, 'unsupported_media_type', TEXT.sendFileAsTextCsv);
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
  private async plan(share: Share, compared: Set<string>): Promise<Work[]> {
    const work = await this.draws.plan(share);
    if (work.some(({ existing }) => existing)) compared.add(share.patient.id);
    return work;
  }

  /** What the file says of one patient. Panels that got a critical value. */
  private async store(actor: Actor, share: Share, report: Report, compared: Set<string>): Promise<string[]> {
    const work = await this.draws.store(
      { actor, source: 'import', specimen: null, reason: TEXT.correctedByFile, detail: {} },
      share,
    );
    if (work.some(({ existing }) => existing)) compared.add(share.patient.id);
    for (const one of work) tell(one, report);
    return work.filter((w) => criticalOf([...w.fresh, ...w.corrections]).length > 0).map((w) => w.labId!);
  }
}
