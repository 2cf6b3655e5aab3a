import { useQuery } from '@tanstack/react-query';
import type { PrescriptionSupply } from '#common/api/index.js';
import { supplyQuery } from '../data/treatment-queries.js';
import { supplyNow } from './supply-now.js';

/** The supply that matters now; null if nothing was filled, undefined while unknown. */
export function useSupplyNow(): PrescriptionSupply | null | undefined {
  const { data } = useQuery(supplyQuery);
  return data && supplyNow(data.prescriptions);
}
