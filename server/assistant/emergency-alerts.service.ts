import { Injectable } from '@nestjs/common';
import type { AlertCloseRequest, CaseAlert } from '#common/api/cases.js';
import { isEmergencyAlert } from '#common/emergency/emergency-kinds.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { CaseAlerts } from '../rules/case-alerts.repository.js';
import { assertContact } from '../rules/emergency-contact.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { TEXT } from './text/en.js';

/** The care team marks an emergency a patient wrote about as handled. */
@Injectable()
export class EmergencyAlerts {
  constructor(
    private readonly alerts: CaseAlerts,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly acting: ActingClinician,
    private readonly told: ToldHistory,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  close(
    actor: Actor,
    caseId: string,
    alertId: string,
    { contact }: AlertCloseRequest,
  ): Promise<{ alerts: CaseAlert[] }> {
    return this.uow.run(async () => {
      const known = await this.cases.lock(actor, caseId, undefined, { evenHeld: true });
      const alert = (await this.evaluations.openAlerts(caseId)).find((a) => a.id === alertId);
      if (!alert) throw notFound();
      if (!isEmergencyAlert(alert.rule_key)) throw invalidState(TEXT.alertClosesByItselfWhenRule);
      await this.acting.assertLicensed(actor, await this.evaluations.read(caseId));
      const now = this.clock.now();
      assertContact(contact, alert, { now, closes: true });
      const note = contact.note.trim();
      await this.alerts.contacted(alert, actor.userId, { ...contact, note, recheck_on: null }, now);
      await this.alerts.acknowledge(alertId, actor.userId, { action: 'handled', recheckOn: null, note });
      await this.evaluations.closeAlert(alertId);
      await this.audit.record(actor, {
        action: 'alert.close',
        target: { type: 'case_alert', id: alertId },
        patientId: known.patient_id,
        orgId: known.org_id,
        as: STAFF_ROLES,
      });
      await this.told.noted(actor, known, { place: 'call', text: note });
      return { alerts: await this.evaluations.openAlerts(caseId) };
    });
  }
}
