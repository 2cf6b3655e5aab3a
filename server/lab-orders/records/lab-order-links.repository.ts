import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { OPEN_LAB_ORDERS } from '#common/vocabulary/lab-orders.js';
import { Db } from '../../database/db.js';
import { NEXT_VERSION, type Rows } from '../../database/unit-data-source.js';
import { LabOrderPanelRow, LabOrderRow } from './lab-order.entities.js';

export type LinkedOrder = Pick<
  LabOrderRow,
  'id' | 'org_id' | 'patient_id' | 'number' | 'status' | 'analytes' | 'window_from' | 'due_on' | 'drawn_on'
> & {
  results_in: string[];
  /** Its name. */
  laboratory: string;
};

/** The tests of an order's draws that count, in the order of their names. */
export const RESULTS_IN = `ARRAY(SELECT DISTINCT r.analyte FROM lab_order_panels k JOIN lab_panels l ON l.id = k.panel_id AND l.status = 'completed'
  JOIN lab_results r ON r.panel_id = l.id WHERE k.order_id = q.id ORDER BY 1)`;
const SELECT = `SELECT q.id, q.org_id, q.patient_id, q.number, q.status, q.analytes, q.window_from::text AS window_from, q.due_on::text AS due_on,
  q.drawn_on::text AS drawn_on, ${RESULTS_IN} AS results_in, c.name AS laboratory
  FROM lab_orders q JOIN lab_connections c ON c.id = q.connection_id`;

/** Which draws answer which order. Callers have checked access to the patient, or act for a laboratory of the organization. */
@Injectable()
export class LabOrderLinksRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(LabOrderRow) private readonly orders: Rows<LabOrderRow>,
    @InjectRepository(LabOrderPanelRow) private readonly links: Rows<LabOrderPanelRow>,
  ) {}

  numbered(orgId: string, numbers: readonly string[]): Promise<LinkedOrder[]> {
    return this.db.rows<LinkedOrder>(
      {
        name: 'lab-orders-numbered',
        text: `${SELECT} WHERE q.org_id = $1 AND q.number = ANY($2) ORDER BY q.id`,
      },
      [orgId, numbers],
    );
  }

  /** The caller reads every organization. */
  owners(numbers: readonly string[]): Promise<Pick<LabOrderRow, 'number' | 'org_id'>[]> {
    return this.db.rows(
      { name: 'lab-order-owners', text: 'SELECT number, org_id FROM lab_orders WHERE number = ANY($1)' },
      [numbers],
    );
  }

  open(patientId: string): Promise<LinkedOrder[]> {
    return this.db.rows<LinkedOrder>(
      {
        name: 'lab-orders-open',
        text: `${SELECT} WHERE q.patient_id = $1 AND q.status = ANY($2) ORDER BY q.ordered_at, q.id`,
      },
      [patientId, [...OPEN_LAB_ORDERS]],
    );
  }

  ofPanel(panelId: string): Promise<LinkedOrder[]> {
    return this.db.rows<LinkedOrder>(
      {
        name: 'lab-orders-of-panel',
        text: `${SELECT} WHERE q.id IN (SELECT k.order_id FROM lab_order_panels k WHERE k.panel_id = $1) ORDER BY q.id`,
      },
      [panelId],
    );
  }

  /** Until the transaction ends; they wait for each other in the order of their ids. */
  lock(ids: readonly string[]): Promise<LinkedOrder[]> {
    return this.db.rows<LinkedOrder>(
      {
        name: 'lab-orders-lock',
        text: `${SELECT} WHERE q.id = ANY($1) ORDER BY q.id FOR NO KEY UPDATE OF q`,
      },
      [ids],
    );
  }

  /** false: it was linked already. */
  async link(orderId: string, panelId: string, by: string | null): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'lab-order-link',
        text: `INSERT INTO lab_order_panels (order_id, panel_id, linked_by) VALUES ($1, $2, $3)
          ON CONFLICT (order_id, panel_id) DO NOTHING RETURNING 1`,
      },
      [orderId, panelId, by],
    );
    return rows.length > 0;
  }

  async unlink(orderId: string, panelId: string): Promise<void> {
    await this.links.delete({ order_id: orderId, panel_id: panelId });
  }

  async resultsIn(orderId: string): Promise<string[]> {
    const row = await this.db.one<{ results_in: string[] }>(
      {
        name: 'lab-order-results-in',
        text: `SELECT ${RESULTS_IN} AS results_in FROM lab_orders q WHERE q.id = $1`,
      },
      [orderId],
    );
    return row?.results_in ?? [];
  }

  async set(id: string, change: Partial<Pick<LabOrderRow, 'status' | 'drawn_on'>>): Promise<void> {
    await this.orders.update({ id }, { ...change, version: NEXT_VERSION });
  }
}
