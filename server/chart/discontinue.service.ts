import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CaseDetailResponse } from '#common/api/index.js';
import { safetyStops } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import { PlanSuccession } from '../plans/plan-succession.service.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { Clock, latestToday } from '../platform/time/clock.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { CaseRecords, notePlace } from '../cases/case-records.service.js';
import { TherapyHolds } from './therapy-holds.service.js';
import { Cases } from './cases.service.js';
import { CasesRepository } from '../cases/cases.repository.js';
import type { DiscontinueDto } from './cases.dto.js';
import { TEXT } from './text/en.js';

const inWords = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const yearBefore = (date: string): string => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;

/** Ends a treatment: plan, orders, case. Deletes nothing. */
@Injectable()
export class Discontinue {
  constructor(
    private readonly repository: CasesRepository,
    private readonly records: CaseRecords,
    private readonly cases: Cases,
    private readonly succession: PlanSuccession,
    private readonly holds: TherapyHolds,
    private readonly evaluations: Evaluations,
    private readonly told: ToldHistory,
    private readonly cipher: FieldCipher,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(actor: Actor, caseId: string, body: DiscontinueDto): Promise<CaseDetailResponse> {
    const today = this.clock.today(actor.orgTimezone);
    if (body.effective_date > latestToday(today, this.clock.now())) {
      throw validationFailed({ effective_date: TEXT.enterTodayOrEarlierDate });
    }
    if (body.effective_date < yearBefore(today)) {
      throw validationFailed({ effective_date: TEXT.enterDateWithinLastYear });
    }
    await this.uow.run(async () => {
      const record = await this.records.lock(actor, caseId, body.version, { evenHeld: true });
      notForOneself(actor, record.patient_user_id);
      if (record.status === 'closed') throw invalidState(TEXT.caseAlreadyClosed);
      const ending = await this.records.lastEnding(record.id);
      const endedOn = ending && !ending.submitted_since ? ending.on : null;
      if (endedOn && body.follow_up_labs)
        throw invalidState(TEXT.treatmentAlreadyDiscontinued(inWords(endedOn)));
      const started = record.extras.therapy_started_on;
      if (!endedOn && started && body.effective_date < started)
        throw validationFailed({
          effective_date: TEXT.treatmentStarted(inWords(started)),
        });
      const known = await this.evaluations.read(record.id);
      const pausedBy = known.facts.hold?.rule_key;
      const stops = safetyStops(this.evaluations.judge(known));
      const against = [...new Set([...stops, ...(pausedBy ? [pausedBy] : [])])];
      if (!endedOn) await this.notices.tell(record.patient_id, 'therapy_discontinued');
      await this.succession.retire(actor, record.id, record.org_id, 'discontinued');
      await this.holds.endWithTreatment(actor, record.id);
      const id = randomUUID();
      await this.repository.insertDiscontinuation({
        id,
        org_id: record.org_id,
        case_id: record.id,
        reason_code: body.reason_code,
        // Closing the case after follow-up does not change the end of the treatment.
        effective_on: endedOn ?? body.effective_date,
        follow_up_labs: body.follow_up_labs,
        note_enc: body.note?.trim() ? this.cipher.encrypt(body.note.trim(), notePlace(id)) : null,
        decided_by: actor.userId,
        against,
      });
      const next = body.follow_up_labs ? 'monitoring' : 'closed';
      if (record.status !== next) await this.repository.setStatus(record.id, next);
      await this.audit.record(actor, {
        action: 'case.discontinue',
        target: { type: 'case', id: record.id },
        patientId: record.patient_id,
        orgId: record.org_id,
        detail: { reason_code: body.reason_code, follow_up_labs: body.follow_up_labs },
        as: STAFF_ROLES,
      });
      await this.evaluations.run(record.id, 'plan');
      await this.told.noted(actor, record, { place: 'ending', text: body.note });
    });
    return this.cases.detail(actor, caseId);
  }
}
