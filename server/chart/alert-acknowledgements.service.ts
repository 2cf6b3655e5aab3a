import { Injectable } from '@nestjs/common';
import type { CaseDetailResponse } from '../../common/api/index.js';
import { isEmergencyAlert } from '../../common/emergency/emergency-kinds.js';
import { addDays } from '../../common/clinical/index.js';
import { saysWhy } from '../../common/typed-reason.js';
import { STAFF_ROLES } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { CaseAlerts } from '../rules/case-alerts.repository.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Cases } from './cases.service.js';
import type { AlertAcknowledgeDto } from './cases.dto.js';

const LATEST_RECHECK_DAYS = 366;

/** "Called" does not say whether the patient in danger was reached. */
export function assertSaysWhatWasDone(note: string): void {
  if (!saysWhy(note))
    throw validationFailed({
      note: 'Say who was reached and what was agreed, in at least 10 characters and two words.',
    });
}

/** A clinician has seen an alert and says what happens next: it is deferred, and comes back when it is due or worse. */
@Injectable()
export class AlertAcknowledgements {
  constructor(
    private readonly alerts: CaseAlerts,
    private readonly records: CaseRecords,
    private readonly cases: Cases,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async acknowledge(
    actor: Actor,
    caseId: string,
    alertId: string,
    { action, recheck_on, note, version }: AlertAcknowledgeDto,
  ): Promise<CaseDetailResponse> {
    await this.uow.run(async () => {
      const record = await this.records.lock(actor, caseId, version, { evenHeld: true });
      notForOneself(actor, record.patient_user_id);
      const alert = (await this.alerts.open(caseId)).find((a) => a.id === alertId);
      if (!alert) throw notFound();
      // A planned recheck may be changed or closed; a handled alert stays as decided.
      if (alert.acknowledged?.action === 'handled') throw invalidState('This alert was already handled.');
      const { today } = (await this.evaluations.read(caseId)).facts;
      if (action === 'recheck' && !recheck_on)
        throw validationFailed({ recheck_on: 'Enter the date of the recheck.' });
      if (recheck_on && (recheck_on < today || recheck_on > addDays(today, LATEST_RECHECK_DAYS)))
        throw validationFailed({ recheck_on: 'Enter a date within the next year.' });
      if (isEmergencyAlert(alert.rule_key)) assertSaysWhatWasDone(note);
      await this.alerts.acknowledge(alertId, actor.userId, {
        action,
        recheckOn: recheck_on ?? null,
        note: note.trim(),
      });
      await this.audit.record(actor, {
        action: 'alert.acknowledge',
        target: { type: 'case_alert', id: alertId },
        patientId: record.patient_id,
        orgId: record.org_id,
        detail: { rule: alert.rule_key, action, recheck_on: recheck_on ?? null },
        as: STAFF_ROLES,
      });
    });
    return this.cases.detail(actor, caseId);
  }
}
