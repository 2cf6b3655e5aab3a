import { PassThrough } from 'node:stream';
import { Injectable } from '@nestjs/common';
import yazl from 'yazl';
import { OwnSessions } from '../accounts/sessions/own-sessions.service.js';
import { Appointments } from '../appointments/appointments.service.js';
import { Assistant } from '../assistant/assistant.service.js';
import { Audit } from '../audit/audit.service.js';
import { documentPdf } from '../documents/document-pdf.js';
import { doseLogPdf } from '../documents/dose-log-pdf.js';
import { Documents, type ReachableDocument } from '../documents/documents.repository.js';
import { Doses } from '../doses/doses.service.js';
import { IntakeService } from '../intake/intake.service.js';
import { LabOrders } from '../lab-orders/lab-orders.service.js';
import { LabReports } from '../lab-reports/lab-reports.service.js';
import { Messages } from '../messages/messages.service.js';
import { AccessLog } from '../chart/access-log.service.js';
import { PatientProfiles } from '../chart/patient-profiles.service.js';
import { ownDay } from '../patients/own-day.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import { forPatient } from '../plans/plan-rows.js';
import { Plans } from '../plans/plans.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Clock } from '../platform/time/clock.js';
import { KEPT_DAYS } from '../platform/time/kept-days.js';
import { PatientPrescriptions } from '../prescriptions/patient-prescriptions.service.js';
import { Progress } from '../progress/progress.service.js';
import { Reminders } from '../reminders/reminders.service.js';
import type { Download } from '../platform/http/attachment.js';
import { SafetyChecks } from '../safety-checks/safety-checks.service.js';
import { Connections } from '../smart/connections.service.js';
import { DispenseRecords, wireDispense } from '../supply/records/dispenses.repository.js';
import { RefillRequests } from '../supply/refill-requests.service.js';
import { Supply } from '../supply/supply.service.js';
import { documentFileName, doseLogSheet } from './downloads.service.js';
import { checkInTable, doseTable, labTable } from './export-tables.js';
import { readableRecord } from './readable-record.js';
import { TEXT } from './text/en.js';

/** Each file and its content, as listed in the README. */
const CONTENTS = {
  'profile.json': 'your name and contact details, your visits, and the list of what you signed',
  'intake.json': 'your intake answers',
  'plans.json': 'your treatment plans, present and past',
  'prescriptions.json': 'your prescriptions',
  'supply.json': 'how long your prescriptions last, their fills, and your refill requests',
  'doses.json': 'the doses you logged',
  'lab-orders.json': 'the lab tests ordered for you',
  'lab-reports.json': 'the list of the lab reports you sent in',
  'progress.json': 'your lab results, doses and check-ins',
  'safety-checks.json': 'your safety checks',
  'appointments.json': 'your appointments and requests',
  'messages.json': 'your messages with the care team',
  'assistant.json': `what you asked the assistant in the last ${KEPT_DAYS.chats} days, and its answers`,
  'reminders.json': 'your reminders',
  'apps.json': 'the apps you connected to your record',
  'sessions.json': 'where you are signed in',
  'access-log.json': 'who of the clinic opened or changed your record',
} as const;
const TABLES = {
  'lab-results.csv': 'your lab results',
  'doses.csv': 'the doses you logged',
  'check-ins.csv': 'the scores of your check-ins',
} as const;
/** The page for people; everything else is for spreadsheets and programs. */
const PAGE = 'my-record.html';
/** Beside the signed documents. */
const DOSE_LOG = 'dose-log.pdf';
const listed = (files: Readonly<Record<string, string>>): string[] =>
  Object.entries(files).map(([name, what]) => `- ${name}: ${what}`);

const readme = (documents: number, at: Date): string =>
  [
    TEXT.whatTrtProgramShows,
    '',
    TEXT.openInAnyBrowserToRead(PAGE),
    TEXT.doseLogToPrintOrHand(DOSE_LOG),
    '',
    'The .csv files are tables that a spreadsheet opens:',
    ...listed(TABLES),
    '',
    TEXT.jsonFilesHoldSameData,
    ...listed(CONTENTS),
    '',
    documents ? TEXT.folderDocumentsHoldsWhatSigned : TEXT.notSignedAnythingYet,
    '',
    at.toISOString(),
    '',
  ].join('\n');

