import { Injectable } from '@nestjs/common';
import type {
  PatientProfileResponse,
  PatientRow as DirectoryRow,
  ProfileSummary,
  ProviderPatientResponse,
  Visit,
} from '#common/api/patient.js';
import { FORMULATIONS, dateIn, doseText, isFormulationId } from '#common/clinical/index.js';
import { ageOn, isPhoneNumber } from '#common/intake/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Appointments } from '../appointments/appointments.service.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { staffIntakeSummary } from '../cases/intake-summary.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Documents, type StoredDocument } from '../documents/documents.repository.js';
import { EDUCATION_VERSION } from '../education/education-text.js';
import { Plans } from '../plans/plans.service.js';
import { planOn, type TreatmentPeriod } from '../plans/treatment-periods.js';
import type { Actor } from '../platform/access/actor.js';
import { validationFailed, versionConflict } from '../platform/errors/errors.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { Clock } from '../platform/time/clock.js';
import { Closings } from '../retention/closings.service.js';
import { LegalHolds } from '../retention/legal-holds.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { sameContact, withPatch } from '../patients/contact.js';
import { PatientDirectoryRepository } from './patient-directory.repository.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { outsideCaseLoad, Patients, type PatientProfile } from '../patients/patients.service.js';
import type { ProfilePatchDto } from './profile.dto.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

/** A patient's profile for the patient and the care team. */
@Injectable()
export class PatientProfiles {
  constructor(
    private readonly directory: PatientDirectoryRepository,
    private readonly patients: Patients,
    private readonly documents: Documents,
    private readonly appointments: Appointments,
    private readonly plans: Plans,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly holds: LegalHolds,
    private readonly closings: Closings,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<PatientProfileResponse> {
    const patient = await this.patients.own(actor);
    await this.audit.record(actor, { action: 'profile.read', patientId: patient.id, as: ['patient'] });
    return (await this.assemble(patient)).profile;
  }

  async patch(actor: Actor, body: ProfilePatchDto): Promise<PatientProfileResponse> {
    await this.assertValid(body);
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const known = await this.patients.profile(patient);
      const next = { contact: withPatch(known.contact, body), timezone: body.timezone ?? null };
      const same =
        sameContact(known.contact, next.contact) && (body.timezone ?? known.timezone) === known.timezone;
      if (same && body.version === known.version) return (await this.assemble(patient)).profile;
      if (!(await this.patients.saveProfile(patient.id, body.version, next)))
        throw versionConflict((await this.assemble(patient)).profile.summary);
      await this.audit.record(actor, {
        action: 'profile.update',
        patientId: patient.id,
        detail: { fields: Object.keys(body).filter((k) => k !== 'version'), version: body.version + 1 },
        as: ['patient'],
      });
      return (await this.assemble(patient)).profile;
    });
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<DirectoryRow>> {
    const byPhone = await this.patients.searchedByPhone(actor, query.filter.q);
    const page = await this.directory.list(actor, query, this.clock.today(actor.orgTimezone), byPhone);
    await this.audit.record(actor, {
      action: 'patient.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map((r) => r.id),
      as: STAFF_ROLES,
    });
    return page;
  }

  async forStaff(actor: Actor, id: string): Promise<ProviderPatientResponse> {
    const patient = await this.patients.forStaff(actor, id);
    const { profile, intake, weight } = await this.assemble(patient);
    const record = await this.cases.evenAwaiting(patient.id);
    const known = record && (await this.evaluations.read(record.id));
    const today = this.clock.today(patient.timezone);
    const summary = intake && staffIntakeSummary(intake.data, today, known?.facts.safety_changes);
    await this.audit.record(actor, {
      action: 'patient.read',
      target: { type: 'patient', id: patient.id },
      patientId: patient.id,
      orgId: patient.org_id,
      ...(outsideCaseLoad(actor, record) && { detail: { outside_case_load: true } }),
      as: STAFF_ROLES,
    });
    return {
      ...profile,
      summary: {
        ...profile.summary,
        weight,
        allergies: summary?.allergies ?? null,
        medications: summary?.current_medications ?? null,
      },
      case_id: record?.id ?? null,
      legal_hold_since: await this.holds.since(patient.id),
      account_closes_at: await this.closings.closesAt(patient.id),
      held_since: patient.held_at?.toISOString() ?? null,
      plans: await this.plans.history(patient.id),
      intake_summary: summary,
      rules: known ? this.evaluations.firing(known) : [],
    };
  }

