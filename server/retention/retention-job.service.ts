import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountEnding } from '../accounts/administration/account-ending.service.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { Patients } from '../patients/patients.service.js';
import { Log } from '../platform/logging/log.js';
import { Erasure } from './erasure.js';
import { RetentionRepository } from './retention.repository.js';

/** Every night: closes accounts whose grace period is over and erases expired records, each in a separate transaction. */
@Injectable()
export class RetentionJob implements OnModuleInit {
  constructor(
    private readonly repository: RetentionRepository,
    private readonly patients: Patients,
    private readonly accounts: AccountEnding,
    private readonly erasure: Erasure,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(Log) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('retention.daily', async () => {
      const { failed, ...done } = await this.run();
      if (done.closed || done.erased) this.log.info('accounts were closed and records erased', done);
      if (failed) throw new Error(`${failed} records could not be closed or erased`);
    });
  }

  async run(): Promise<{ closed: number; erased: number; failed: number }> {
    const total = { closed: 0, erased: 0, failed: 0 };
    const attempt = async (what: 'closed' | 'erased', act: () => Promise<boolean>) => {
      try {
        if (await this.uow.run(act)) total[what]++;
      } catch (error) {
        // One failure does not stop the others; the next run tries it again.
        total.failed++;
        this.log.error('a record could not be closed or erased', error);
      }
    };
    for (const { id, patient_id } of await this.repository.dueClosings())
      await attempt('closed', () => this.close(id, patient_id));
    for (let batch = await this.repository.erasable(null); batch.length > 0;) {
      for (const id of batch) await attempt('erased', () => this.erase(id));
      batch = await this.repository.erasable(batch.at(-1)!);
    }
    await this.repository.deleteOldMails();
    await this.repository.deleteOldWebhookMessages();
    await this.repository.deleteOldLabMessages();
    return total;
  }

  private async close(id: string, patientId: string): Promise<boolean> {
    await this.patients.lock(patientId);
    const closing = await this.repository.openClosing(patientId);
    if (closing?.id !== id) return false;
    // People end treatment, never a timer.
    if ((await this.repository.openMatters(patientId)).length > 0) return false;
    await this.accounts.close(closing.user_id);
    await this.repository.endClosing(id, 'closed');
    await this.record('account.close', closing.org_id, patientId);
    return true;
  }

  private async erase(id: string): Promise<boolean> {
    const patient = await this.repository.lockErasable(id);
    if (!patient) return false;
    await this.erasure.erase(id);
    // An account may have a second, held record.
    if (patient.last) await this.accounts.erase(patient.user_id);
    await this.record('patient.erase', patient.org_id, id);
    return true;
  }

  private record(action: RecordAction, orgId: string, patientId: string): Promise<void> {
    return this.audit.record(null, {
      action,
      target: { type: 'patient', id: patientId },
      orgId,
      patientId,
      detail: { by: 'retention' },
    });
  }
}
