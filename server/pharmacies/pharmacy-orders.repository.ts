import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type { Organisation } from '#common/api/admin.js';
import type { PharmacyChoice, PharmacyOrder } from '#common/api/pharmacies.js';
import type { ConfirmedBy } from '#common/vocabulary/pharmacies.js';
import { Db } from '../database/db.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { randomOrderNumber } from '../platform/crypto/order-number.js';
import { OPEN_STATUSES } from './pharmacies.repository.js';
import { PharmacyOrderRow } from './records/pharmacy.entities.js';
import { pharmacyOrderPlace, pharmacySecretPlace } from './records/sealed-places.js';

const SHOWN = 50;
const COLUMNS = `q.id, q.org_id, q.patient_id, q.prescription_id, q.number, q.channel, q.status, q.kept_back_by, q.attempts, q.last_result,
  q.handed_over_at, COALESCE(w.display_name, w.email) AS handed_over_by, q.confirmed_at, COALESCE(x.display_name, x.email) AS confirmed_by,
  q.confirmed_how, q.reference, q.withdrawn_at, q.version,
  jsonb_build_object('id', k.id, 'name', k.name, 'phone', k.phone, 'fax', k.fax, 'address', k.address, 'channel', k.channel) AS pharmacy`;
const FROM = `FROM pharmacy_orders q JOIN pharmacies k ON k.id = q.pharmacy_id JOIN users w ON w.id = q.handed_over_by
  LEFT JOIN users x ON x.id = q.confirmed_by`;

/** An order with where it belongs. */
export type StoredPharmacyOrder = PharmacyOrder & { org_id: string; patient_id: string };
type Row = Omit<StoredPharmacyOrder, 'handed_over_at' | 'confirmed_at' | 'withdrawn_at'> &
  Pick<PharmacyOrderRow, 'handed_over_at' | 'confirmed_at' | 'withdrawn_at'>;

/** What its file and its message are made of, besides the prescription. */
export interface OrderSheet {
  id: string;
  number: string;
  handed_over_at: Date;
  withdrawn_at: Date | null;
  pharmacy: PharmacyChoice & { ncpdp_id: string };
  clinic: Pick<Organisation, 'name' | 'phone' | 'address' | 'timezone'>;
  patient: { name: string; dob: string | null; mrn: string };
  /** null: of an order approved before signers were kept. */
  prescriber: { id: string; name: string; npi: string | null } | null;
}

/** What the sender needs of an order. */
export type OrderToSend = Pick<
  PharmacyOrderRow,
  | 'id'
  | 'org_id'
  | 'patient_id'
  | 'prescription_id'
  | 'status'
  | 'attempts'
  | 'handed_over_by'
  | 'handed_over_at'
  | 'withdrawal_sent_at'
> & { url: string; paused: boolean; secret: string; pharmacy: string; message: string | null };

const onTheWire = (row: Row): StoredPharmacyOrder => ({
  ...row,
  handed_over_at: row.handed_over_at.toISOString(),
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
});