  private async assertValid(body: ProfilePatchDto): Promise<void> {
    const fields: Record<string, string> = {};
    for (const name of ['phone', 'emergency_contact_phone'] as const)
      if (body[name]?.trim() && !isPhoneNumber(body[name])) fields[name] = SHARED_TEXT.phoneFault;
    if (body.timezone !== undefined && !(await this.patients.isTimezone(body.timezone)))
      fields['timezone'] = SHARED_TEXT.chooseTimeZone;
    if (Object.keys(fields).length) throw validationFailed(fields);
  }

  private async assemble(
    patient: PatientRow,
  ): Promise<{ profile: PatientProfileResponse; intake: StoredDocument | null; weight: number | null }> {
    const known = await this.patients.profile(patient);
    const documents = await this.documents.ofPatient(patient.id);
    const visits = await this.appointments.visits(patient.id);
    const treatment = visits.length ? await this.plans.treatment(patient.id, patient.timezone) : [];
    const acknowledged = documents.find(
      (d) => d.slug === 'education' && d.text_version === EDUCATION_VERSION,
    );
    const acknowledgedAt = acknowledged?.finalized_at.toISOString() ?? null;
    const profile: PatientProfileResponse = {
      source: 'db',
      as_of: this.clock.now().toISOString(),
      summary: summaryOf(patient, known, this.clock.today(patient.timezone), acknowledgedAt),
      documents: documents.map((d) => ({
        id: d.id,
        slug: d.slug,
        title: d.title,
        state: d.state,
        data: d.data,
        created_at: d.created_at.toISOString(),
        finalized_at: d.finalized_at.toISOString(),
        signed_by: d.signed_by,
      })),
      visits: visits.map((visit, index): Visit => {
        const since = visits[index + 1]?.started_at ?? null;
        return {
          ...visit,
          started_at: visit.started_at.toISOString(),
          ended_at: visit.ended_at?.toISOString() ?? null,
          plan: planText(treatment, dateIn(visit.started_at, patient.timezone)),
          forms: formsBetween(documents, since, visit.ended_at ?? visit.started_at),
        };
      }),
      forms_total: documents.length,
      acknowledgement: { acknowledged: acknowledged !== undefined, acknowledged_at: acknowledgedAt },
    };
    return { profile, intake: documents.find((d) => d.slug === 'intake') ?? null, weight: known.weight };
  }
}

function summaryOf(
  patient: PatientRow,
  { contact, timezone, version }: PatientProfile,
  today: string,
  acknowledgedAt: string | null,
): ProfileSummary {
  const names = patient.full_name?.split(/\s+/) ?? [];
  return {
    patient_id: patient.id,
    mrn: patient.mrn,
    name: patient.full_name,
    first_name: names.slice(0, Math.max(1, names.length - 1)).join(' ') || null,
    last_name: names.length > 1 ? names.at(-1)! : null,
    dob: patient.dob,
    age: patient.dob ? ageOn(patient.dob, today) : null,
    phone: contact?.phone ?? null,
    email: patient.email,
    address: contact?.mailing_address ?? null,
    education_ack: acknowledgedAt !== null,
    education_ack_at: acknowledgedAt,
    preferred_contact: contact?.preferred_contact ?? null,
    emergency_contact_name: contact?.emergency_contact_name ?? null,
    emergency_contact_relationship: contact?.emergency_contact_relationship ?? null,
    emergency_contact_phone: contact?.emergency_contact_phone ?? null,
    timezone,
    version,
  };
}

/** What was prescribed on the day of a visit, in words. */
function planText(treatment: readonly TreatmentPeriod[], day: string): string | null {
  const plan = planOn(treatment, day);
  if (!plan || !isFormulationId(plan.formulation)) return null;
  return `${FORMULATIONS[plan.formulation].name} ${doseText(plan.dose)}, ${plan.frequency}`;
}

/** A visit's forms are those signed since the previous visit. */
const formsBetween = (
  documents: readonly StoredDocument[],
  since: Date | null,
  until: Date,
): Visit['forms'] =>
  documents
    .filter((d) => d.finalized_at <= until && (!since || d.finalized_at > since))
    .map((d) => ({ title: d.title, filled_at: d.finalized_at.toISOString(), data: d.data }));
