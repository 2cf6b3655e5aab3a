import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type { Hold } from '#common/clinical/index.js';
import type { ResumedAgainst, TherapyHoldRecord, TreatmentHold } from '#common/api/index.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { TherapyHold } from './therapy-hold.entity.js';

export interface StoredHold extends TherapyHoldRecord {
  id: string;
}

type Row = Pick<
  TherapyHold,
  'id' | 'since' | 'rule_key' | 'reason_enc' | 'until_on' | 'until_analyte' | 'until_at_most' | 'by'
>;

type Ended = Pick<TherapyHold, 'id' | 'rule_key' | 'ended_reason_enc' | 'by'> & { ended_at: Date };

const reasonPlace = (id: string): string => `therapy_holds.reason:${id}`;
const endedPlace = (id: string): string => `therapy_holds.ended_reason:${id}`;

/** Holds on therapy. Callers have locked the case. */
@Injectable()
export class TherapyHoldsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(TherapyHold) private readonly holds: Rows<TherapyHold>,
  ) {}

  /** A clinician's before a rule's; at most one of each. */
  async open(caseId: string): Promise<StoredHold[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'therapy-hold-open',
        text: `SELECT h.id, h.since::text AS since, h.rule_key, h.reason_enc, h.until_on::text AS until_on, h.until_analyte, h.until_at_most,
            COALESCE(u.display_name, u.email) AS by
          FROM therapy_holds h LEFT JOIN users u ON u.id = h.by WHERE h.case_id = $1 AND h.ended_at IS NULL ORDER BY h.by IS NULL`,
      },
      [caseId],
    );
    return rows.map(({ reason_enc, until_analyte, until_at_most, ...hold }) => ({
      ...hold,
      reason: reason_enc && this.cipher.decrypt(reason_enc, reasonPlace(hold.id)),
      until:
        until_analyte && until_at_most !== null ? { analyte: until_analyte, at_most: until_at_most } : null,
    }));
  }

  /** What a patient sees of the open holds, as one; null without any. */
  async ofPatient(patientId: string): Promise<TreatmentHold | null> {
    return this.db.one<TreatmentHold>(
      {
        name: 'therapy-hold-of-patient',
        text: `SELECT min(h.since)::text AS since,
            CASE WHEN bool_and(h.until_on IS NOT NULL) THEN max(h.until_on)::text END AS until_on
          FROM therapy_holds h JOIN cases c ON c.id = h.case_id
          WHERE c.patient_id = $1 AND h.ended_at IS NULL HAVING count(*) > 0`,
      },
      [patientId],
    );
  }

  /** Every hold of these cases in the clinic's calendar. */
  async spansOf(caseIds: readonly string[]): Promise<Map<string, Hold[]>> {
    const spans = new Map<string, Hold[]>();
    if (!caseIds.length) return spans;
    const rows = await this.db.rows<{ case_id: string; since: string; until: string | null }>(
      {
        name: 'therapy-hold-spans',
        text: `SELECT h.case_id, h.since::text AS since, (h.ended_at AT TIME ZONE o.timezone)::date::text AS until
          FROM therapy_holds h JOIN organisations o ON o.id = h.org_id WHERE h.case_id = ANY($1)`,
      },
      [caseIds],
    );
    for (const { case_id: id, since, until } of rows)
      spans.set(id, [...(spans.get(id) ?? []), [since, until]]);
    return spans;
  }

  /** How the last hold ended, if it was ended before its condition was met; otherwise null. */
  async resumedAgainst(caseId: string): Promise<ResumedAgainst | null> {
    const row = await this.db.one<Ended>(
      {
        name: 'therapy-hold-last-end',
        text: `SELECT h.id, h.ended_against AS rule_key, h.ended_reason_enc, h.ended_at, COALESCE(u.display_name, u.email) AS by
          FROM therapy_holds h LEFT JOIN users u ON u.id = h.ended_by WHERE h.case_id = $1 AND h.ended_at IS NOT NULL
          ORDER BY h.ended_at DESC, h.id LIMIT 1`,
      },
      [caseId],
    );
    if (!row?.rule_key) return null;
    return {
      rule_key: row.rule_key,
      reason: row.ended_reason_enc && this.cipher.decrypt(row.ended_reason_enc, endedPlace(row.id)),
      by: row.by,
      at: row.ended_at.toISOString(),
    };
  }

  async start(
    record: { id: string; org_id: string },
    hold: {
      since: string;
      rule: string | null;
      reason: string | null;
      untilOn: string | null;
      until: TherapyHoldRecord['until'];
      by: string | null;
    },
  ): Promise<void> {
    const id = randomUUID();
    await this.holds.insert({
      id,
      org_id: record.org_id,
      case_id: record.id,
      since: hold.since,
      rule_key: hold.rule,
      reason_enc: hold.reason && this.cipher.encrypt(hold.reason, reasonPlace(id)),
      until_on: hold.untilOn,
      until_analyte: hold.until?.analyte ?? null,
      until_at_most: hold.until?.at_most ?? null,
      by: hold.by,
    });
  }

  /** The value at which therapy was last resumed against this rule; null if it was not, or if the value is not known. */
  async resumedAtValue(caseId: string, rule: string): Promise<number | null> {
    const row = await this.db.one<{ value: number | null }>(
      {
        name: 'therapy-hold-resumed-at',
        text: `SELECT CASE WHEN h.ended_against = $2 THEN h.ended_at_value END AS value
          FROM therapy_holds h WHERE h.case_id = $1 AND h.rule_key = $2 AND h.ended_at IS NOT NULL ORDER BY h.ended_at DESC, h.id LIMIT 1`,
      },
      [caseId, rule],
    );
    return row?.value ?? null;
  }

  /** @param against the rule that still requires the hold, and the value that it reads */
  async end(
    id: string,
    by: string | null,
    reason: string | null,
    against: { rule: string; value: number | null } | null = null,
  ): Promise<void> {
    await this.holds.update(
      { id, ended_at: IsNull() },
      {
        ended_at: () => 'now()',
        ended_by: by,
        ended_reason_enc: reason && this.cipher.encrypt(reason, endedPlace(id)),
        ended_against: against?.rule ?? null,
        ended_at_value: against?.value ?? null,
      },
    );
  }
}
