import { Inject, Injectable } from '@nestjs/common';
import type { Reminder, ReminderAcknowledgement, ReminderMailResponse } from '#common/api/index.js';
import { dateIn } from '#common/clinical/index.js';
import {
  daysBetween,
  labDrawTitle,
  noticeOn,
  reminders,
  type ClinicalFacts,
  type ReminderDraft,
} from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Doses } from '../doses/doses.service.js';
import { LabOrderProgress } from '../lab-orders/records/lab-order-progress.js';
import { reminderMail } from '../mail/reminder-mail.js';
import { Patients } from '../patients/patients.service.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { Actor } from '../platform/access/actor.js';
import { notFound } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { SafetyChecks } from '../safety-checks/safety-checks.service.js';
import { RemindersRepository, reminderId, type StoredReminder } from './reminders.repository.js';

/** Emails are sent during the day in the patient's time zone. */
export const FROM_HOUR = 9;
export const UNTIL_HOUR = 20;

/** What a patient has to do: derived from the record, with what was acknowledged. */
@Injectable()
export class Reminders {
  constructor(
    private readonly repository: RemindersRepository,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly doses: Doses,
    private readonly orders: LabOrderProgress,
    private readonly safetyChecks: SafetyChecks,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async own(actor: Actor): Promise<Reminder[]> {
    const patient = await this.patients.own(actor);
    const open = await this.open(patient, await this.knownOf(patient));
    const remembered = await this.repository.remembered(patient.id);
    await this.audit.record(actor, { action: 'reminder.list', patientId: patient.id, as: ['patient'] });
    return merged(patient, this.clock.today(patient.zone), open, remembered);
  }

  async acknowledge(actor: Actor, id: string): Promise<Reminder> {
    return this.uow.run(async () => {
      const patient = await this.patients.own(actor);
      const open = await this.open(patient, await this.knownOf(patient));
      const draft = open.find((d) => reminderId(patient.id, d.key) === id);
      if (!draft) throw notFound();
      await this.repository.remember(patient, [draft]);
      await this.repository.acknowledge(id);
      await this.audit.record(actor, {
        action: 'reminder.acknowledge',
        target: { type: 'reminder', id },
        patientId: patient.id,
        detail: { kind: draft.kind },
        as: ['patient'],
      });
      const remembered = await this.repository.remembered(patient.id);
      return merged(patient, this.clock.today(patient.zone), [draft], remembered).find((r) => r.id === id)!;
    });
  }

  async acknowledgements(actor: Actor): Promise<ReminderAcknowledgement[]> {
    const patient = await this.patients.own(actor);
    const rows = await this.repository.acknowledged(patient.id);
    return rows.map((r) => ({
      id: r.id,
      title: r.title,
      kind: r.kind,
      acknowledged_at: r.acknowledged_at!.toISOString(),
    }));
  }

  async mail(actor: Actor): Promise<ReminderMailResponse> {
    const patient = await this.patients.own(actor);
    const { wanted: enabled, from } = await this.repository.mailPreference(patient, UNTIL_HOUR);
    const open = await this.open(patient, await this.knownOf(patient), from);
    const remembered = await this.repository.remembered(patient.id);
    const quiet = new Set(remembered.filter((r) => r.acknowledged_at).map((r) => r.id));
    const lastOf = new Map(remembered.map((r) => [r.id, r.last_notice_on]));
    const { subject, text } = reminderMail(this.config.publicOrigin);
    const next = open
      .filter((d) => !quiet.has(reminderId(patient.id, d.key)))
      .flatMap((d) => noticeOn(d, from, lastOf.get(reminderId(patient.id, d.key)) ?? null) ?? [])
      .sort()[0];
    const at = enabled && next ? await this.repository.sendTime(next, FROM_HOUR, patient.zone) : null;
    return {
      enabled,
      email: patient.email,
      next_send_at: at?.toISOString() ?? null,
      preview: { subject, text },
    };
  }

  async setMail(actor: Actor, enabled: boolean): Promise<ReminderMailResponse> {
    await this.uow.run(async () => {
      const patient = await this.patients.own(actor);
      await this.repository.setMailPreference(patient.id, enabled);
      await this.audit.record(actor, {
        action: 'reminder.set_mail',
        patientId: patient.id,
        detail: { enabled },
        as: ['patient'],
      });
    });
    return this.mail(actor);
  }

  /**
   * The caller has checked access to this patient. What is due on which day follows the clinic's calendar, so that a move
   * does not turn an old reminder into a new one; how far away it is follows the patient's.
   * @param known from the case, or null before there is one
   */
  async open(
    patient: PatientRow,
    known: CaseFacts | null,
    today = this.clock.today(patient.zone),
  ): Promise<ReminderDraft[]> {
    const sources = await this.repository.sources(patient.id);
    const day = (at: Date | null | undefined): string | null => (at ? dateIn(at, patient.timezone) : null);
    const issuedOn = day(sources?.approved_at);
    const nobody: ClinicalFacts = {
      today,
      timezone: patient.timezone,
      intake: {},
      labs: [],
      extras: {},
      next_lab_due_on: null,
    };
    const ordered = await this.orders.open(patient.id);
    const open = reminders(
      known?.facts ?? nobody,
      {
        next_review_at: sources?.next_review_on ?? null,
        current_prescription:
          sources && issuedOn
            ? {
                issued_on: issuedOn,
                filled_on: day(sources.filled_at) ?? issuedOn,
                days_supply: sources.days_supply ?? 0,
                refills: sources.refills ?? 0,
              }
            : null,
        lab_orders: ordered.map(({ due_on, status, analytes }) => ({
          due_on,
          drawn: status !== 'ordered',
          analytes,
        })),
        bp_recorded_on: sources?.bp_recorded_on ?? null,
        clinic_dose_on: await this.clinicDoseOn(known),
        safety_check_since: await this.safetyCheckSince(patient, known, today),
        intake_draft_since: day(sources?.draft_since),
        intake_submitted_on: day(sources?.submitted_at),
        unverified_since: day(sources?.unverified_since),
      },
      today,
    );
    const labs = known && this.evaluations.nextLabs(known);
    const shown = open.flatMap((r) => {
      if (r.kind !== 'lab_draw') return [r];
      return labs ? [{ ...r, title: labDrawTitle(labs) }] : [];
    });
    // Do not ask anyone to read about a treatment that is over.
    const asked = known && shown.some((r) => r.kind === 'acknowledge_education');
    return asked && (await this.isOver(known))
      ? shown.filter((r) => r.kind !== 'acknowledge_education')
      : shown;
  }

  /** The first one is the clinic's task: until it is given the product before goes on. */
  private async clinicDoseOn(known: CaseFacts | null): Promise<string | null> {
    const due = known && (await this.doses.dueAtClinic(known));
    return due && !due.first ? due.on : null;
  }

  /** Only on treatment: a form from before these questions is asked for on its page. */
  private async safetyCheckSince(
    patient: PatientRow,
    known: CaseFacts | null,
    today: string,
  ): Promise<string | null> {
    const due = await this.safetyChecks.dueOf(patient, known, today);
    return due?.reason === 'every_90_days' ? due.since : null;
  }

  private async isOver({ caseId, facts, pendingPlan }: CaseFacts): Promise<boolean> {
    if (!facts.therapy_ended_on || pendingPlan) return false;
    return !(await this.cases.lastEnding(caseId))?.submitted_since;
  }

  async dueNow(patient: PatientRow, known: CaseFacts | null): Promise<number> {
    return (await this.open(patient, known)).filter((r) => r.due_in_days <= 0).length;
  }

  private async knownOf(patient: PatientRow): Promise<CaseFacts | null> {
    const record = await this.cases.ofPatient(patient.id);
    return record ? this.evaluations.read(record.id) : null;
  }
}

function merged(
  patient: PatientRow,
  today: string,
  open: readonly ReminderDraft[],
  remembered: readonly StoredReminder[],
): Reminder[] {
  const known = new Map(remembered.map((r) => [r.id, r]));
  const now = open.map((draft): Reminder => {
    const id = reminderId(patient.id, draft.key);
    return {
      id,
      title: draft.title,
      status: draft.status,
      due_in_days: draft.due_in_days,
      due_date: draft.due_date,
      kind: draft.kind,
      acknowledged_at: known.get(id)?.acknowledged_at?.toISOString() ?? null,
    };
  });
  const ids = new Set(now.map((r) => r.id));
  const done = remembered
    .filter((r) => r.completed_at && !ids.has(r.id))
    .map((r): Reminder => {
      const due_in_days = daysBetween(today, r.due_on);
      const acknowledged_at = r.acknowledged_at?.toISOString() ?? null;
      return {
        id: r.id,
        title: r.title,
        status: 'completed',
        due_in_days,
        due_date: r.due_on,
        kind: r.kind,
        acknowledged_at,
      };
    });
  return [...now, ...done];
}
