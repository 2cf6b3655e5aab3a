import { Injectable } from '@nestjs/common';
import type {
  CaseContact,
  CaseDetailResponse,
  CaseExtras,
  CaseFormResponse,
  CaseRow,
  CliniciansResponse,
  TherapyHoldRecord,
} from '#common/api/index.js';
import {
  RULE_SET_VERSION,
  isSafetyAnswer,
  bloodPressure,
  homePressure,
  datedExtras,
  extrasErrors,
  nextLabSuggestion,
  planEvidence,
} from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { PlanSheet } from '../documents/plan-pdf.js';
import { Documents } from '../documents/documents.repository.js';
import { IntakeRepository } from '../intake/records/intake.repository.js';
import { UnsentChangesReader } from '../intake/records/unsent-changes.service.js';
import { Labs, latestLabs } from '../labs/labs.service.js';
import { notForOneself, outsideCaseLoad } from '../patients/patients.service.js';
import { Messages } from '../messages/messages.service.js';
import { Patients } from '../patients/patients.service.js';
import { Plans } from '../plans/plans.service.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { Clock, latestToday } from '../platform/time/clock.js';
import { RegulatedRecords } from '../regulation/regulated-records.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { WithdrawnFacts } from '../rules/withdrawn-facts.service.js';
import { SafetyChecks } from '../safety-checks/safety-checks.service.js';
import type { FieldName } from '#common/intake/index.js';
import { STAFF_ROLES, type CaseStatus } from '#common/vocabulary/index.js';
import { CASE_LIFECYCLE } from '../cases/case-lifecycle.js';
import { CaseHandover } from './case-handover.service.js';
import { caseForm, slugOf, type FormName } from './case-forms.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { enteredPressure } from './entered-pressure.js';
import { movedDates } from './moved-dates.js';
import { therapyStart } from './first-dose.service.js';
import { Doses } from '../doses/doses.service.js';
import { CasesRepository, wireCase, type StoredCase } from '../cases/cases.repository.js';
import type { CasePatchDto } from './cases.dto.js';
import { TherapyHoldsRepository, type StoredHold } from '../cases/therapy-holds.repository.js';
import { staffIntakeSummary } from '../cases/intake-summary.js';
import { HistoryReviewsRepository } from './history-reviews.repository.js';
import { readTexts, unreadTexts } from './own-words.js';
import { ToldFindings } from './told-findings.service.js';
import { TEXT } from './text/en.js';

