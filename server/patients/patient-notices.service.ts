import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { intakeReceivedMail, newsMail } from '../mail/care-mails.js';
import { Outbox } from '../mail/outbox.service.js';
import { currentContext, SET_UP, type RequestContext } from '../platform/access/context.js';
import { PatientsRepository } from './patients.repository.js';

/** What patients are waiting for. */
export type PatientNotice =
  | 'intake_received'
  | 'plan_approved'
  | 'plan_declined'
  | 'plan_changed'
  | 'therapy_held'
  | 'therapy_resumed'
  | 'therapy_discontinued'
  | 'prescription_sent'
  | 'prescription_filled'
  | 'prescription_shipped'
  | 'prescription_on_hold'
  | 'refill_decided'
  | 'results_reviewed'
  | 'labs_ordered'
  | 'labs_canceled'
  | 'records_imported';

const QUIET_MINUTES = 10;

/** Emails a patient that there is news, in the transaction of the action. */
@Injectable()
export class PatientNotices {
  /** Patients already notified by this action: any further news is in the same email. */
  private readonly told = new WeakMap<NonNullable<RequestContext['transaction']>, Set<string>>();

  constructor(
    private readonly repository: PatientsRepository,
    private readonly outbox: Outbox,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async tell(patientId: string, notice: PatientNotice): Promise<void> {
    if (currentContext()?.requestId === SET_UP) return;
    await this.uow.run(async () => {
      const received = notice === 'intake_received';
      if (!received && !this.firstOfAct(patientId)) return;
      const kind = `care.${notice}`;
      await this.repository.lockNotices(patientId);
      const to = await this.repository.addressOf(patientId);
      if (!to || (await this.outbox.wroteLately(to.user_id, kind, QUIET_MINUTES))) return;
      // One page for everything: a URL that names the feature would reveal the news.
      const url = `${this.config.publicOrigin}/trt/patient`;
      await this.outbox.put({
        kind,
        to: to.email,
        userId: to.user_id,
        orgId: to.org_id,
        content: received ? intakeReceivedMail(url) : newsMail(url),
      });
    });
  }

  private firstOfAct(patientId: string): boolean {
    const act = currentContext()!.transaction!;
    const told = this.told.get(act) ?? new Set<string>();
    if (told.has(patientId)) return false;
    this.told.set(act, told.add(patientId));
    return true;
  }
}
