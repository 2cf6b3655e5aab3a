import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { noticeOn } from '#common/clinical/index.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { Outbox } from '../mail/outbox.service.js';
import { reminderMail } from '../mail/reminder-mail.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { RemindersRepository, reminderId, type DuePatient } from './reminders.repository.js';
import { FROM_HOUR, Reminders, UNTIL_HOUR } from './reminders.service.js';

const BATCH = 200;

/** Once a day for each patient: opens and closes reminders and emails what is due. Running again changes nothing. */
@Injectable()
export class DailyReminders implements OnModuleInit {
  constructor(
    private readonly repository: RemindersRepository,
    private readonly reminders: Reminders,
    private readonly evaluations: Evaluations,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('reminders.daily', async () => {
      await this.run();
    });
  }

  /** @param fromHour @param untilHour the hours of the day when emails may be sent */
  async run(fromHour = FROM_HOUR, untilHour = UNTIL_HOUR): Promise<number> {
    let done = 0;
    for (;;) {
      const patients = await this.repository.due(BATCH, fromHour, untilHour);
      for (const patient of patients) if (await this.visit(patient)) done++;
      if (patients.length < BATCH) return done;
    }
  }

  private visit(patient: DuePatient): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.repository.claim(patient.id, patient.today))) return false;
      const known = patient.case_id ? await this.evaluations.run(patient.case_id, 'day') : null;
      const open = await this.reminders.open(patient, known);
      const ids = open.map((d) => reminderId(patient.id, d.key));
      await this.repository.remember(patient, open);
      await this.repository.complete(patient.id, ids);
      const before = new Map((await this.repository.remembered(patient.id)).map((r) => [r.id, r]));
      const due = open.filter((d) => {
        const known = before.get(reminderId(patient.id, d.key));
        const on = noticeOn(d, patient.today, known?.last_notice_on ?? null);
        return (
          on !== null &&
          on <= patient.today &&
          !known?.acknowledged_at &&
          (!known?.last_notice_on || known.last_notice_on < patient.today)
        );
      });
      if (due.length)
        await this.notify(
          patient,
          due.map((d) => reminderId(patient.id, d.key)),
        );
      return true;
    });
  }

  private async notify(patient: DuePatient, ids: readonly string[]): Promise<void> {
    const skip = patient.wants_mail ? (patient.verified ? null : 'email_not_verified') : 'mails_switched_off';
    if (!skip) {
      const content = reminderMail(this.config.publicOrigin);
      await this.outbox.put({
        kind: 'reminder',
        to: patient.email,
        userId: patient.user_id,
        orgId: patient.org_id,
        content,
      });
    }
    await this.repository.noticed(ids, patient.today, skip);
  }
}
