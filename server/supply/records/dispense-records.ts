import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Dispense, DispenseRequest } from '../../../common/api/index.js';
import type { Fill } from '../../../common/clinical/index.js';
import { Db } from '../../database/db.js';

type Row = Omit<Dispense, 'recorded_at'> & { patient_id: string; created_at: Date };
export interface StoredDispense extends Dispense {
  patient_id: string;
}
interface FilledOrder {
  id: string;
  org_id: string;
  patient_id: string;
}

const COLUMNS = `d.id, d.prescription_id, d.patient_id, d.n, d.filled_on::text AS filled_on, d.quantity, d.days, d.source, d.created_at`;

const stored = ({ created_at, ...row }: Row): StoredDispense => ({
  ...row,
  recorded_at: created_at.toISOString(),
});

export const wireDispense = ({ patient_id: _patient, ...dispense }: StoredDispense): Dispense => dispense;

/** The fills of a prescription for the supply clock. */
export const fillsOf = (dispenses: readonly StoredDispense[], prescriptionId: string): Fill[] =>
  dispenses
    .filter((one) => one.prescription_id === prescriptionId)
    .map(({ filled_on, days }) => [filled_on, days]);

/** What was dispensed, as one list. Callers have checked access to the order or patients. */
@Injectable()
export class DispenseRecords {
  constructor(private readonly db: Db) {}

  async record(order: FilledOrder, fill: DispenseRequest, by: string): Promise<StoredDispense> {
    const row = await this.db.one<Row>(
      {
        name: 'dispense-insert',
        text: `INSERT INTO dispenses AS d (id, org_id, patient_id, prescription_id, n, filled_on, quantity, days, source, recorded_by)
          SELECT $1, $2, $3, $4, 1 + count(*), $5, $6, $7, $8, $9 FROM dispenses WHERE prescription_id = $4 RETURNING ${COLUMNS}`,
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
      ],
    );
    return stored(row!);
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
