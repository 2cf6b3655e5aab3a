import { useQueries } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import type { Dispense, DispensesResponse, Prescription } from '#common/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { planWaits } from '../orders/lines.js';
import { useRecord } from '../records/useRecord.js';
import { clockOfOrder } from './order-clock.js';
import { FILL_TEXT as words } from './text/en.js';

/** The fills of one order. */
export const fillsQuery = (staff: ReturnType<typeof useStaff>, orderId: string) => ({
  queryKey: ['dispenses', orderId],
  queryFn: ({ signal }: { signal: AbortSignal }) => staff.getFills(orderId, signal),
});

interface FillFactsProps {
  order: Prescription;
  fills: readonly Dispense[];
  pauses: DispensesResponse['pauses'];
  /** The day that is entered. */
  on: string;
  /** The rest of an earlier fill is not early. */
  isRest: boolean;
}

/** Who it is for, what is left to fill, and whether the day is early. */
export function FillFacts({ order, fills, pauses, on, isRest }: FillFactsProps) {
  const staff = useStaff();
  const zone = useZone();
  const { data: detail } = useRecord('cases', order.case_id);
  const living = (detail?.prescriptions ?? []).filter(
    (one) =>
      one.prescription_id !== order.prescription_id &&
      one.formulation === order.formulation &&
      one.prescription_state === 'current' &&
      !planWaits(one),
  );
  const other = useQueries({ queries: living.map((one) => fillsQuery(staff, one.prescription_id)) });
  const others = other.flatMap(({ data }) => data?.dispenses ?? []);
  const clock = clockOfOrder(order, { own: fills, others, pauses, zone });
  const earliest = clock?.earliest_fill_on ?? null;
  return (
    <>
      {detail && <PatientFacts detail={detail} name={order.patient_name} />}
      <Box className="tabular" sx={{ display: 'grid', gap: '2px' }}>
        {clock && (
          <div>{words.left(fills.length ? clock.refills_left : order.refills, fills.length > 0)}</div>
        )}
        {earliest && <div>{words.earliest(formatDate(earliest))}</div>}
        {living.map((one, index) => {
          const last = other[index]?.data?.dispenses.at(-1);
          return (
            <div key={one.prescription_id}>
              {words.other(`${one.drug}, ${one.dose}`, last ? formatDate(last.filled_on) : null)}
            </div>
          );
        })}
      </Box>
      {!isRest && earliest && on && on < earliest && (
        <Notice tone="warning" role="status" title={words.early(formatDate(earliest))}>
          {words.earlyWhat}
        </Notice>
      )}
    </>
  );
}
