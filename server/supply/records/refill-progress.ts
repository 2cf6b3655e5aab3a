import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '../../../common/vocabulary/index.js';
import { Audit } from '../../audit/audit.service.js';
import type { Actor } from '../../platform/access/actor.js';
import { REFILL_LIFECYCLE } from './refill-lifecycle.js';
import { RefillMovesRepository } from './refill-moves.repository.js';

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
    private readonly requests: RefillMovesRepository,
    private readonly audit: Audit,
  ) {}

  /** In the transaction of the order's own step. The order may be the one that replaced the requested one. */
  async orderMoved(actor: Actor, order: MovedOrder, to: 'sent' | 'filled'): Promise<void> {
    const moved = await this.requests.move(order, { from: REFILL_LIFECYCLE.from(to), to });
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
