import { Injectable } from '@nestjs/common';
import type { ClosingResponse } from '#common/api/index.js';
import { AccountEnding } from '../accounts/administration/account-ending.service.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState } from '../platform/errors/errors.js';
import { RetentionRepository } from './retention.repository.js';
import { GRACE_DAYS, RECORD_YEARS } from './schedule.js';
import { TEXT } from './text/en.js';

/** A patient closes the account, and may change their mind for 30 days. */
@Injectable()
export class Closings {
  constructor(
    private readonly repository: RetentionRepository,
    private readonly patients: Patients,
    private readonly accounts: AccountEnding,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  own(actor: Actor): Promise<ClosingResponse> {
    return this.uow.run(async () => this.state((await this.patients.own(actor)).id));
  }

  request(actor: Actor): Promise<ClosingResponse> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      if (await this.accounts.isStaff(actor.userId)) throw invalidState(TEXT.accountAlsoWorksInClinic);
      if (await this.repository.openClosing(patient.id)) return this.state(patient.id);
      await this.repository.request(patient);
      await this.accounts.tell(actor.userId, 'account_closing', [TEXT.closesInDays(GRACE_DAYS)]);
      await this.record(actor, 'account.request_closing', patient.id);
      return this.state(patient.id);
    });
  }

  keep(actor: Actor): Promise<ClosingResponse> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const closing = await this.repository.openClosing(patient.id);
      if (closing) {
        await this.repository.endClosing(closing.id, 'kept');
        await this.accounts.tell(actor.userId, 'account_kept');
        await this.record(actor, 'account.keep', patient.id);
      }
      return this.state(patient.id);
    });
  }

  /** When the patient's account closes, for the care team. */
  async closesAt(patientId: string): Promise<string | null> {
    return this.uow.run(
      async () => (await this.repository.openClosing(patientId))?.due_at.toISOString() ?? null,
    );
  }

  private async state(patientId: string): Promise<ClosingResponse> {
    const closing = await this.repository.openClosing(patientId);
    return {
      closing: closing && {
        requested_at: closing.requested_at.toISOString(),
        closes_at: closing.due_at.toISOString(),
      },
      waits_for: await this.repository.openMatters(patientId),
      grace_days: GRACE_DAYS,
      record_years: RECORD_YEARS,
    };
  }

  private record(actor: Actor, action: string, patientId: string): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'patient', id: patientId },
      patientId,
      as: ['patient'],
    });
  }
}
