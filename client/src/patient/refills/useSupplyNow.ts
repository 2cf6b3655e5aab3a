import { useQuery } from '@tanstack/react-query';
import type { PrescriptionSupply } from '#common/api/index.js';
import { firstDoseQuery } from '../data/queries.js';
import { supplyQuery } from '../data/treatment-queries.js';
import { supplyNow } from './supply-now.js';

/** The supply that matters now; null if nothing was filled and treatment has not begun, undefined while unknown. */
export function useSupplyNow(): PrescriptionSupply | null | undefined {
  const { data } = useQuery(supplyQuery);
  const start = useQuery(firstDoseQuery).data?.therapy_start;
  return data && supplyNow(data.prescriptions, start?.assumed === false);
}
