import { Injectable } from '@nestjs/common';
import { orderNumberText } from '#common/order-number.js';
import { OPEN_PHARMACY_ORDERS, type PharmacyChannel } from '#common/vocabulary/pharmacies.js';
import { Db } from '../../database/db.js';
import { Jobs } from '../../jobs/jobs.service.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { invalidState, type AppError } from '../../platform/errors/errors.js';
import { pharmacyOrderPlace } from './sealed-places.js';
import { TEXT } from '../text/en.js';

/** A prescription that a pharmacy may have, though it confirmed nothing yet. */
export interface OpenPharmacyOrder {
  id: string;
  prescription_id: string;
  number: string;
  channel: PharmacyChannel;
  pharmacy: string;
  /** It was printed, or its program was called. */
  may_be_there: boolean;
}

const OPEN = `('${OPEN_PHARMACY_ORDERS.join("', '")}')`;

/** What happens to a prescription happens to its order at the pharmacy. Callers have checked access and hold the case. */
@Injectable()
export class OpenPharmacyOrders {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly jobs: Jobs,
  ) {}

  /** A patient has at most one: two supplies must not be sent at the same time. */
  ofPatient(patientId: string): Promise<OpenPharmacyOrder | null> {
    return this.db.one<OpenPharmacyOrder>(
      {
        name: 'pharmacy-order-open',
        text: `SELECT q.id, q.prescription_id, q.number, q.channel, k.name AS pharmacy,
            q.attempts > 0 OR q.printed_at IS NOT NULL AS may_be_there
          FROM pharmacy_orders q JOIN pharmacies k ON k.id = q.pharmacy_id WHERE q.patient_id = $1 AND q.status IN ${OPEN}`,
      },
      [patientId],
    );
  }

  async of(order: { id: string; patient_id: string }): Promise<OpenPharmacyOrder | null> {
    const open = await this.ofPatient(order.patient_id);
    return open?.prescription_id === order.id ? open : null;
  }

  /** Which pharmacy confirmed each of the patient's prescriptions. */
  async confirmedBy(patientId: string): Promise<Map<string, { name: string; phone: string }>> {
    const rows = await this.db.rows<{ id: string; name: string; phone: string }>(
      {
        name: 'pharmacies-of-patient',
        text: `SELECT q.prescription_id AS id, k.name, k.phone FROM pharmacy_orders q JOIN pharmacies k ON k.id = q.pharmacy_id
          WHERE q.patient_id = $1 AND q.status = 'confirmed' ORDER BY q.confirmed_at`,
      },
      [patientId],
    );
    return new Map(rows.map(({ id, name, phone }) => [id, { name, phone }]));
  }

  /** The pharmacy that may still have an order which was withdrawn, until the care team has called it; null: none. */
  async toBeCalled(patientId: string): Promise<string | null> {
    const row = await this.db.one<{ name: string }>(
      {
        name: 'pharmacy-to-be-called',
        text: `SELECT k.name FROM pharmacy_orders q JOIN pharmacies k ON k.id = q.pharmacy_id JOIN cases c ON c.patient_id = q.patient_id
          WHERE q.patient_id = $1 AND q.status = 'withdrawn' AND (q.attempts > 0 OR q.printed_at IS NOT NULL)
            AND EXISTS (SELECT 1 FROM case_alerts a WHERE a.case_id = c.id AND a.rule_key = 'order_canceled' AND a.closed_at IS NULL
              AND a.acknowledged_at IS NULL)
          ORDER BY q.withdrawn_at DESC LIMIT 1`,
      },
      [patientId],
    );
    return row?.name ?? null;
  }

  /** Ends the open order of a prescription, and tells a pharmacy whose program may have it; that order, or null. */
  async withdraw(
    order: { id: string; patient_id: string },
    reason: string,
  ): Promise<OpenPharmacyOrder | null> {
    const open = await this.of(order);
    if (!open) return null;
    await this.db.rows(
      {
        name: 'pharmacy-order-withdraw',
        text: `UPDATE pharmacy_orders SET status = 'withdrawn', withdrawn_at = now(), withdraw_reason_enc = $2, kept_back_by = NULL,
            updated_at = now(), version = version + 1 WHERE id = $1`,
      },
      [open.id, this.cipher.encrypt(reason, pharmacyOrderPlace('withdraw_reason', open.id))],
    );
    if (open.channel === 'https') await this.jobs.enqueue('pharmacy.order', { order_id: open.id });
    return open;
  }
}

/** While a pharmacy has not confirmed an order, no other order is sent and this one is not filled. */
export const notConfirmed = ({ number, pharmacy }: OpenPharmacyOrder): AppError =>
  invalidState(TEXT.orderOfPatient(orderNumberText(number), pharmacy));
