import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '../../../common/vocabulary/index.js';
import { Audit } from '../../audit/audit.service.js';
import { Db } from '../../database/db.js';
import type { Actor } from '../../platform/access/actor.js';
import { REFILL_LIFECYCLE } from './refill-lifecycle.js';

interface MovedOrder {
  id: string;
  org_id: string;
  patient_id: string;
  replaces_id: string | null;
}

/** An approved request follows its order: sent to the pharmacy, then filled. */
@Injectable()
export class RefillProgress {
  constructor(
    private readonly db: Db,
    private readonly audit: Audit,
  ) {}

  /** In the transaction of the order's own step. The order may be the one that replaced the requested one. */
  async orderMoved(actor: Actor, order: MovedOrder, to: 'sent' | 'filled'): Promise<void> {
    const moved = await this.db.rows<{ id: string }>(
      {
        name: 'refill-order-moved',
        text: `UPDATE refill_requests SET state = $3, version = version + 1, updated_at = now()
          WHERE prescription_id IN ($1, $2) AND state = ANY($4) RETURNING id`,
      },
      [order.id, order.replaces_id ?? order.id, to, REFILL_LIFECYCLE.from(to)],
    );
    for (const { id } of moved)
      await this.audit.record(actor, {
        action: `refill.${to}`,
        target: { type: 'refill_request', id },
        patientId: order.patient_id,
        orgId: order.org_id,
        as: STAFF_ROLES,
      });
  }
}
