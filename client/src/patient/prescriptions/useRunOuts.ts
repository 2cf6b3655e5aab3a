import { useQuery } from '@tanstack/react-query';
import type { PatientPrescription } from '#common/api/index.js';
import { supplyQuery } from '../data/treatment-queries.js';

/** The orders with the day on which the supply ends by fills and by doses, as My plan shows it. */
export function useRunOuts(orders: readonly PatientPrescription[]): PatientPrescription[] {
  const supply = useQuery(supplyQuery).data?.prescriptions ?? [];
  return orders.map((order) => {
    const known = supply.find((one) => one.prescription_id === order.prescription_id);
    return order.run_out_on && known?.run_out_on ? { ...order, run_out_on: known.run_out_on } : order;
  });
}
