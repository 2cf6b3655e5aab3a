import { Injectable } from '@nestjs/common';
import type { CaseAlert, CaseDetailResponse } from '#common/api/index.js';
import { addDays, closesWithContact, mayBeMisread } from '#common/clinical/index.js';
import { MISREAD_TOO_SHORT, saysWhatItMeans, saysWhatWasDone, saysWhy } from '#common/typed-reason.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { CaseAlerts } from '../rules/case-alerts.repository.js';
import { assertContact } from '../rules/emergency-contact.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Cases } from './cases.service.js';
import type { AlertAcknowledgeDto, AlertReopenDto } from './cases.dto.js';
import { TEXT } from './text/en.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

const LATEST_RECHECK_DAYS = 366;
/** What stops treatment or is critical is not put off: in days, as the lab schedule and the rules ask. */
const LATEST_OF: Readonly<Record<string, number>> = {
  psa_on_therapy_over_4: 28,
  psa_rise_over_1_4: 28,
  psa_baseline_over_4: 28,
  hct_on_therapy_over_54: 28,
  bp_160_100: 14,
  critical_lab: 2,
  bp_severe: 1,
};
/** A patient in danger is called again today or tomorrow. */
const LATEST_EMERGENCY_RECHECK_DAYS = 1;

/** What was asked about self-harm is settled by a clinical judgement, as an emergency is. */
const TAKES_LICENSE: ReadonlySet<string> = new Set(['phq2_positive', 'mood_severe']);

