import type { OrderContents } from './order-contents.service.js';
import type { OrderToSend } from './pharmacy-orders.repository.js';

/** An order as a pharmacy's program gets it (docs/integrations.md). */
export function orderMessage(order: OrderContents): string {
  const { prescription, patient, prescriber, clinic } = order;
  return JSON.stringify({
    type: 'pharmacy.order',
    id: order.id,
    number: order.number,
    written_at: prescription.approved_at,
    clinic: { name: clinic.name, phone: clinic.phone, address: clinic.address },
    prescriber: { name: prescriber?.name ?? null, npi: prescriber?.npi ?? null, dea: order.dea },
    patient: {
      name: patient.name,
      birth_date: patient.dob,
      mrn: patient.mrn,
      phone: order.phone,
      state: order.state,
      allergies: order.allergies,
    },
    medication: {
      schedule: 'III',
      product: prescription.formulation,
      drug: prescription.drug,
      dose: prescription.dose,
      frequency: prescription.frequency,
      route: prescription.route,
      directions: prescription.sig,
      quantity: prescription.quantity,
      vial: prescription.vial,
      days_supply: prescription.days_supply,
      refills: prescription.refills,
    },
  });
}

export const withdrawalMessage = ({ id }: Pick<OrderToSend, 'id'>): string =>
  JSON.stringify({ type: 'pharmacy.order_withdrawn', id });
