import { Injectable } from '@nestjs/common';
import type { FhirImportResponse } from '#common/api/fhir-import.js';
import { emergencyDetector } from '#common/emergency/emergency.js';
import { isBlank, redFlags, type FieldName, type IntakeData } from '#common/intake/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { IntakeRepository, type StoredIntake } from '../intake/records/intake.repository.js';
import { LabDraws } from '../labs/lab-draws.service.js';
import { criticalOf } from '../labs/lab-results.js';
import { Labs } from '../labs/labs.service.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { assertReleased, notForOneself, Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError, recordConflict } from '../platform/errors/errors.js';
import type { Revealed } from '../platform/errors/revealed.js';
import { Clock, latestToday } from '../platform/time/clock.js';
import { contentsOf, knownPatient } from './empty-record.js';
import type { FhirImportDto } from './fhir-import.dto.js';
import { openBundle } from './reading/bundle.js';
import type { Part } from './reading/part.js';
import { readRecord, type RecordRead } from './reading/read.js';
import { formFaults, patientFaults } from './reading/same-patient.js';
import { RecordContentsRepository } from './record-contents.repository.js';
import { TEXT } from './text/en.js';

/** A file that was read. */
interface PatientFile {
  /** Its Patient. */
  said: Part;
  /** Of the account, if verified. */
  email: string | null;
  read: RecordRead;
}

/** What of a file fits this record. */
interface Fitting extends RecordRead {
  /** Of the draft, with those the patient had given already. */
  next: IntakeData;
  fields: FieldName[];
}

const revealedOf = ({ id, org_id }: PatientRow): Revealed => ({
  kind: 'patient',
  id,
  patientId: id,
  orgId: org_id,
});

function assertNone(faults: Record<string, string>, patient: PatientRow): void {
  if (Object.keys(faults).length)
    throw new AppError(422, 'validation_failed', TEXT.otherPatient, {
      fields: faults,
      reveals: revealedOf(patient),
    });
}

/** A record from elsewhere into an empty one: results as draws, answers as a draft that the patient checks and signs. */
@Injectable()
export class FhirImport {
  constructor(
    private readonly contents: RecordContentsRepository,
    private readonly patients: Patients,
    private readonly intakes: IntakeRepository,
    private readonly draws: LabDraws,
    private readonly labs: Labs,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param dryRun says what would become of the file, and stores nothing */
  async run(
    actor: Actor,
    patientId: string,
    { bundle, version }: FhirImportDto,
    dryRun: boolean,
  ): Promise<FhirImportResponse> {
    const patient = await this.patients.forStaff(actor, patientId);
    notForOneself(actor, patient.user_id);
    assertReleased(patient.held_at !== null);
    // Whatever the answer is, it tells something of the record.
    if (dryRun) await this.record(actor, patient, 'fhir.import_check', {});
    const draft = await this.intakes.find(patient);
    await this.assertEmpty(patient, draft, version);
    const file = await this.read(patient, bundle);
    if (dryRun) return this.answer(this.fit(patient, draft, file), draft?.version ?? 0);
    return this.uow.run(async () => {
      await this.patients.lock(patient.id);
      const locked = await this.intakes.lock(patient);
      await this.assertEmpty(patient, locked, version);
      return this.store(actor, patient, locked, this.fit(patient, locked, file));
    });
  }

  private async assertEmpty(
    patient: PatientRow,
    draft: StoredIntake | null,
    version: number | undefined,
  ): Promise<void> {
    const found = contentsOf(await this.contents.of(patient.id), draft);
    if (found.length)
      throw new AppError(409, 'invalid_state', TEXT.fileCanOnlyImportedIntoEmpty(found.join(', ')), {
        detail: found,
        reveals: revealedOf(patient),
      });
    const current = draft?.version ?? 0;
    if (version !== undefined && version !== current)
      throw recordConflict({ version: current }, revealedOf(patient));
  }

  /** Outside the transaction: a large file takes a while. */
  private async read(patient: PatientRow, bundle: object): Promise<PatientFile> {
    const opened = openBundle(bundle);
    const now = this.clock.now();
    const today = latestToday(this.clock.today(patient.zone), now);
    const read = await readRecord(opened, { now: now.getTime(), today });
    return { said: opened.patient.resource, email: await this.contents.verifiedEmail(patient.id), read };
  }

  /** What the file adds to this record. Throws if the file belongs to another patient. */
  private fit(patient: PatientRow, draft: StoredIntake | null, { said, email, read }: PatientFile): Fitting {
    const before = draft?.data ?? {};
    assertNone(patientFaults(said, knownPatient(patient, before, email)), patient);
    assertNone(formFaults(said, read.answers), patient);
    const next = { ...before };
    const fields: FieldName[] = [];
    for (const [name, value] of Object.entries(read.answers) as [FieldName, IntakeData[FieldName]][])
      // What the patient wrote here is newer, and their own.
      if (isBlank(before[name])) {
        Object.assign(next, { [name]: value });
        fields.push(name);
      } else if (before[name] !== value) read.tally.leftOut('QuestionnaireResponse.item', 'answered');
    return { ...read, next, fields };
  }

  private async store(
    actor: Actor,
    patient: PatientRow,
    draft: StoredIntake,
    fitting: Fitting,
  ): Promise<FhirImportResponse> {
    const { draws, specimens, notes, next, fields } = fitting;
    const work = await this.draws.store(
      {
        actor,
        source: 'import',
        specimen: null,
        specimens,
        notes,
        reason: TEXT.importedFromFhirFile,
        detail: { from: 'fhir' },
      },
      { patient, draws: new Map(draws) },
    );
    const saved = fields.length ? await this.save(draft, next, fields) : draft;
    await this.record(actor, patient, 'fhir.import', {
      draws: work.length,
      answers: fields.length,
      version: saved.version,
      not_understood: fitting.tally.report.not_understood_total,
    });
    await this.notices.tell(patient.id, 'records_imported');
    const ids = new Set(work.map(({ labId }) => labId));
    const stored = work.length ? await this.labs.ofPatient(patient.id) : [];
    return {
      ...this.answer(fitting, saved.version),
      stored: true,
      critical: stored.filter((lab) => ids.has(lab.lab_id) && lab.critical.length > 0),
    };
  }

  private save(draft: StoredIntake, next: IntakeData, fields: readonly FieldName[]): Promise<StoredIntake> {
    const changes = Object.fromEntries(
      fields.map((field): [string, [unknown, unknown]] => [field, [draft.data[field] ?? null, next[field]]]),
    );
    return this.intakes.save(draft, { data: next, changes, submit: false, imported: true });
  }

  private answer({ draws, answers, fields, tally }: Fitting, version: number): FhirImportResponse {
    return {
      stored: false,
      version,
      ...tally.report,
      draws: [...draws]
        .sort(([a], [b]) => b - a)
        .map(([at, values]) => ({
          collected_at: new Date(at).toISOString(),
          results: values.length,
          critical: criticalOf(values.map((value) => [value.analyte, value])),
        })),
      answers: fields,
      emergencies: [...new Set(redFlags(answers, emergencyDetector).map(({ kind }) => kind))],
      critical: [],
    };
  }

  private record(
    actor: Actor,
    patient: PatientRow,
    action: 'fhir.import' | 'fhir.import_check',
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'patient', id: patient.id },
      patientId: patient.id,
      orgId: patient.org_id,
      detail,
      as: STAFF_ROLES,
    });
  }
}
