import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Appointments } from '../appointments/appointments.service.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { documentPdf } from '../documents/document-pdf.js';
import { doseLogPdf, type DoseLogSheet } from '../documents/dose-log-pdf.js';
import { Documents, type ReachableDocument } from '../documents/documents.repository.js';
import { ownDay } from '../patients/own-day.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients, outsideCaseLoad } from '../patients/patients.service.js';
import { Doses } from '../doses/doses.service.js';
import type { Actor } from '../platform/access/actor.js';
import { notFound } from '../platform/errors/errors.js';
import type { Download } from '../platform/http/attachment.js';
import { Clock } from '../platform/time/clock.js';
import { calendarFile } from './calendar-file.js';
import { doseTable } from './export-tables.js';

/** File names without personal information: a downloads folder is not a medical record. */
export const documentFileName = ({ slug, revision }: ReachableDocument): string => `${slug}-${revision}.pdf`;

export const doseLogSheet = (
  { full_name, email, dob, zone }: PatientRow,
  doses: DoseLogSheet['doses'],
  printedAt: Date,
): DoseLogSheet => ({ name: full_name ?? email, dob, doses, printedAt, timezone: zone });

@Injectable()
export class Downloads {
  constructor(
    private readonly documents: Documents,
    private readonly patients: Patients,
    private readonly appointments: Appointments,
    private readonly doseLog: Doses,
    private readonly cases: CaseRecords,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async document(actor: Actor, id: string): Promise<Download> {
    const document = await this.documents.reachable(actor, id);
    if (!document) throw notFound();
    const { patient } = document;
    const own = patient.id === actor.patientId;
    const outside = !own && outsideCaseLoad(actor, await this.cases.ofPatient(patient.id));
    await this.audit.record(actor, {
      action: 'document.download',
      target: { type: 'document', id },
      patientId: patient.id,
      orgId: patient.org_id,
      ...(outside && { detail: { outside_case_load: true } }),
      as: own ? ['patient'] : STAFF_ROLES,
    });
    return { stream: documentPdf(document), name: documentFileName(document) };
  }

  /** The dose log as a table, as the export has it. */
  async doses(actor: Actor): Promise<Download> {
    const patient = await this.patients.own(actor);
    const { doses } = await this.doseLog.own(actor);
    return {
      stream: Readable.from(doseTable(doses, patient.zone)),
      name: `doses-${ownDay(patient, this.clock.now())}.csv`,
    };
  }

  /** The dose log to read and to hand to someone else. */
  async dosesPdf(actor: Actor): Promise<Download> {
    const patient = await this.patients.own(actor);
    const { doses } = await this.doseLog.own(actor);
    const now = this.clock.now();
    return {
      stream: doseLogPdf(doseLogSheet(patient, doses, now)),
      name: `doses-${ownDay(patient, now)}.pdf`,
    };
  }

  async appointment(actor: Actor, id: string): Promise<string> {
    return calendarFile(await this.appointments.forCalendar(actor, id), this.clock.now());
  }
}
