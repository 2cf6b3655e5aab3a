import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { LabReport, LabReportType, StaffLabReport } from '#common/api/lab-reports.js';
import { LAB_REPORT_WAITING } from '#common/clinical/index.js';
import { withoutTurning } from '#common/visible-text.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Patients, notForOneself } from '../patients/patients.service.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import type { Download } from '../platform/http/attachment.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import type { Upload } from '../platform/http/uploads.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { LabReportTranscribedDto } from './lab-reports.dto.js';
import { LAB_REPORT_LIFECYCLE } from './lab-report-lifecycle.js';
import { LabReportsRepository, ownReport, type StoredLabReport } from './lab-reports.repository.js';
import { pdfFault, typeOf } from './report-content.js';
import { VirusScan } from './virus-scan.js';
import { isWhole } from './whole-file.js';
import { TEXT } from './text/en.js';

const MOST_WAITING = 20;
const EXTENSIONS: Record<LabReportType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
};

/** The file's type; throws if the file is not acceptable. */
function readType({ content }: Upload): LabReportType {
  const wrong = (message: string): never => {
    throw validationFailed({ file: message });
  };
  if (!content.length) wrong(TEXT.fileEmpty);
  const type = typeOf(content);
  if (!type) return wrong(TEXT.sendPdfOrPhotoJpeg);
  const fault = type === 'application/pdf' ? pdfFault(content) : null;
  if (fault) return wrong(fault);
  return isWhole(type, content) ? type : wrong(TEXT.fileDamagedOrNotComplete);
}

const wire = ({ org_id: _org, patient_user_id: _user, ...report }: StoredLabReport): StaffLabReport => report;

/** Reports that patients send in. A report's values count only once a clinician has entered them. */
@Injectable()
export class LabReports {
  /** Reports whose last byte was just sent: who closes one right away finds it opened. */
  private readonly opening = new Set<Promise<void>>();

  constructor(
    private readonly repository: LabReportsRepository,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly acting: ActingClinician,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly scan: VirusScan,
  ) {}

  async own(actor: Actor): Promise<LabReport[]> {
    const patient = await this.patients.own(actor);
    const reports = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, { action: 'lab_report.list', patientId: patient.id, as: ['patient'] });
    return reports.map(ownReport);
  }

  async upload(actor: Actor, file: Upload): Promise<LabReport> {
    const type = readType(file);
    await this.scan.assertClean(file.content);
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const before = await this.repository.ofPatient(patient.id);
      if (before.filter(({ state }) => state === 'waiting').length >= MOST_WAITING)
        throw invalidState(TEXT.ofReportsWaitToRead(MOST_WAITING));
      const name = withoutTurning(file.name).trim() || `report.${EXTENSIONS[type]}`;
      const id = await this.repository.insert(patient, { name, type, content: file.content });
      await this.audit.record(actor, {
        action: 'lab_report.upload',
        target: { type: 'lab_report', id },
        patientId: patient.id,
        detail: { bytes: file.content.length, content_type: type },
        as: ['patient'],
      });
      const record = await this.cases.ofPatient(patient.id, { lock: true });
      if (record)
        await this.evaluations.raise(record, {
          rule_key: LAB_REPORT_WAITING,
          severity: 'warning',
          message: 'The patient sent a lab report. Enter its values, then mark it as transcribed.',
        });
      return ownReport((await this.repository.ofPatient(patient.id)).find((one) => one.id === id)!);
    });
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<StaffLabReport>> {
    await Promise.all(this.opening);
    const page = await this.repository.list(actor, query);
    await this.audit.record(actor, {
      action: 'lab_report.search',
      detail: { ids: page.rows.map(({ id }) => id) },
      patientIds: page.rows.map((row) => row.patient_id),
      as: STAFF_ROLES,
    });
    return { ...page, rows: page.rows.map(wire) };
  }

  /** `onWhole` is for when all of it was sent: until then no one has seen it. */
  async file(
    actor: Actor,
    id: string,
  ): Promise<Download & { type: LabReportType; onWhole: (() => void) | null }> {
    const report = await this.found(actor, id);
    const content = await this.repository.content(report.id);
    const opens = holds(actor, 'provider') && (await this.mayReview(actor, report));
    await this.record(actor, 'lab_report.download', report);
    // Never the patient's own file name, which could be anything.
    const name = `lab-report-${report.id.slice(0, 8)}.${EXTENSIONS[report.content_type]}`;
    return {
      stream: Readable.from([content]),
      name,
      type: report.content_type,
      onWhole: opens ? () => this.markOpened(report.id) : null,
    };
  }

  async transcribed(
    actor: Actor,
    id: string,
    { nothing_to_enter }: LabReportTranscribedDto,
  ): Promise<StaffLabReport> {
    await Promise.all(this.opening);
    return this.uow.run(async () => {
      const report = await this.found(actor, id);
      notForOneself(actor, report.patient_user_id);
      // Closing it releases orders, as reviewing a message does.
      if (report.case_id)
        await this.acting.assertMayReview(actor, await this.evaluations.read(report.case_id));
      LAB_REPORT_LIFECYCLE.assert(report.state, 'transcribed');
      if (!report.values_entered && !nothing_to_enter)
        throw validationFailed({
          nothing_to_enter: TEXT.noResultsOfPatientEnteredSince,
        });
      if (nothing_to_enter && !report.opened)
        throw validationFailed({
          nothing_to_enter: TEXT.providerOpensFileFirst,
        });
      if (!(await this.repository.transcribed(id, actor.userId)))
        throw invalidState(TEXT.reportMarkedInMeantime);
      await this.record(actor, 'lab_report.transcribe', report, nothing_to_enter && { nothing_to_enter });
      await this.nothingLeft(report);
      return wire(await this.found(actor, id));
    });
  }

  private markOpened(id: string): void {
    const mark = this.repository
      .markOpened(id)
      // A standby that only reads still shows the file.
      .catch(() => undefined)
      .finally(() => this.opening.delete(mark));
    this.opening.add(mark);
  }

  /** Whether what this one has on the screen counts as opened by a provider. */
  private async mayReview(actor: Actor, { case_id }: StoredLabReport): Promise<boolean> {
    if (!case_id) return true;
    return !(await this.acting.keptFromReviewing(actor, await this.evaluations.read(case_id))).length;
  }

  /** The entry leaves the work list with the last report. */
  private async nothingLeft({ patient_id, case_id }: StoredLabReport): Promise<void> {
    if (!case_id) return;
    const reports = await this.repository.ofPatient(patient_id);
    if (reports.some(({ state }) => state === 'waiting')) return;
    const open = await this.evaluations.openAlerts(case_id);
    for (const { id } of open.filter((alert) => alert.rule_key === LAB_REPORT_WAITING))
      await this.evaluations.closeAlert(id);
  }

  private async found(actor: Actor, id: string): Promise<StoredLabReport> {
    const report = await this.repository.inOrganisation(actor, id);
    if (!report) throw notFound();
    return report;
  }

  private record(
    actor: Actor,
    action: RecordAction,
    report: StoredLabReport,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'lab_report', id: report.id },
      patientId: report.patient_id,
      orgId: report.org_id,
      ...(detail && { detail }),
      as: STAFF_ROLES,
    });
  }
}
