import type { LabOrder, LabOrderLaboratory, StaffLabOrder } from '#common/api/lab-orders.js';
import { drawPreparation } from '#common/clinical/index.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { LabOrderRow } from './records/lab-order.entities.js';
import { RESULTS_IN } from './records/lab-order-links.repository.js';
import { labOrderPlace } from './records/sealed-places.js';

export const OVERDUE = `(q.status = 'ordered' AND q.due_on < (now() AT TIME ZONE (SELECT z.timezone FROM organisations z WHERE z.id = q.org_id))::date)`;
/** An earlier release, which may still run beside this one, keeps no name. */
const SIGNED = `COALESCE(q.signed_name, w.display_name, w.email) AS ordered_by,
  CASE WHEN q.signed_name IS NULL THEN w.npi ELSE q.signed_npi END AS orderer_npi`;
export const COLUMNS = `q.id, q.org_id, q.patient_id, q.case_id, q.number, q.status, q.analytes, q.fasting, q.formulation,
  q.window_from::text AS window_from, q.due_on::text AS due_on, q.drawn_on::text AS drawn_on, q.diagnosis_enc, q.note_enc, q.ordered_at,
  q.canceled_at, q.cancel_reason_enc, q.sent_at, q.version, ${OVERDUE} AS overdue, ${RESULTS_IN} AS results_in,
  ARRAY(SELECT k.panel_id::text FROM lab_order_panels k WHERE k.order_id = q.id ORDER BY k.linked_at, k.panel_id) AS lab_ids,
  jsonb_build_object('id', c.id, 'name', c.name, 'account_number', c.account_number, 'address', c.address, 'phone', c.phone,
    'hours', c.hours) AS laboratory,
  p.user_id AS patient_user_id, COALESCE(p.full_name, u.email) AS patient_name, p.mrn,
  ${SIGNED}, COALESCE(x.display_name, x.email) AS canceled_by`;
export const JOINS = `JOIN patients p ON p.id = q.patient_id JOIN users u ON u.id = p.user_id JOIN users w ON w.id = q.ordered_by
  JOIN lab_connections c ON c.id = q.connection_id LEFT JOIN users x ON x.id = q.canceled_by`;

export type OrderRow = Pick<
  LabOrderRow,
  | 'id'
  | 'org_id'
  | 'patient_id'
  | 'case_id'
  | 'number'
  | 'status'
  | 'analytes'
  | 'fasting'
  | 'formulation'
  | 'window_from'
  | 'due_on'
  | 'drawn_on'
  | 'diagnosis_enc'
  | 'note_enc'
  | 'ordered_at'
  | 'canceled_at'
  | 'cancel_reason_enc'
  | 'sent_at'
  | 'version'
> & {
  overdue: boolean;
  results_in: string[];
  lab_ids: string[];
  laboratory: LabOrderLaboratory;
  patient_user_id: string;
  patient_name: string;
  mrn: string;
  ordered_by: string;
  orderer_npi: string | null;
  canceled_by: string | null;
};

/** An order as it is stored, opened. */
export type StoredOrder = StaffLabOrder & {
  org_id: string;
  patient_user_id: string;
  orderer_npi: string | null;
};

/** As the patient reads it: what is listed here and nothing else. */
export const ownOrder = (order: StoredOrder): LabOrder => ({
  id: order.id,
  number: order.number,
  status: order.status,
  analytes: order.analytes,
  results_in: order.results_in,
  fasting: order.fasting,
  preparation: order.preparation,
  window_from: order.window_from,
  due_on: order.due_on,
  overdue: order.overdue,
  drawn_on: order.drawn_on,
  ordered_at: order.ordered_at,
  laboratory: order.laboratory,
});

export const staffOrder = ({
  org_id: _org,
  patient_user_id: _user,
  orderer_npi: _npi,
  ...order
}: StoredOrder): StaffLabOrder => order;

export function openedOrder(row: OrderRow, cipher: FieldCipher): StoredOrder {
  const { diagnosis_enc, note_enc, cancel_reason_enc, formulation, ...rest } = row;
  const open = (text: string | null, column: Parameters<typeof labOrderPlace>[0]): string | null =>
    text && cipher.decrypt(text, labOrderPlace(column, row.id));
  return {
    ...rest,
    preparation: drawPreparation({ ...rest, formulation }),
    results_in: row.analytes.filter((key) => row.results_in.includes(key)),
    diagnosis_codes: open(diagnosis_enc, 'diagnosis')?.split(' ') ?? [],
    note: open(note_enc, 'note'),
    cancel_reason: open(cancel_reason_enc, 'cancel_reason'),
    ordered_at: row.ordered_at.toISOString(),
    canceled_at: row.canceled_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}
