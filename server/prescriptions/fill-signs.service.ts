import { Injectable } from '@nestjs/common';
import { fillsByDoses, refillSigns, type Fill, type RefillSign } from '#common/clinical/index.js';
import { TherapyHoldsRepository } from '../cases/therapy-holds.repository.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';

/** Task for the care team after a fill that came early, on top of a stock, or over what half a year takes. */
const EARLY_FILL = 'early_fill';
const SAID: Partial<Record<RefillSign, string>> = {
  rx_early_refill: 'before 85 % of the last supply was used',
  stock_in_hand: 'with a stock in hand',
  more_than_115_percent: 'to more than 115 % of what half a year takes',
};

interface FilledOrder {
  id: string;
  org_id: string;
  case_id: string;
  patient_id: string;
  formulation: string;
}

/** Recording a fill is never refused for this: it has happened, and a clinician looks at it. */
@Injectable()
export class FillSigns {
  constructor(
    private readonly orders: PrescriptionsRepository,
    private readonly holds: TherapyHoldsRepository,
    private readonly evaluations: Evaluations,
  ) {}

  /** The caller has recorded the fill and holds the case. */
  async after(order: FilledOrder, dispenseId: string): Promise<void> {
    const rows = await this.orders.fillsOfDose(order.id);
    const fill = rows.find(({ id }) => id === dispenseId)!;
    const fillsOf = (some: typeof rows): Fill[] =>
      fillsByDoses(
        order.formulation,
        some.map(({ filled_on, days }) => [filled_on, days]),
      );
    const holds = (await this.holds.spansOf([order.case_id])).get(order.case_id) ?? [];
    const on = { request_on: fill.filled_on, holds };
    const before = refillSigns({ ...on, fills: fillsOf(rows.filter(({ id }) => id !== dispenseId)) });
    const whole = refillSigns({ ...on, fills: fillsOf(rows) });
    const signs = [
      ...before.signs.filter((sign) => sign !== 'more_than_115_percent'),
      ...whole.signs.filter((sign) => sign === 'more_than_115_percent'),
    ].flatMap((sign) => SAID[sign] ?? []);
    if (!signs.length) return;
    await this.evaluations.raise(
      { id: order.case_id, org_id: order.org_id },
      {
        rule_key: EARLY_FILL,
        severity: 'warning',
        message: `Filled on ${fill.filled_on} ${signs.join(', and ')}. Check for lost medicine, a dose error or diversion.`,
      },
    );
  }
}
