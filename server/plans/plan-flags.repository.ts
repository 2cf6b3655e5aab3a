import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';

export interface NewFlag {
  kind: 'rule' | 'note';
  key: string | null;
  text: string | null;
}

export const ruleFlag = (key: string): NewFlag => ({ kind: 'rule', key, text: null });
export const noteFlag = (text: string | null): NewFlag => ({ kind: 'note', key: null, text });

/** Flags of plans, each with who and when. Callers hold the lock of the case. */
@Injectable()
export class PlanFlagsRepository {
  constructor(private readonly db: Db) {}

  async add(
    plan: { id: string; org_id: string },
    flags: readonly NewFlag[],
    by: string | null,
  ): Promise<void> {
    if (!flags.length) return;
    await this.db.rows(
      {
        name: 'plan-flags-add',
        // A microsecond apart, so that they keep their order.
        text: `INSERT INTO plan_flags (id, org_id, plan_id, kind, key, text, by, at)
          SELECT f.id, $1, $2, f.kind, f.key, f.text, $3, now() + f.n * interval '1 microsecond'
          FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY f(id, kind, key, text, n)`,
      },
      [
        plan.org_id,
        plan.id,
        by,
        flags.map(() => randomUUID()),
        flags.map((f) => f.kind),
        flags.map((f) => f.key),
        flags.map((f) => f.text),
      ],
    );
  }

  /** Takes them off; they stay as history. */
  async remove(planId: string, by: string | null, reason: string | null, kind?: 'note'): Promise<void> {
    await this.db.rows(
      {
        name: 'plan-flags-remove',
        text: `UPDATE plan_flags SET removed_at = now(), removed_by = $2, removed_reason = $3
          WHERE plan_id = $1 AND removed_at IS NULL AND ($4::text IS NULL OR kind = $4)`,
      },
      [planId, by, reason, kind ?? null],
    );
  }
}
