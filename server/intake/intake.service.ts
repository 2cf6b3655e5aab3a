import { Injectable } from '@nestjs/common';
import type { IntakeForm, IntakeResponse, IntakeSaveResponse, UnsentChanges } from '#common/api/index.js';
import {
  INTAKE_SCHEMA_VERSION,
  draftErrors,
  mergeSave,
  normalise,
  structuralErrors,
  submitErrors,
  withBodyMassIndex,
  type FieldName,
  type IntakeChanges,
  type IntakeData,
} from '#common/intake/index.js';
import { signsAs } from '#common/intake/signature.js';
import type { IntakeStatus } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Documents } from '../documents/documents.repository.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { Patients } from '../patients/patients.service.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { Actor } from '../platform/access/actor.js';
import { unknownField, validationFailed, versionConflict } from '../platform/errors/errors.js';
import { Clock, latestToday } from '../platform/time/clock.js';
import type { IntakeSaveDto } from './intake.dto.js';
import { IntakeEmergencies } from './intake-emergencies.service.js';
import { IntakeRepository, type FieldChanges, type StoredIntake } from './records/intake.repository.js';
import { UnsentChangesReader } from './records/unsent-changes.service.js';
import { TEXT } from './text/en.js';

const NONE: IntakeForm = {
  id: null,
  status: 'none',
  version: 0,
  schema_version: INTAKE_SCHEMA_VERSION,
  data: {},
  saved_at: null,
  submitted_at: null,
  unsent_changes: null,
};

const formOf = (intake: StoredIntake, unsent: UnsentChanges | null): IntakeForm => ({
  id: intake.id,
  status: intake.version === 0 ? 'none' : intake.status,
  version: intake.version,
  schema_version: intake.schema_version,
  data: intake.data,
  saved_at: intake.saved_at.toISOString(),
  submitted_at: intake.submitted_at?.toISOString() ?? null,
  unsent_changes: unsent,
  ...(intake.imported_at && !intake.submitted_at && { imported_at: intake.imported_at.toISOString() }),
});

const changesBetween = (before: IntakeData, after: IntakeData, fields: readonly FieldName[]): FieldChanges =>
  Object.fromEntries(fields.map((f) => [f, [before[f] ?? null, after[f] ?? null]]));

/** The name that was typed as a signature; programs may submit without one. */
interface Submission {
  submit: boolean;
  signedBy: string | undefined;
}

interface Merged {
  data: IntakeData;
  changed: FieldName[];
}

/** Submitted data contains the BMI calculated here. */
function computed({ data, changed }: Merged): Merged {
  return { data: withBodyMassIndex(data), changed: [...new Set([...changed, 'bmi' as const])] };
}