@Injectable()
export class Cases {
  constructor(
    private readonly repository: CasesRepository,
    private readonly holds: TherapyHoldsRepository,
    private readonly records: CaseRecords,
    private readonly handover: CaseHandover,
    private readonly patients: Patients,
    private readonly evaluations: Evaluations,
    private readonly plans: Plans,
    private readonly prescriptions: Prescriptions,
    private readonly labs: Labs,
    private readonly doses: Doses,
    private readonly documents: Documents,
    private readonly intakes: IntakeRepository,
    private readonly unsent: UnsentChangesReader,
    private readonly regulated: RegulatedRecords,
    private readonly safetyChecks: SafetyChecks,
    private readonly readings: HistoryReviewsRepository,
    private readonly findings: ToldFindings,
    private readonly told: ToldHistory,
    private readonly messages: Messages,
    private readonly withdrawn: WithdrawnFacts,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<CaseRow>> {
    const byPhone = await this.patients.searchedByPhone(actor, query.filter.q);
    const page = await this.repository.list(actor, query, this.clock.today(actor.orgTimezone), byPhone);
    await this.audit.record(actor, {
      action: 'case.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map((r) => r.patient_id),
      as: STAFF_ROLES,
    });
    return page;
  }

  async detail(actor: Actor, id: string): Promise<CaseDetailResponse> {
    const known = await this.find(actor, id);
    const { detail } = await this.assemble(known);
    await this.record(
      actor,
      'case.read',
      known,
      outsideCaseLoad(actor, known) ? { outside_case_load: true } : undefined,
    );
    return detail;
  }

  /** The content of the printed plan; a case without a plan has none. */
  async planSheet(actor: Actor, id: string): Promise<PlanSheet> {
    const known = await this.find(actor, id);
    const { detail, reader } = await this.assemble(known);
    if (!detail.plan) throw notFound();
    await this.record(actor, 'document.download', known, {
      form: 'plan',
      ...(outsideCaseLoad(actor, known) && { outside_case_load: true }),
    });
    return {
      detail,
      beside: planEvidence(reader.facts),
      ruleSetVersion: RULE_SET_VERSION,
      printedAt: this.clock.now(),
      printedBy: actor.displayName ?? actor.email,
      timezone: actor.orgTimezone,
    };
  }

  private async assemble(known: StoredCase): Promise<{ detail: CaseDetailResponse; reader: CaseFacts }> {
    const reader = await this.evaluations.read(known.id);
    const document = await this.documents.latest(known.patient_id, 'intake');
    const plans = await this.plans.ofCase(known.id);
    const labs = await this.labs.ofPatient(known.patient_id);
    const holds = (await this.holds.open(known.id)).map(holdRecord);
    const detail = {
      case: wireCase(known),
      case_source: 'db',
      as_of: this.clock.now().toISOString(),
      plan: plans.inForce ?? plans.pending,
      pending_plan: plans.pending,
      discontinuation: await this.records.discontinuation(known.id),
      therapy_start: therapyStart(reader),
      hold: holds[0] ?? null,
      holds,
      resumed_against: plans.inForce ? await this.holds.resumedAgainst(known.id) : null,
      latest_labs: latestLabs(labs),
      labs_history: labs,
      alerts: await this.evaluations.openAlerts(known.id),
      misread_alerts: await this.evaluations.misreadAlerts(known.id),
      rules: this.evaluations.firing(reader),
      unread_history: unreadTexts(reader),
      read_history: readTexts(reader, await this.readings.ofCase(known.id)),
      patient_messages: await this.messages.besideCase(known.patient_id),
      told_findings: await this.findings.ofCase(reader),
      safety_checks: await this.safetyChecks.ofPatient(known.patient_id),
      tell_in_person: known.tell_in_person,
      unsent_changes: await this.unsent.ofPatient(known.patient_id, isSafetyAnswer),
      prescriptions: await this.prescriptions.ofCase(known.id),
      next_lab_suggestion: reader.awaitsIntake ? null : nextLabSuggestion(reader.facts),
      next_clinic_dose: await this.doses.dueAtClinic(reader),
      blood_pressure: await this.pressure(reader),
      home_pressure: homePressure(reader.facts),
      intake_summary:
        document && staffIntakeSummary(document.data, reader.facts.today, reader.facts.safety_changes),
      contact: await this.reach(reader),
      same_person: await this.repository.samePerson(known),
    };
    return { detail, reader };
  }

  private async pressure({ caseId, facts }: CaseFacts): Promise<CaseDetailResponse['blood_pressure']> {
    const newest = bloodPressure(facts);
    const before = newest?.on ? await this.repository.pressureBefore(caseId, newest.on) : null;
    return newest && { ...newest, before };
  }

  /** Whom to call; before the intake was submitted, what was entered so far: an emergency does not wait for it. */
  private async reach({ patientId, awaitsIntake }: CaseFacts): Promise<CaseContact> {
    const known = await this.patients.reach(patientId);
    const draft = awaitsIntake ? await this.intakes.find({ id: patientId }) : null;
    const entered = (name: FieldName): string | null => textOf(draft?.data[name]);
    return {
      unsent_name: entered('full_name'),
      phone: known.phone ?? entered('phone'),
      emergency_contact_name: known.emergency_contact_name ?? entered('emergency_contact_name'),
      emergency_contact_phone: known.emergency_contact_phone ?? entered('emergency_contact_phone'),
    };
  }

  async clinicians(actor: Actor, id: string): Promise<CliniciansResponse> {
    const known = await this.find(actor, id);
    return { clinicians: await this.repository.clinicians(known.org_id) };
  }

  async form(actor: Actor, id: string, form: FormName): Promise<CaseFormResponse> {
    const known = await this.find(actor, id);
    const answer = caseForm(form, await this.documents.latest(known.patient_id, slugOf(form)));
    await this.record(actor, 'document.read', known, { form });
    return answer;
  }

  async patch(
    actor: Actor,
    id: string,
    { version, status, diagnosis, primary_clinician, extras, reason }: CasePatchDto,
  ): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const known = await this.records.lock(actor, id, version);
      if (extras) notForOneself(actor, known.patient_user_id);
      const today = this.clock.today(actor.orgTimezone);
      const latest = latestToday(today, this.clock.now());
      const faults = extrasErrors({ ...extras }, latest, known.extras, today, known.patient_dob);
      if (Object.keys(faults).length) {
        throw validationFailed(
          Object.fromEntries(Object.entries(faults).map(([k, v]) => [`extras.${k}`, v])),
        );
      }
      if (status && status !== known.status) await this.assertStatus(known, status);
      const clinician = primary_clinician === undefined ? known.primary_clinician_id : primary_clinician;
      await this.handover.assertMay(actor, known, clinician);
      const moved = movedDates(known, extras, reason);
      await this.assertStart(known, extras?.therapy_started_on);
      const standing = moved ? await this.withdrawn.standing(known, 'treatment_date_moved') : [];
      const before = await this.evaluations.read(id);
      const entered = enteredPressure(
        {
          before: { ...known.extras, ...bloodPressureDay(before.facts.extras) },
          after: { ...known.extras, ...datedExtras({ ...extras }, known.extras, today) },
          inEffect: bloodPressure(before.facts),
        },
        this.evaluations.judge(before),
        reason,
      );
      const next = {
        status: status ?? known.status,
        diagnosis: diagnosis === undefined ? known.diagnosis : diagnosis,
        primary_clinician_id: clinician,
        extras: withoutNulls(entered.extras),
        // A start entered by a clinician is known, not assumed.
        therapy_start_assumed: known.therapy_start_assumed && extras?.therapy_started_on === undefined,
        bp_recorded_on: extras?.bp_systolic && !entered.older ? (extras.bp_on ?? today) : null,
        bp_entered_at: entered.changed ? this.clock.now() : null,
      };
      if (!(await this.repository.update(id, version, next))) throw await this.records.conflict(known);
      if (entered.older) await this.repository.keepPressure(id, entered.older);
      await this.record(actor, 'case.update', known, {
        fields: Object.keys({ ...(status && { status }), ...extras }),
        ...moved,
        ...entered.detail,
      });
      await this.handover.done(actor, known, clinician);
      if (extras) {
        await this.regulated.fromFacts(actor, known, extras);
        await this.evaluations.run(id, 'extras');
        await this.withdrawn.tell(known, standing, 'treatment_date_moved');
      }
      if (next.diagnosis !== known.diagnosis)
        await this.told.noted(actor, known, { place: 'diagnosis', text: next.diagnosis, on: id });
    });
    return this.detail(actor, id);
  }

  /** Something about the case was decided: decisions based on the earlier state are outdated. */
  touch(caseId: string): Promise<void> {
    return this.repository.raiseVersion(caseId);
  }

  /** Moved past a day on treatment, the start would hide what is overdue since. */
  private async assertStart(known: StoredCase, started: string | null | undefined): Promise<void> {
    if (!started || started === known.extras.therapy_started_on) return;
    const treated = await this.repository.treatedOn(known);
    if (treated && started > treated)
      throw validationFailed({
        'extras.therapy_started_on': TEXT.doseBeforeOrOnDay(treated),
      });
  }

  /** The status follows from actions: a case with an active plan is monitored, and ends by discontinuation. */
  private async assertStatus(known: StoredCase, status: CaseStatus): Promise<void> {
    CASE_LIFECYCLE.assert(known.status, status);
    if (known.status === 'closed') throw invalidState(TEXT.closedCaseOpensWhenPatientResubmits);
    const { inForce } = await this.plans.ofCase(known.id);
    if (status === 'closed' && inForce) throw invalidState(TEXT.discontinueTreatmentToCloseCase);
    if (status === 'monitoring' && !inForce) throw invalidState(TEXT.caseMonitoredOncePlanApproved);
  }

  private find(actor: Actor, id: string): Promise<StoredCase> {
    return this.records.find(actor, id);
  }

  private record(
    actor: Actor,
    action: RecordAction,
    known: StoredCase,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'case', id: known.id },
      patientId: known.patient_id,
      orgId: known.org_id,
      ...(detail && { detail }),
      as: STAFF_ROLES,
    });
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null;

const holdRecord = ({ id: _id, ...record }: StoredHold): TherapyHoldRecord => record;

/** A pressure entered before pressures had a date has the day of its entry. */
const bloodPressureDay = ({ bp_on }: CaseExtras): Pick<CaseExtras, 'bp_on'> => (bp_on ? { bp_on } : {});

const withoutNulls = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null && v !== undefined)) as T;
