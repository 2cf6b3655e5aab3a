import { Injectable } from '@nestjs/common';
import type { ClinicCounts, OverviewResponse } from '#common/api/index.js';
import { Db, type Reader } from '../database/db.js';
import type { Actor } from '../platform/access/actor.js';

export interface ProgramCounts {
  active_cases: number;
  pending_review: number;
  new_intakes: number;
  reviews_upcoming: number;
  reviews_overdue: number;
}

/** Counts only, without names. */
@Injectable()
export class OverviewRepository {
  constructor(private readonly db: Db) {}

  async organisationExists(id: string): Promise<boolean> {
    const row = await this.db.one(
      { name: 'overview-organisation', text: 'SELECT 1 FROM organisations WHERE id = $1' },
      [id],
    );
    return row !== null;
  }

  /** @param today the calendar date for deciding which reviews are due */
  async counts(from: Reader, actor: Actor, today: string): Promise<ProgramCounts> {
    const row = await from.one<ProgramCounts>(
      {
        name: 'overview-counts',
        text: `SELECT
            (SELECT count(*)::int FROM cases c WHERE ($1::uuid IS NULL OR c.org_id = $1) AND c.status IN ('open', 'monitoring') AND NOT c.awaits_intake) AS active_cases,
            (SELECT count(*)::int FROM cases c WHERE ($1::uuid IS NULL OR c.org_id = $1) AND c.status = 'open' AND NOT c.awaits_intake
              AND NOT EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'approved')) AS pending_review,
            (SELECT count(*)::int FROM intakes i WHERE ($1::uuid IS NULL OR i.org_id = $1) AND i.submitted_at > now() - interval '7 days') AS new_intakes,
            (SELECT count(*)::int FROM cases c WHERE ($1::uuid IS NULL OR c.org_id = $1)
              AND c.next_review_on BETWEEN $2::date AND $2::date + 7) AS reviews_upcoming,
            (SELECT count(*)::int FROM cases c WHERE ($1::uuid IS NULL OR c.org_id = $1) AND c.next_review_on < $2::date) AS reviews_overdue`,
      },
      [actor.orgId, today],
    );
    return row!;
  }

  /** The same numbers for each clinic. */
  clinics(from: Reader, actor: Actor, today: string): Promise<ClinicCounts[]> {
    return from.rows<ClinicCounts>(
      {
        name: 'overview-clinics',
        text: `SELECT o.id AS org_id, o.name,
            (SELECT count(*)::int FROM cases c WHERE c.org_id = o.id AND c.status IN ('open', 'monitoring') AND NOT c.awaits_intake) AS active_cases,
            (SELECT count(*)::int FROM cases c WHERE c.org_id = o.id AND c.status = 'open' AND NOT c.awaits_intake
              AND NOT EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'approved')) AS pending_review,
            (SELECT count(*)::int FROM intakes i WHERE i.org_id = o.id AND i.submitted_at > now() - interval '7 days') AS new_intakes,
            (SELECT count(*)::int FROM cases c WHERE c.org_id = o.id AND c.next_review_on < $2::date) AS reviews_overdue
          FROM organisations o WHERE ($1::uuid IS NULL OR o.id = $1) ORDER BY lower(o.name), o.id`,
      },
      [actor.orgId, today],
    );
  }

  /** Weeks from Monday to Sunday, this one last. */
  trend(from: Reader, actor: Actor, today: string): Promise<OverviewResponse['trend']> {
    return from.rows<OverviewResponse['trend'][number]>(
      {
        name: 'overview-trend',
        text: `SELECT w.monday::text AS week_of,
            (SELECT count(*)::int FROM intakes i WHERE ($1::uuid IS NULL OR i.org_id = $1) AND i.submitted_at >= w.monday AND i.submitted_at < w.monday + 7) AS new_intakes,
            (SELECT count(*)::int FROM plans p WHERE ($1::uuid IS NULL OR p.org_id = $1) AND p.approved_at >= w.monday AND p.approved_at < w.monday + 7) AS plans_approved
          FROM (SELECT date_trunc('week', $2::date)::date - 7 * n AS monday FROM generate_series(7, 0, -1) n) w ORDER BY w.monday`,
      },
      [actor.orgId, today],
    );
  }
}
