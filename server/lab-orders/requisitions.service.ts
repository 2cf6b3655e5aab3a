import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { sexOf, type Sex } from '#common/intake/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { Documents } from '../documents/documents.repository.js';
import { LabConnections } from '../lab-messages/lab-connections.service.js';
import { Patients } from '../patients/patients.service.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { invalidState, notFound } from '../platform/errors/errors.js';
import type { Download } from '../platform/http/attachment.js';
import { code128 } from '../documents/barcode.js';
import { LabOrdersRepository, type OrderToSend } from './lab-orders.repository.js';
import { controlIdOf, orderMessage } from './order-message.js';
import { requisitionPdf } from './requisition-pdf.js';
import { TEXT } from './text/en.js';

const NOT_ON_FILE = 'not on file';
const SEX_TEXT: Readonly<Record<Sex, string>> = {
  male: 'Male',
  female: 'Female',
  intersex: 'Intersex',
  prefer_not_to_say: NOT_ON_FILE,
};

/** An order as paper and as a message. */
@Injectable()
export class Requisitions {
  constructor(
    private readonly repository: LabOrdersRepository,
    private readonly connections: LabConnections,
    private readonly patients: Patients,
    private readonly documents: Documents,
    private readonly audit: Audit,
  ) {}

  /** For the patient and for staff. */
  async pdf(actor: Actor, id: string): Promise<Download> {
    const order = await this.reached(actor, id);
    if (order.status === 'canceled') throw invalidState(TEXT.orderCanceled);
    const { timezone } = (await this.patients.manyForStaff({ orgId: order.org_id }, [order.patient_id])).get(
      order.patient_id,
    )!;
    const sex = await this.sexOf(order.patient_id);
    const stream = requisitionPdf({
      order,
      barcode: await code128(order.number),
      clinic: order.organisation,
      timezone,
      dob: order.dob,
      sex: sex ? SEX_TEXT[sex] : NOT_ON_FILE,
    });
    await this.record(actor, order, 'pdf');
    return { stream, name: `lab-order-${order.number}.pdf` };
  }

  /** For laboratories that take messages by hand. */
  async message(actor: Actor, id: string): Promise<Download> {
    const order = await this.reached(actor, id);
    const connection = await this.connections.ofOrder(order.connection_id);
    const control = order.status === 'canceled' ? 'CA' : 'NW';
    const message = orderMessage(order, connection, control, await this.sexOf(order.patient_id));
    await this.record(actor, order, 'hl7');
    return { stream: Readable.from([message]), name: `${controlIdOf(order.number, control)}.hl7` };
  }

  /** As answered in the newest signed intake. */
  async sexOf(patientId: string): Promise<Sex | null> {
    const signed = await this.documents.latest(patientId, 'intake');
    return signed && sexOf(signed.data);
  }

  /** Staff those of their organization, patients their own. */
  private async reached(actor: Actor, id: string): Promise<OrderToSend> {
    const order = await this.repository.toSend(id);
    if (!order) throw notFound();
    const own = order.patient_id === actor.patientId;
    if (own) return order;
    if (!holds(actor, ...STAFF_ROLES)) throw notFound();
    await this.patients.forStaff(actor, order.patient_id);
    return order;
  }

  private record(actor: Actor, order: OrderToSend, form: 'pdf' | 'hl7'): Promise<void> {
    return this.audit.record(actor, {
      action: 'lab_order.download',
      target: { type: 'lab_order', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      detail: { form },
      as: order.patient_id === actor.patientId ? ['patient', ...STAFF_ROLES] : STAFF_ROLES,
    });
  }
}