/** Everything a patient can see, in one file. */
@Injectable()
export class DataExport {
  constructor(
    private readonly patients: Patients,
    private readonly profiles: PatientProfiles,
    private readonly log: AccessLog,
    private readonly intake: IntakeService,
    private readonly plans: Plans,
    private readonly prescriptions: PatientPrescriptions,
    private readonly reminders: Reminders,
    private readonly appointments: Appointments,
    private readonly messages: Messages,
    private readonly assistant: Assistant,
    private readonly progress: Progress,
    private readonly safetyChecks: SafetyChecks,
    private readonly supply: Supply,
    private readonly refillRequests: RefillRequests,
    private readonly dispenses: DispenseRecords,
    private readonly doses: Doses,
    private readonly labOrders: LabOrders,
    private readonly labReports: LabReports,
    private readonly apps: Connections,
    private readonly sessions: OwnSessions,
    private readonly documents: Documents,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<Download> {
    const patient = await this.patients.own(actor);
    const now = this.clock.now();
    const record = await this.record(actor, patient, now);
    const { progress, doses } = record;
    const files: Record<keyof typeof CONTENTS, unknown> = {
      'profile.json': record.profile,
      'intake.json': record.intakeForm,
      'plans.json': { plans: (await this.plans.history(patient.id)).map(forPatient) },
      'prescriptions.json': { prescriptions: record.prescriptions },
      'supply.json': {
        prescriptions: record.supply,
        dispenses: record.fills,
        refill_requests: record.refills,
      },
      'doses.json': { doses },
      'lab-orders.json': { lab_orders: record.labOrders },
      'lab-reports.json': { lab_reports: record.labReports },
      'reminders.json': { reminders: record.reminders },
      'appointments.json': { appointments: record.appointments },
      'messages.json': { threads: record.threads },
      'assistant.json': { questions: record.questions },
      'progress.json': progress,
      'safety-checks.json': record.safety,
      'apps.json': record.apps,
      'sessions.json': await this.sessions.list(actor),
      'access-log.json': { entries: record.accesses },
    };
    const documents = await this.documents.ownSigned(actor);
    await this.audit.record(actor, {
      action: 'export.create',
      patientId: patient.id,
      detail: { documents: documents.length },
      as: ['patient'],
    });
    const zip = new yazl.ZipFile();
    const text = (name: string, content: string) => zip.addBuffer(Buffer.from(content), name, { mtime: now });
    text('README.txt', readme(documents.length, now));
    text(PAGE, readableRecord(record));
    const tables: Record<keyof typeof TABLES, string> = {
      'lab-results.csv': labTable(progress.labs, patient.zone),
      'doses.csv': doseTable(doses, patient.zone),
      'check-ins.csv': checkInTable(progress.check_ins, patient.zone),
    };
    for (const [name, rows] of Object.entries(tables)) text(name, rows);
    for (const [name, data] of Object.entries(files)) text(name, `${JSON.stringify(data, null, 2)}\n`);
    zip.addReadStreamLazy(DOSE_LOG, { mtime: now }, (done) =>
      done(null, doseLogPdf(doseLogSheet(patient, doses, now))),
    );
    for (const document of documents) this.addDocument(zip, document);
    const stream = zip.outputStream.pipe(new PassThrough());
    zip.on('error', (error: Error) => stream.destroy(error));
    zip.end();
    return { stream, name: `trt-program-export-${ownDay(patient, now)}.zip` };
  }

  /** As the patient's own calls answer it. */
  private async record(actor: Actor, patient: PatientRow, at: Date) {
    const intakeForm = await this.intake.read(actor);
    const safety = await this.safetyChecks.own(actor);
    const fills = await this.dispenses.ofPatients([patient.id]);
    const progress = await this.progress.own(actor);
    return {
      at,
      zone: patient.zone,
      intakeForm,
      safety,
      profile: await this.profiles.own(actor),
      intake: intakeForm.intake_form.data,
      plans: progress.doses,
      prescriptions: await this.prescriptions.own(actor),
      supply: (await this.supply.own(actor)).prescriptions,
      fills: fills.map(wireDispense),
      refills: await this.refillRequests.own(actor),
      doses: await this.doses.ofPatient(patient.id),
      progress,
      labOrders: await this.labOrders.own(actor),
      apps: await this.apps.list(actor),
      labReports: await this.labReports.own(actor),
      safetyChecks: safety.safety_checks,
      appointments: await this.appointments.own(actor),
      threads: await this.messages.own(actor),
      questions: await this.assistant.own(actor),
      reminders: await this.reminders.own(actor),
      accesses: await this.log.whole(actor),
    };
  }

  /** Generated when its turn comes, so that only one document at a time is in memory. */
  private addDocument(zip: yazl.ZipFile, document: ReachableDocument): void {
    const name = `documents/${documentFileName(document)}`;
    zip.addReadStreamLazy(name, { mtime: document.finalized_at }, (done) =>
      done(null, documentPdf(document)),
    );
  }
}
