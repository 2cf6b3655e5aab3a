import { Injectable } from '@nestjs/common';
import { reminders, type ClinicalFacts, type ReminderDraft } from '../../common/clinical/index.js';
import { Db } from '../database/db.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Clock, dateIn } from '../platform/time/clock.js';

interface Sources {
  unverified_since: Date | null;
  draft_since: Date | null;
  submitted_at: Date | null;
  next_review_on: string | null;
  approved_at: Date | null;
  filled_at: Date | null;
  days_supply: number | null;
  refills: number | null;
}

const SOURCES = {
  name: 'reminder-sources',
  text: `SELECT CASE WHEN u.email_verified_at IS NULL THEN u.created_at END AS unverified_since,
      CASE WHEN i.status = 'draft' THEN i.created_at END AS draft_since, i.submitted_at, pl.next_review_on::text AS next_review_on,
      x.approved_at, x.filled_at, x.days_supply, x.refills
    FROM patients p JOIN users u ON u.id = p.user_id
    LEFT JOIN intakes i ON i.patient_id = p.id
    LEFT JOIN plans pl ON pl.patient_id = p.id AND pl.lifecycle = 'approved'
    LEFT JOIN LATERAL (SELECT approved_at, filled_at, days_supply, refills FROM prescriptions
      WHERE patient_id = p.id AND status IN ('accepted', 'filled') AND ended_reason IS NULL ORDER BY created_at DESC LIMIT 1) x ON true
    WHERE p.id = $1`,
};

/** What a patient has to do, worked out from his record each time it is asked for. */
@Injectable()
export class Reminders {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** The caller was allowed to reach this patient. @param facts of his case, or null before there is one */
  async open(patient: PatientRow, facts: ClinicalFacts | null): Promise<ReminderDraft[]> {
    const sources = await this.db.one<Sources>(SOURCES, [patient.id]);
    const day = (at: Date | null | undefined): string | null => (at ? dateIn(patient.timezone, at) : null);
    const issuedOn = day(sources?.approved_at);
    const none: ClinicalFacts = {
      today: this.clock.today(patient.timezone),
      timezone: patient.timezone,
      intake: {},
      labs: [],
      extras: {},
      next_lab_due_on: null,
    };
    const open = reminders(facts ?? none, {
      next_review_at: sources?.next_review_on ?? null,
      current_prescription: issuedOn
        ? {
            issued_on: issuedOn,
            filled_on: day(sources?.filled_at) ?? issuedOn,
            days_supply: sources!.days_supply!,
            refills: sources!.refills!,
          }
        : null,
      intake_draft_since: day(sources?.draft_since),
      intake_submitted_on: day(sources?.submitted_at),
      unverified_since: day(sources?.unverified_since),
    });
    return facts ? open : open.filter((r) => r.kind !== 'lab_draw');
  }

  async dueNow(patient: PatientRow, facts: ClinicalFacts | null): Promise<number> {
    return (await this.open(patient, facts)).filter((r) => r.due_in_days <= 0).length;
  }
}