/** Callers have checked access to the prescription, unless an actor is named. */
@Injectable()
export class PharmacyOrdersRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(PharmacyOrderRow) private readonly orders: Rows<PharmacyOrderRow>,
  ) {}

  /** Newest first. */
  async ofPrescription(id: string): Promise<StoredPharmacyOrder[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'pharmacy-orders-of-prescription',
        text: `SELECT ${COLUMNS} ${FROM} WHERE q.prescription_id = $1 ORDER BY q.handed_over_at DESC, q.id LIMIT ${SHOWN}`,
      },
      [id],
    );
    return rows.map(onTheWire);
  }

  async inOrganisation(actor: Pick<Actor, 'orgId'>, id: string): Promise<StoredPharmacyOrder | null> {
    const row = await this.db.one<Row>(
      {
        name: 'pharmacy-order-in-org',
        text: `SELECT ${COLUMNS} ${FROM} WHERE q.id = $1 AND ($2::uuid IS NULL OR q.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && onTheWire(row);
  }

  /** What is printed and sent. */
  async sheet(id: string): Promise<OrderSheet> {
    const row = await this.db.one<OrderSheet>(
      {
        name: 'pharmacy-order-sheet',
        text: `SELECT q.id, q.number, q.handed_over_at, q.withdrawn_at,
            jsonb_build_object('id', k.id, 'name', k.name, 'phone', k.phone, 'fax', k.fax, 'address', k.address, 'channel', k.channel,
              'ncpdp_id', k.ncpdp_id) AS pharmacy,
            jsonb_build_object('name', o.name, 'phone', o.phone, 'address', o.address, 'timezone', o.timezone) AS clinic,
            jsonb_build_object('name', COALESCE(p.full_name, u.email), 'dob', p.dob, 'mrn', p.mrn) AS patient,
            CASE WHEN s.id IS NOT NULL THEN jsonb_build_object('id', s.id, 'name', COALESCE(s.display_name, s.email), 'npi', s.npi) END AS prescriber
          FROM pharmacy_orders q JOIN pharmacies k ON k.id = q.pharmacy_id JOIN organisations o ON o.id = q.org_id
            JOIN patients p ON p.id = q.patient_id JOIN users u ON u.id = p.user_id
            JOIN prescriptions r ON r.id = q.prescription_id LEFT JOIN users s ON s.id = r.approved_by WHERE q.id = $1`,
      },
      [id],
    );
    return row!;
  }

  async toSend(id: string): Promise<OrderToSend | null> {
    const row = await this.db.one<
      Omit<OrderToSend, 'secret' | 'message'> & {
        secret_enc: string | null;
        message_enc: string | null;
        pharmacy_id: string;
      }
    >(
      {
        name: 'pharmacy-order-to-send',
        text: `SELECT q.id, q.org_id, q.patient_id, q.prescription_id, q.status, q.attempts, q.handed_over_by, q.handed_over_at,
            q.withdrawal_sent_at, q.pharmacy_id, k.url, k.paused, q.message_enc, k.secret_enc, k.name AS pharmacy
          FROM pharmacy_orders q JOIN pharmacies k ON k.id = q.pharmacy_id WHERE q.id = $1 AND q.channel = 'https'`,
      },
      [id],
    );
    if (!row?.secret_enc) return null;
    const { secret_enc, message_enc, pharmacy_id, ...rest } = row;
    return {
      ...rest,
      secret: this.cipher.decrypt(secret_enc, pharmacySecretPlace(pharmacy_id)),
      message: message_enc && this.cipher.decrypt(message_enc, pharmacyOrderPlace('message', id)),
    };
  }

  async insert(
    order: Pick<
      PharmacyOrderRow,
      'org_id' | 'patient_id' | 'prescription_id' | 'pharmacy_id' | 'channel' | 'status' | 'handed_over_by'
    >,
  ): Promise<string> {
    const id = randomUUID();
    await this.orders.insert({ ...order, id, number: await this.freeNumber(order.org_id) });
    return id;
  }

  /** Once: false where it is not open any more. */
  async confirm(
    id: string,
    by: { userId: string | null; how: ConfirmedBy | null; reference: string | null },
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'pharmacy-order-confirm',
        text: `UPDATE pharmacy_orders SET status = 'confirmed', confirmed_at = now(), confirmed_by = $2, confirmed_how = $3, reference = $4,
            kept_back_by = NULL, updated_at = now(), version = version + 1 WHERE id = $1 AND status IN ${OPEN_STATUSES} RETURNING 1`,
      },
      [id, by.userId, by.how, by.reference],
    );
    return rows.length > 0;
  }

  /** Written before the call, so that a withdrawal in the meantime shows that the pharmacy may have it. */
  async trying(id: string, message: string): Promise<void> {
    await this.orders.update(
      { id, status: 'sending' },
      {
        attempts: () => 'attempts + 1',
        kept_back_by: null,
        message_enc: this.cipher.encrypt(message, pharmacyOrderPlace('message', id)),
      },
    );
  }

  async tried(id: string, result: string): Promise<void> {
    await this.orders.update({ id, status: 'sending' }, { last_result: result });
  }

  /** Once: false where it is not being delivered any more. */
  async fail(id: string): Promise<boolean> {
    const { affected } = await this.orders.update(
      { id, status: 'sending' },
      { status: 'failed', version: NEXT_VERSION },
    );
    return Boolean(affected);
  }

  async keptBack(id: string, rule: string): Promise<void> {
    await this.orders.update({ id, status: 'sending' }, { kept_back_by: rule });
  }

  async printed(id: string): Promise<void> {
    await this.orders.update({ id, printed_at: IsNull() }, { printed_at: () => 'now()' });
  }

  async withdrawalSent(id: string): Promise<void> {
    await this.orders.update({ id }, { withdrawal_sent_at: () => 'now()' });
  }

  private async freeNumber(orgId: string): Promise<string> {
    for (;;) {
      const number = randomOrderNumber();
      if (!(await this.orders.existsBy({ org_id: orgId, number }))) return number;
    }
  }
}
