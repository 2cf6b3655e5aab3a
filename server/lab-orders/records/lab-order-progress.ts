import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../../audit/audit.service.js';
import type { Actor } from '../../platform/access/actor.js';
import { inScope } from '../../platform/access/context.js';
import { EVERYTHING } from '../../platform/access/scope.js';
import { fittingOrder, statusOf, type CameIn } from './lab-order-lifecycle.js';
import { LabOrderLinksRepository, type LinkedOrder } from './lab-order-links.repository.js';

/** A draw on file. */
export interface DrawOnFile extends CameIn {
  panelId: string;
  /** The orders that the laboratory names for it. */
  named?: readonly string[];
}

/** An order follows the results on file. In the caller's transaction, with the patient's case locked. */
@Injectable()
export class LabOrderProgress {
  constructor(
    private readonly links: LabOrderLinksRepository,
    private readonly audit: Audit,
  ) {}

  /** The orders of an organization with these numbers. */
  async numbered(orgId: string, numbers: readonly string[]): Promise<LinkedOrder[]> {
    return numbers.length ? this.links.numbered(orgId, numbers) : [];
  }

  /** The organizations of the orders with these numbers, wherever they are, by the number. */
  async owners(numbers: readonly string[]): Promise<Map<string, string>> {
    const rows = numbers.length ? await inScope(EVERYTHING, () => this.links.owners(numbers)) : [];
    return new Map(rows.map(({ number, org_id }) => [number, org_id]));
  }

  /** Orders of a patient of which something is still expected. */
  open(patientId: string): Promise<LinkedOrder[]> {
    return this.links.open(patientId);
  }

  /** Draws of one patient, each of the orders that the laboratory names for it; without any, of the one that clearly fits. */
  async came(actor: Actor | null, patientId: string, draws: readonly DrawOnFile[]): Promise<void> {
    // Files have thousands of draws: the orders are read once, and again after each that found its own.
    let open: LinkedOrder[] | null = null;
    for (const draw of draws) {
      const named = draw.named ?? [];
      if (!named.length) open ??= await this.links.open(patientId);
      const fitting = named.length ? null : fittingOrder(open ?? [], draw);
      const ids = fitting ? [fitting.id] : named;
      if (!ids.length) continue;
      await this.answer(actor, patientId, draw, ids);
      open = null;
    }
  }

  private async answer(
    actor: Actor | null,
    patientId: string,
    { panelId, day, named }: DrawOnFile,
    orderIds: readonly string[],
  ): Promise<void> {
    for (const order of await this.links.lock(orderIds)) {
      if (order.patient_id !== patientId) continue;
      const news = await this.links.link(order.id, panelId, null);
      const detail = { lab: panelId, by: named?.length ? 'number' : 'fit' };
      await this.settle(actor, order, detail, { news, drawnOn: day });
    }
  }

  /** The laboratory has the specimen, and no results yet. */
  async specimenIn(orders: readonly Pick<LinkedOrder, 'id'>[], day: string): Promise<void> {
    for (const order of await this.links.lock(orders.map(({ id }) => id)))
      if (order.status === 'ordered')
        await this.settle(null, order, { by: 'number' }, { news: true, drawnOn: day });
  }

  /** Results of a draw were corrected, voided or withdrawn. */
  async changed(actor: Actor | null, panelId: string): Promise<void> {
    const orders = await this.links.ofPanel(panelId);
    for (const order of await this.links.lock(orders.map(({ id }) => id)))
      await this.settle(actor, order, { lab: panelId }, { news: false });
  }

  /** The clinician says which draws answer the order. */
  async assign(
    actor: Actor,
    id: string,
    panelIds: readonly string[],
    before: readonly string[],
  ): Promise<void> {
    const [order] = await this.links.lock([id]);
    for (const panelId of before) if (!panelIds.includes(panelId)) await this.links.unlink(id, panelId);
    for (const panelId of panelIds) await this.links.link(id, panelId, actor.userId);
    await this.settle(actor, order!, { labs: [...panelIds], by: 'clinician' }, { news: true });
  }

  private async settle(
    actor: Actor | null,
    order: LinkedOrder,
    detail: Record<string, unknown>,
    { news, drawnOn }: { news: boolean; drawnOn?: string },
  ): Promise<void> {
    const drawn_on = order.drawn_on ?? drawnOn ?? null;
    const status = statusOf({
      ...order,
      canceled: order.status === 'canceled',
      drawn_on,
      results_in: await this.links.resultsIn(order.id),
    });
    if (!news && status === order.status) return;
    await this.links.set(order.id, { status, drawn_on });
    await this.audit.record(actor, {
      action: 'lab_order.results',
      target: { type: 'lab_order', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      detail: { ...detail, status },
      as: STAFF_ROLES,
    });
  }
}
