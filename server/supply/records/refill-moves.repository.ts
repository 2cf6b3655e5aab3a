import { Injectable } from '@nestjs/common';
import type { RefillState } from '../../../common/vocabulary/index.js';
import { Db } from '../../database/db.js';
import type { RefillRequestRow } from './supply.entities.js';

/** Callers have checked access to the order. */
@Injectable()
export class RefillMovesRepository {
  constructor(private readonly db: Db) {}

  /** Moves the requests for an order, or for the one it replaces; those that moved. */
  move(
    order: { id: string; replaces_id: string | null },
    { from, to }: { from: readonly RefillState[]; to: RefillState },
  ): Promise<Pick<RefillRequestRow, 'id'>[]> {
    return this.db.rows(
      {
        name: 'refill-order-moved',
        text: `UPDATE refill_requests SET state = $3, version = version + 1, updated_at = now()
          WHERE prescription_id IN ($1, $2) AND state = ANY($4) RETURNING id`,
      },
      [order.id, order.replaces_id ?? order.id, to, from],
    );
  }
}
