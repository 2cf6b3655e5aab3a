import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { openTexts, sealText } from '../platform/crypto/texts.js';
import type { PlanFlagRow } from './plan.entity.js';

export type NewFlag = Pick<PlanFlagRow, 'kind' | 'key' | 'text'>;

export const ruleFlag = (key: string): NewFlag => ({ kind: 'rule', key, text: null });
export const noteFlag = (text: string | null): NewFlag => ({ kind: 'note', key: null, text });

/** Flags of plans, each with who and when. Callers hold the lock of the case. */
@Injectable()
export class PlanFlagsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** Those no one has cleared, oldest first. */
  async open(planId: string): Promise<NewFlag[]> {
    const rows = await this.db.rows<NewFlag & Pick<PlanFlagRow, 'id' | 'text_enc'>>(
      {
        name: 'plan-flags-open',
        text: 'SELECT id, kind, key, text, text_enc FROM plan_flags WHERE plan_id = $1 AND removed_at IS NULL ORDER BY at, id',
      },
      [planId],
    );
    return rows.map((row) => openTexts(this.cipher, 'plan_flags', row, ['text']));
  }

  async add(
    plan: { id: string; org_id: string },
    flags: readonly NewFlag[],
    by: string | null,
  ): Promise<void> {
    if (!flags.length) return;
    const ids = flags.map(() => randomUUID());
    await this.db.rows(
      {
        name: 'plan-flags-add',
        // A microsecond apart, so that they keep their order.
        text: `INSERT INTO plan_flags (id, org_id, plan_id, kind, key, text_enc, by, at)
          SELECT f.id, $1, $2, f.kind, f.key, f.text, $3, now() + f.n * interval '1 microsecond'
          FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY f(id, kind, key, text, n)`,
      },
      [
        plan.org_id,
        plan.id,
        by,
        ids,
        flags.map((f) => f.kind),
        flags.map((f) => f.key),
        flags.map(({ text }, i) => sealText(this.cipher, 'plan_flags', 'text', { id: ids[i]!, text })),
      ],
    );
  }

  /** Takes the flags of these rules off; the act that answered them has its own reason. */
  async answer(planId: string, by: string, keys: readonly string[]): Promise<void> {
    await this.db.rows(
      {
        name: 'plan-flags-answer',
        text: 'UPDATE plan_flags SET removed_at = now(), removed_by = $2 WHERE plan_id = $1 AND key = ANY($3) AND removed_at IS NULL',
      },
      [planId, by, keys],
    );
  }

  /** Takes them off; they stay as history. */
  async remove(planId: string, by: string | null, reason: string | null, kind?: 'note'): Promise<void> {
    const rows = await this.db.rows<{ id: string }>(
      {
        name: 'plan-flags-removable',
        text: 'SELECT id FROM plan_flags WHERE plan_id = $1 AND removed_at IS NULL AND ($2::text IS NULL OR kind = $2)',
      },
      [planId, kind ?? null],
    );
    await this.db.rows(
      {
        name: 'plan-flags-remove',
        text: `UPDATE plan_flags f SET removed_at = now(), removed_by = $1, removed_reason_enc = r.reason
          FROM unnest($2::uuid[], $3::text[]) AS r (id, reason) WHERE f.id = r.id`,
      },
      [
        by,
        rows.map(({ id }) => id),
        rows.map(({ id }) => sealText(this.cipher, 'plan_flags', 'removed_reason', { id, text: reason })),
      ],
    );
  }
}
