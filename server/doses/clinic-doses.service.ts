import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CLINIC_DOSE_TO_BOOK, FORMULATIONS, addDays } from '#common/clinical/index.js';
import { Db } from '../database/db.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { Doses } from './doses.service.js';
import { TEXT } from './text/en.js';

/** The task is there so many days before the dose. */
const AHEAD_DAYS = 14;
/** A visit so many days after the due day is still for this dose. */
const LATE_DAYS = 7;

interface Booking {
  owner: string | null;
  booked: boolean;
}

/** What the clinic gives is its task: the injection is booked until it is given. */
@Injectable()
export class ClinicDoses implements OnModuleInit {
  constructor(
    private readonly doses: Doses,
    private readonly evaluations: Evaluations,
    private readonly db: Db,
  ) {}

  onModuleInit(): void {
    this.evaluations.whenJudged(({ known }) => this.keepTask(known));
  }

  private async keepTask(known: CaseFacts): Promise<void> {
    const { caseId, orgId, facts } = known;
    const due = await this.doses.dueAtClinic(known);
    const told = (facts.open_alerts ?? []).some(({ rule_key: key }) => key === CLINIC_DOSE_TO_BOOK);
    const open = due || told ? await this.standing(caseId) : null;
    const task = due && due.on <= addDays(facts.today, AHEAD_DAYS) ? await this.taskOf(known, due) : null;
    if (open && (open.message !== task?.message || open.severity !== task.severity))
      await this.evaluations.closeAlert(open.id);
    else if (open) return;
    if (task) await this.evaluations.raise({ id: caseId, org_id: orgId }, task);
  }

  private async standing(caseId: string) {
    return (await this.evaluations.openAlerts(caseId)).find(
      ({ rule_key: key }) => key === CLINIC_DOSE_TO_BOOK,
    );
  }

  private async taskOf({ caseId, facts }: CaseFacts, due: { on: string; first: boolean }) {
    const { owner, booked } = await this.booking(caseId, due.on);
    if (booked) return null;
    const overdue = due.on < facts.today;
    const { name } = FORMULATIONS[facts.plan!.formulation];
    const message = TEXT.bookInjection({ name, ...due, overdue, owner });
    return { rule_key: CLINIC_DOSE_TO_BOOK, severity: overdue ? 'critical' : 'warning', message } as const;
  }

  /** Whether a visit at the clinic is booked for it, and whose patient it is. */
  private async booking(caseId: string, dueOn: string): Promise<Booking> {
    const row = await this.db.one<Booking>(
      {
        name: 'clinic-dose-booking',
        text: `SELECT COALESCE(u.display_name, u.email) AS owner, EXISTS (SELECT 1 FROM appointments a
            WHERE a.patient_id = c.patient_id AND a.kind = 'in_person' AND a.status = 'scheduled'
              AND (a.starts_at AT TIME ZONE o.timezone)::date BETWEEN (now() AT TIME ZONE o.timezone)::date
                AND GREATEST($2::date, (now() AT TIME ZONE o.timezone)::date) + ${LATE_DAYS}) AS booked
          FROM cases c JOIN organisations o ON o.id = c.org_id LEFT JOIN users u ON u.id = c.primary_clinician_id WHERE c.id = $1`,
      },
      [caseId, dueOn],
    );
    return row!;
  }
}
