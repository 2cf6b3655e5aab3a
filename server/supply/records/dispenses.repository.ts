import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Dispense, DispenseRequest, OpenRest, Shipment } from '#common/api/index.js';
import { lastLegalFillOn, restOfFill, type Fill } from '#common/clinical/index.js';
import { Db } from '../../database/db.js';

type Row = Omit<Dispense, 'recorded_at' | 'shipment'> & {
  patient_id: string;
  formulation: string;
  created_at: Date;
} & Nullable<Shipment>;
type Nullable<T> = { [K in keyof T]: T[K] | null };
export interface StoredDispense extends Dispense {
  patient_id: string;
  /** Of the order. */
  formulation: string;
}
interface FilledOrder {
  id: string;
  org_id: string;
  patient_id: string;
}

const COLUMNS = `d.id, d.prescription_id, d.patient_id, d.n, d.filled_on::text AS filled_on, d.quantity, d.days, d.source, d.completes, d.created_at,
  d.shipped_on::text AS shipped_on, d.carrier, d.tracking_number, d.received_on::text AS received_on,
  (SELECT x.formulation FROM prescriptions x WHERE x.id = d.prescription_id) AS formulation`;

const stored = ({
  created_at,
  shipped_on,
  carrier,
  tracking_number,
  received_on,
  ...row
}: Row): StoredDispense => ({
  ...row,
  recorded_at: created_at.toISOString(),
  shipment:
    shipped_on && carrier
      ? { shipped_on, carrier, tracking_number: tracking_number ?? '', received_on }
      : null,
});

export const wireDispense = ({
  patient_id: _patient,
  formulation: _formulation,
  ...dispense
}: StoredDispense): Dispense => dispense;

type FillRow = Pick<
  StoredDispense,
  'id' | 'prescription_id' | 'filled_on' | 'quantity' | 'days' | 'completes'
>;

/** The fills of a prescription for the supply clock. */
export const fillsOf = (dispenses: readonly FillRow[], prescriptionId: string): Fill[] =>
  dispenses
    .filter((one) => one.prescription_id === prescriptionId)
    .map(({ filled_on, days, completes }) => (completes ? [filled_on, days, 'rest'] : [filled_on, days]));

/** A fill with its days. */
export type RecordedFill = DispenseRequest & { days: number };

interface PartOrder {
  id: string;
  quantity: number;
  days_supply: number;
}

/** The fill that a dispense began, with its later parts. */
export const partsOf = <Row extends FillRow>(dispenses: readonly Row[], first: string): Row[] =>
  dispenses.filter(({ id, completes }) => id === first || completes === first);

/** What may still be dispensed of the last fill of an order. */
export function openRest(
  { id, quantity, days_supply: days }: PartOrder,
  dispenses: readonly FillRow[],
  { issuedOn, today }: { issuedOn: string; today: string },
): OpenRest | null {
  const last = dispenses.findLast((one) => one.prescription_id === id && one.completes === null);
  const until = lastLegalFillOn(issuedOn);
  if (!last || today > until) return null;
  const rest = restOfFill({ quantity, days, parts: partsOf(dispenses, last.id) });
  return rest && { ...rest, completes: last.id, until };
}

/** What was dispensed, as one list. Callers have checked access to the order or patients. */
@Injectable()
export class DispenseRecords {
  constructor(private readonly db: Db) {}

  async record(order: FilledOrder, fill: RecordedFill, by: string): Promise<StoredDispense> {
    const row = await this.db.one<Row>(
      {
        name: 'dispense-insert',
        text: `INSERT INTO dispenses AS d (id, org_id, patient_id, prescription_id, n, filled_on, quantity, days, source, recorded_by, completes)
          SELECT $1, $2, $3, $4, 1 + count(*), $5, $6, $7, $8, $9, $10 FROM dispenses WHERE prescription_id = $4 RETURNING ${COLUMNS}`,
      },
      [
        randomUUID(),
        order.org_id,
        order.patient_id,
        order.id,
        fill.filled_on,
        fill.quantity,
        fill.days,
        fill.source,
        by,
        fill.completes ?? null,
      ],
    );
    return stored(row!);
  }

  async ship(
    id: string,
    { shipped_on, carrier, tracking_number }: Omit<Shipment, 'received_on'>,
  ): Promise<void> {
    await this.db.rows(
      {
        name: 'dispense-ship',
        text: 'UPDATE dispenses SET shipped_on = $2, carrier = $3, tracking_number = $4 WHERE id = $1 AND received_on IS NULL',
      },
      [id, shipped_on, carrier, tracking_number],
    );
  }

  async received(id: string, on: string): Promise<void> {
    await this.db.rows(
      { name: 'dispense-received', text: 'UPDATE dispenses SET received_on = $2 WHERE id = $1' },
      [id, on],
    );
  }

  /** Oldest first. */
  async ofPrescription(id: string): Promise<StoredDispense[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'dispenses-of-prescription',
        text: `SELECT ${COLUMNS} FROM dispenses d WHERE d.prescription_id = $1 ORDER BY d.filled_on, d.n`,
      },
      [id],
    );
    return rows.map(stored);
  }

  /** Oldest first. */
  async ofPatients(ids: readonly string[]): Promise<StoredDispense[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'dispenses-of-patients',
        text: `SELECT ${COLUMNS} FROM dispenses d WHERE d.patient_id = ANY($1) ORDER BY d.filled_on, d.n`,
      },
      [ids],
    );
    return rows.map(stored);
  }
}
