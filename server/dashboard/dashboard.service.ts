import { Injectable } from '@nestjs/common';
import type { DashboardResponse, NoPlan } from '#common/api/index.js';
import { dateIn, waitsForContact } from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { intakeSummary } from '../cases/intake-summary.js';
import { Documents } from '../documents/documents.repository.js';
import { Doses } from '../doses/doses.service.js';
import { IntakeService } from '../intake/intake.service.js';
import { UnsentChangesReader } from '../intake/records/unsent-changes.service.js';
import { LabOrderProgress } from '../lab-orders/records/lab-order-progress.js';
import { HeldRecords } from '../patients/held-records.service.js';
import { notAhead } from '../patients/own-day.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import { DosesInForce, type DoseNow } from '../plans/dose-in-force.service.js';
import { forPatient } from '../plans/plan-rows.js';
import { Plans } from '../plans/plans.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Clock } from '../platform/time/clock.js';
import { Reminders } from '../reminders/reminders.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { countedFrom } from '../rules/counted-from.js';
import { Evaluations } from '../rules/evaluations.service.js';

/** The patient's status, on one page. */
@Injectable()
export class Dashboard {
  constructor(
    private readonly patients: Patients,
    private readonly intake: IntakeService,
    private readonly unsent: UnsentChangesReader,
    private readonly documents: Documents,
    private readonly cases: CaseRecords,
    private readonly plans: Plans,
    private readonly doses: DosesInForce,
    private readonly taken: Doses,
    private readonly evaluations: Evaluations,
    private readonly reminders: Reminders,
    private readonly labOrders: LabOrderProgress,
    private readonly held: HeldRecords,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async read(actor: Actor): Promise<DashboardResponse> {
    const patient = await this.patients.own(actor);
    const status = await this.intake.statusOf(patient);
    const signed = await this.documents.latest(patient.id, 'intake');
    const record = await this.cases.ofPatient(patient.id);
    const plans = record ? await this.plans.ofCase(record.id) : null;
    const known = record ? await this.evaluations.read(record.id) : null;
    const now = await this.doses.of(known);
    const nextLab = known && this.evaluations.nextLabs(known);
    const today = this.clock.today(patient.zone);
    await this.audit.record(actor, { action: 'dashboard.read', patientId: patient.id, as: ['patient'] });
    return {
      case_source: 'db',
      as_of: this.clock.now().toISOString(),
      intake_completed: status === 'submitted',
      intake_status: status,
      plan: forPatient(plans?.inForce ?? plans?.pending ?? null),
      pending_plan: forPatient(plans?.pending ?? null),
      no_plan:
        known && status === 'submitted' ? await this.noPlan(known, record?.tell_in_person ?? []) : null,
      hold: now.hold && { ...now.hold, since: notAhead(now.hold.since, today) },
      goes_on_as: now.goesOn?.as ?? null,
      goes_on_until: now.goesOn && (await this.until(patient, now)),
      emergency_open: known !== null && waitsForContact(known.facts),
      next_lab_suggestion: nextLab && countedFrom(today, nextLab),
      lab_order: await this.labOrder(patient.id),
      intake: signed ? intakeSummary(signed.data) : null,
      unsent_changes: await this.unsent.ofPatient(patient.id),
      reminders_due: await this.reminders.dueNow(patient, known),
      held_since: await this.held.waitingSince(actor.userId),
    };
  }

  private async until(patient: PatientRow, now: DoseNow): Promise<DashboardResponse['goes_on_until']> {
    const visit = await this.taken.firstInjection(patient, now);
    return { what: now.goesOn!.for, on: visit && dateIn(visit, patient.zone) };
  }

  /** One that still has to be drawn goes before one whose results are expected. */
  private async labOrder(patientId: string): Promise<DashboardResponse['lab_order']> {
    const open = await this.labOrders.open(patientId);
    const order = open.find(({ status }) => status === 'ordered') ?? open[0];
    if (!order) return null;
    return { laboratory: order.laboratory, due_on: order.due_on, drawn: order.status !== 'ordered' };
  }

  private async noPlan(known: CaseFacts, inPerson: readonly string[]): Promise<NoPlan | null> {
    if (known.facts.plan || known.pendingPlan) return null;
    const ending = await this.cases.lastEnding(known.caseId);
    if (ending && !ending.submitted_since)
      return {
        reason: known.began ? 'ended' : 'not_started',
        ended_on: ending.on,
        reasons: [],
        in_person: false,
      };
    const blocking = this.evaluations.blocking(known);
    if (!blocking.length) return null;
    const reasons = blocking.filter((key) => !inPerson.includes(key));
    return { reason: 'not_eligible', ended_on: null, reasons, in_person: reasons.length < blocking.length };
  }
}