/** A clinician has seen an alert and says what happens next: it is deferred, and comes back when it is due or worse. */
@Injectable()
export class AlertAcknowledgements {
  constructor(
    private readonly alerts: CaseAlerts,
    private readonly records: CaseRecords,
    private readonly cases: Cases,
    private readonly evaluations: Evaluations,
    private readonly acting: ActingClinician,
    private readonly told: ToldHistory,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async acknowledge(
    actor: Actor,
    caseId: string,
    alertId: string,
    body: AlertAcknowledgeDto,
  ): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const record = await this.records.lock(actor, caseId, body.version, { evenHeld: true });
      notForOneself(actor, record.patient_user_id);
      const alert = (await this.alerts.open(caseId)).find((a) => a.id === alertId);
      if (!alert) throw notFound();
      // A planned recheck may be changed or closed; a handled alert stays as decided.
      if (alert.acknowledged?.action === 'handled') throw invalidState(TEXT.alertAlreadyHandled);
      const known = await this.evaluations.read(caseId);
      const { today } = known.facts;
      const emergency = closesWithContact(alert.rule_key);
      this.checkRecheck(body, today, alert, emergency);
      if (body.misread) {
        // That words are no emergency is said by who may say that they do not speak against treatment.
        await this.acting.assertMayReview(actor, known);
        await this.misread(actor, alert, body);
      } else if (emergency) {
        // A call is recorded by the person who made it; that it settles the emergency is a clinical judgement.
        if (body.action === 'handled') await this.acting.assertLicensed(actor, known);
        await this.contacted(actor, alert, body);
      } else {
        if (body.action === 'handled' && TAKES_LICENSE.has(alert.rule_key ?? ''))
          await this.acting.assertLicensed(actor, known);
        await this.decided(actor, alert, body);
      }
      const { action, recheck_on, contact, misread } = body;
      await this.audit.record(actor, {
        action: 'alert.acknowledge',
        target: { type: 'case_alert', id: alertId },
        patientId: record.patient_id,
        orgId: record.org_id,
        detail: {
          rule: alert.rule_key,
          action,
          recheck_on: recheck_on ?? null,
          ...(misread ? { misread } : emergency && { reached: contact?.reached }),
          note: typedText((contact && emergency ? contact.note : body.note)?.trim() ?? null),
        },
        as: STAFF_ROLES,
      });
      const [place, text] =
        contact && emergency ? (['call', contact?.note] as const) : (['alert', body.note] as const);
      await this.told.noted(actor, record, { place, text });
    });
    return this.cases.detail(actor, caseId);
  }

  /** Takes back that an alert was misread: it waits for a call again. */
  async reopen(
    actor: Actor,
    caseId: string,
    alertId: string,
    { version }: AlertReopenDto,
  ): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const record = await this.records.lock(actor, caseId, version, { evenHeld: true });
      notForOneself(actor, record.patient_user_id);
      const alert = (await this.alerts.misread(caseId)).find((a) => a.id === alertId);
      if (!alert) throw notFound();
      const open = await this.alerts.open(caseId);
      if (open.some(({ rule_key }) => rule_key === alert.rule_key))
        throw invalidState(TEXT.patientWroteOfAgain);
      await this.alerts.openAgain(alertId);
      await this.audit.record(actor, {
        action: 'alert.reopen',
        target: { type: 'case_alert', id: alertId },
        patientId: record.patient_id,
        orgId: record.org_id,
        detail: { rule: alert.rule_key, misread: false, note: typedText(alert.note) },
        as: STAFF_ROLES,
      });
    });
    return this.cases.detail(actor, caseId);
  }

  private checkRecheck(
    { action, recheck_on }: AlertAcknowledgeDto,
    today: string,
    { rule_key: key }: CaseAlert,
    emergency: boolean,
  ): void {
    if (action === 'recheck' && !recheck_on) throw validationFailed({ recheck_on: TEXT.enterDateOfRecheck });
    const within = LATEST_OF[key ?? ''] ?? LATEST_RECHECK_DAYS;
    const latest = addDays(today, emergency ? LATEST_EMERGENCY_RECHECK_DAYS : within);
    if (recheck_on && (recheck_on < today || recheck_on > latest))
      throw validationFailed({
        recheck_on: emergency
          ? TEXT.emergencyRecheckedTodayOrTomorrow
          : within < LATEST_RECHECK_DAYS
            ? TEXT.recheckWithin(within)
            : TEXT.enterDateWithinNextYear,
      });
  }

  private async decided(actor: Actor, alert: CaseAlert, body: AlertAcknowledgeDto): Promise<void> {
    const { action, recheck_on, note } = body;
    if (!note || !saysWhatWasDone(note)) throw validationFailed({ note: SHARED_TEXT.noteSaysNothing });
    // What is critical is closed with a sentence that its next reader understands.
    if (alert.severity === 'critical' && !saysWhy(note))
      throw validationFailed({ note: TEXT.sayWhatWasDone });
    await this.alerts.acknowledge(alert.id, actor.userId, {
      action,
      recheckOn: recheck_on ?? null,
      note: note.trim(),
    });
  }

  /** Closes an alert whose words describe no emergency. What the patient writes next is read again. */
  private async misread(
    actor: Actor,
    alert: CaseAlert,
    { action, note }: AlertAcknowledgeDto,
  ): Promise<void> {
    if (!holds(actor, 'provider'))
      throw validationFailed({
        misread: TEXT.onlyProviderCanCloseEmergency,
      });
    if (action !== 'handled' || !mayBeMisread(alert))
      throw validationFailed({
        misread: TEXT.onlyEmergencyInMessage,
      });
    if (!note || !saysWhatItMeans(note)) throw validationFailed({ note: MISREAD_TOO_SHORT });
    await this.alerts.acknowledge(alert.id, actor.userId, {
      action,
      recheckOn: null,
      note: note.trim(),
      misread: true,
    });
  }

  /** The alert of an emergency stays open until the patient was reached. */
  private async contacted(actor: Actor, alert: CaseAlert, body: AlertAcknowledgeDto): Promise<void> {
    const { action, recheck_on, contact } = body;
    const now = this.clock.now();
    const closes = action === 'handled';
    assertContact(contact, alert, { now, closes });
    const called = { ...contact, note: contact.note.trim(), recheck_on: closes ? null : recheck_on! };
    await this.alerts.contacted(alert, actor.userId, called, now);
    if (closes)
      await this.alerts.acknowledge(alert.id, actor.userId, { action, recheckOn: null, note: called.note });
  }
}
