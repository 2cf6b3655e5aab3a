import { Injectable } from '@nestjs/common';
import type { RefillState } from '#common/vocabulary/index.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { labsDrawnOn, labsMissing } from './labs-wanted.js';
import { UNDECIDED_REFILLS } from './refill-lifecycle.js';
import { refillPlace } from './sealed-places.js';
import type { RefillRequestRow } from './supply.entities.js';

export interface AnsweredRefill {
  id: string;
  state: RefillState;
  today: string;
  drawn_on: string;
}

export interface AnsweredByVisit {
  id: string;
  state: RefillState;
  today: string;
  held_on: string;
}

/** A withdrawn one hands what it still asks for to the next request. */
const ANSWERABLE: readonly RefillState[] = [...UNDECIDED_REFILLS, 'withdrawn'];

/** Callers have checked access to the order. */
@Injectable()
export class RefillMovesRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** Moves the requests for an order, or for any whose place it took; a fill also those of others in use for the same medicine. */
  move(
    order: { id: string },
    { from, to }: { from: readonly RefillState[]; to: RefillState },
  ): Promise<Pick<RefillRequestRow, 'id'>[]> {
    return this.db.rows(
      {
        name: 'refill-order-moved',
        text: `UPDATE refill_requests SET state = $2, version = version + 1, updated_at = now()
          WHERE state = ANY($3) AND (prescription_id = $1 OR prescription_id IN (SELECT x.id FROM prescriptions o
            JOIN prescriptions x ON x.case_id = o.case_id
              AND (x.id = o.replaces_id OR (x.ended_reason = 'replaced' AND x.approved_at < o.approved_at)
                OR ($2 = 'filled' AND x.formulation = o.formulation AND x.ended_reason IS NULL))
            WHERE o.id = $1)) RETURNING id`,
      },
      [order.id, to, from],
    );
  }

  /** Requests that labs were asked for and whose tests are all on file, drawn since then, with the days in the clinic's calendar. */
  answeredBy(patientId: string): Promise<AnsweredRefill[]> {
    return this.db.rows<AnsweredRefill>(
      {
        name: 'refill-labs-answer',
        text: `SELECT r.id, r.state, (now() AT TIME ZONE o.timezone)::date::text AS today, ${labsDrawnOn('r', 'o')} AS drawn_on
          FROM refill_requests r JOIN organisations o ON o.id = r.org_id WHERE r.patient_id = $1 AND r.state = ANY($2)
            AND r.labs_asked_at IS NOT NULL AND r.results_on IS NULL AND cardinality(${labsMissing('r', 'o')}) = 0 FOR UPDATE OF r`,
      },
      [patientId, ANSWERABLE],
    );
  }

  async resultsCame(
    { id, drawn_on }: AnsweredRefill,
    { to, dueBy }: { to: RefillState; dueBy: string | null },
  ): Promise<void> {
    await this.db.rows(
      {
        name: 'refill-labs-came',
        text: `UPDATE refill_requests SET state = $2, version = version + 1, updated_at = now(), results_on = $3, due_by = COALESCE($4, due_by)
          WHERE id = $1`,
      },
      [id, to, drawn_on, dueBy],
    );
  }

  /** Requests that a visit of this moment answers: those that wait for one, and those in review that asked for one; with the days in the clinic's calendar. */
  answeredByVisit(patientId: string, heldAt: Date): Promise<AnsweredByVisit[]> {
    return this.db.rows<AnsweredByVisit>(
      {
        name: 'refill-visit-answer',
        text: `SELECT r.id, r.state, (now() AT TIME ZONE o.timezone)::date::text AS today, ($2::timestamptz AT TIME ZONE o.timezone)::date::text AS held_on
          FROM refill_requests r JOIN organisations o ON o.id = r.org_id WHERE r.patient_id = $1 AND r.state = ANY($3)
            AND r.visit_asked_at IS NOT NULL AND r.visit_on IS NULL
            AND ($2::timestamptz AT TIME ZONE o.timezone)::date >= (r.visit_asked_at AT TIME ZONE o.timezone)::date FOR UPDATE OF r`,
      },
      [patientId, heldAt, ANSWERABLE],
    );
  }

  async visitHeld(
    { id, held_on }: AnsweredByVisit,
    { to, dueBy }: { to: RefillState; dueBy: string | null },
  ): Promise<void> {
    await this.db.rows(
      {
        name: 'refill-visit-held',
        text: `UPDATE refill_requests SET state = $2, version = version + 1, updated_at = now(), visit_on = $3, due_by = COALESCE($4, due_by)
          WHERE id = $1`,
      },
      [id, to, held_on, dueBy],
    );
  }

  /** A request names no day of results once one of the tests is missing again. */
  async resultsGone(patientId: string): Promise<void> {
    await this.db.rows(
      {
        name: 'refill-labs-gone',
        text: `UPDATE refill_requests r SET results_on = NULL, version = r.version + 1, updated_at = now() FROM organisations o
          WHERE o.id = r.org_id AND r.patient_id = $1 AND r.state IN ('requested', 'in_review', 'needs_visit') AND r.results_on IS NOT NULL
            AND cardinality(${labsMissing('r', 'o')}) > 0`,
      },
      [patientId],
    );
  }

  /** The day in the clinic's calendar on which the newest request for an order was refused; null if it was not. */
  async refusedOn(orderId: string): Promise<string | null> {
    const row = await this.db.one<{ state: RefillState; day: string | null }>(
      {
        name: 'refill-newest-of-order',
        text: `SELECT r.state, (r.decided_at AT TIME ZONE o.timezone)::date::text AS day
          FROM refill_requests r JOIN organisations o ON o.id = r.org_id WHERE r.prescription_id = $1 ORDER BY r.created_at DESC, r.id LIMIT 1`,
      },
      [orderId],
    );
    return row?.state === 'refused' ? row.day : null;
  }

  /** Refuses the requests for an order that ended; those that were in one of these states. */
  async close(
    orderId: string,
    { from, by, answer }: { from: readonly RefillState[]; by: string; answer: string },
  ): Promise<Pick<RefillRequestRow, 'id'>[]> {
    const open = await this.db.rows<Pick<RefillRequestRow, 'id'>>(
      {
        name: 'refill-order-ended',
        text: `UPDATE refill_requests SET state = 'refused', version = version + 1, updated_at = now(), decided_by = $3, decided_at = now()
          WHERE prescription_id = $1 AND state = ANY($2) RETURNING id`,
      },
      [orderId, from, by],
    );
    for (const { id } of open)
      await this.db.rows(
        { name: 'refill-answer', text: 'UPDATE refill_requests SET answer_enc = $2 WHERE id = $1' },
        [id, this.cipher.encrypt(answer, refillPlace('answer', id))],
      );
    return open;
  }
}