/** Autosave and submission of the patient's own form. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly repository: IntakeRepository,
    private readonly unsent: UnsentChangesReader,
    private readonly patients: Patients,
    private readonly documents: Documents,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly emergencies: IntakeEmergencies,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async read(actor: Actor): Promise<IntakeResponse> {
    const patient = await this.patients.own(actor);
    const intake = await this.repository.find(patient);
    await this.audit.record(actor, { action: 'intake.read', patientId: patient.id, as: ['patient'] });
    return { intake_form: intake ? await this.form(intake) : NONE };
  }

  /** For the dashboard. */
  async statusOf(patient: PatientRow): Promise<IntakeStatus> {
    return (await this.repository.statusOf(patient)) ?? 'none';
  }

  async save(
    actor: Actor,
    { data, version, submit = false, signature }: IntakeSaveDto,
  ): Promise<IntakeSaveResponse> {
    const { unknown, invalid } = structuralErrors(data);
    if (unknown.length) throw unknownField(unknown);
    if (Object.keys(invalid).length) throw validationFailed(invalid);
    if (signature && !submit) throw validationFailed({ signature: TEXT.signatureSentWithSubmit });
    const sent = data as IntakeChanges;
    return this.uow.run(async () => {
      const patient = await this.patients.own(actor);
      const today = latestToday(this.clock.today(patient.zone), this.clock.now());
      const stored = await this.repository.lock(patient);
      const typed = await this.merge(stored, version, sent);
      const merged = submit ? computed(typed) : typed;
      if (submit) {
        const refusal = submitErrors(merged.data, today);
        if (refusal) throw validationFailed(refusal.fields, refusal.message);
        if (signature && !signsAs(signature.name, String(merged.data.full_name)))
          throw validationFailed({ 'signature.name': TEXT.notTheName });
      }
      const saved = await this.store(actor, patient, stored, merged, { submit, signedBy: signature?.name });
      return { ok: true, intake_form: await this.form(saved), field_errors: draftErrors(saved.data, today) };
    });
  }

  private async form(intake: StoredIntake): Promise<IntakeForm> {
    return formOf(intake, await this.unsent.of(intake));
  }

  private async merge(stored: StoredIntake, version: number, sent: IntakeChanges): Promise<Merged> {
    if (version > stored.version) throw versionConflict(await this.form(stored));
    const base = version === stored.version ? stored.data : await this.repository.dataAt(stored, version);
    const merged = base && mergeSave(base, stored.data, sent);
    if (!merged?.ok) throw versionConflict(await this.form(stored));
    return merged;
  }

  private async store(
    actor: Actor,
    patient: PatientRow,
    stored: StoredIntake,
    { data, changed }: Merged,
    { submit, signedBy }: Submission,
  ): Promise<StoredIntake> {
    const fresh = changed.filter((f) => stored.data[f] !== data[f]);
    const submitsNothingNew =
      submit &&
      stored.status === 'submitted' &&
      !fresh.length &&
      (await this.isLatestRevision(patient, data, signedBy)) &&
      !(await this.endedSince(patient));
    if ((!fresh.length && !submit && stored.version > 0) || submitsNothingNew) return stored;
    const saved = await this.repository.save(stored, {
      data,
      changes: changesBetween(stored.data, data, fresh),
      submit,
    });
    await this.audit.record(actor, {
      action: submit ? 'intake.submit' : 'intake.save',
      target: { type: 'intake', id: saved.id },
      patientId: patient.id,
      detail: {
        version: saved.version,
        fields_changed: fresh.length,
        ...(signedBy !== undefined && { signed: true }),
      },
      as: ['patient'],
    });
    // Without a case none of the answers was told: a first submission tells them all.
    const untold = submit && !(await this.cases.evenAwaiting(patient.id));
    if (submit) await this.finalize(actor, patient, saved, signedBy);
    await this.emergencies.tell(actor, patient.id, untold ? {} : stored.data, data);
    return saved;
  }

  /** The treatment was ended after the last submission: submitting the same answers asks to start again. */
  private async endedSince(patient: PatientRow): Promise<boolean> {
    const record = await this.cases.evenAwaiting(patient.id);
    const ending = record && (await this.cases.lastEnding(record.id));
    return ending?.submitted_since === false;
  }

  /** Submitting the same answers again is the same submission, but for a first signature below them. */
  private async isLatestRevision(
    patient: PatientRow,
    data: IntakeData,
    signedBy: string | undefined,
  ): Promise<boolean> {
    const latest = await this.documents.latest(patient.id, 'intake');
    if (signedBy !== undefined && !latest?.signed_by) return false;
    const now: Record<string, unknown> = normalise(data);
    const keys = new Set([...Object.keys(now), ...Object.keys(latest?.data ?? {})]);
    return latest !== null && [...keys].every((k) => latest.data[k] === now[k]);
  }

  private async finalize(
    actor: Actor,
    patient: PatientRow,
    saved: StoredIntake,
    signedBy: string | undefined,
  ): Promise<void> {
    const signed = normalise(saved.data);
    await this.documents.finalize(patient, {
      slug: 'intake',
      title: 'Medical intake',
      state: 'finalized',
      textVersion: `intake-${saved.schema_version}`,
      data: signed,
      signedBy,
    });
    await this.patients.applyIntake(patient, signed);
    const opened = await this.cases.openForSubmission(actor, patient);
    await this.evaluations.run(opened.id, 'intake');
    await this.notices.tell(patient.id, 'intake_received');
  }
}
