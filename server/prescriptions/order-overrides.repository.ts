import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bothOf, openTexts, sealText } from '../platform/crypto/texts.js';
import { Clock } from '../platform/time/clock.js';
import { sealHistory, withPassing } from './override-history.js';
import { sealValues, type Passing } from './passed-values.js';
import type { Prescription } from './prescription.entity.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';

/** Which rules orders and their plans passed, by whom, and why. */
@Injectable()
export class OrderOverrides {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly clock: Clock,
    private readonly orders: PrescriptionsRepository,
  ) {}

  /** Adds to the rules and the reasons, and does not count as a change of the order. The caller holds the case. */
  async keep(id: string, by: string, { reason, rules, values }: Passing): Promise<void> {
    // Read again: one act may pass rules twice.
    const before = (await this.orders.find(id))?.override_history ?? [];
    const at = this.clock.now().toISOString();
    await this.db.rows(
      {
        name: 'prescription-override',
        text: `UPDATE prescriptions SET override_reason_enc = $2, override_reason = NULL, overridden_at = now(), override_values_enc = $4,
          override_history_enc = $5, override_rules = ARRAY(SELECT DISTINCT unnest(override_rules || $3::text[]) ORDER BY 1) WHERE id = $1`,
      },
      [
        id,
        sealText(this.cipher, 'prescriptions', 'override_reason', { id, text: reason }),
        rules,
        sealValues(this.cipher, id, values),
        sealHistory(this.cipher, id, withPassing(before, { at, by, rules: [...rules], reason })),
      ],
    );
  }

  /** Whether the plan of an order was approved against rules, and which. */
  async ofPlan(planId: string | null): Promise<{ reason: string; rules: string[] } | null> {
    const row = await this.db.one<
      Pick<Prescription, 'id' | 'override_reason' | 'override_reason_enc'> & { rules: string[] }
    >(
      {
        name: 'prescription-plan-override',
        text: `SELECT l.id, l.override_rules AS rules, ${bothOf('l', 'override_reason')} FROM plans l WHERE l.id = $1`,
      },
      [planId],
    );
    if (!row) return null;
    const { override_reason: reason, rules } = openTexts(this.cipher, 'plans', row, ['override_reason']);
    return reason === null ? null : { reason, rules };
  }
}
