import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { PharmacyOrder } from '#common/api/index.js';
import { orderNumberText } from '#common/order-number.js';
import { isOpenPharmacyOrder, PHARMACY_ORDER_STATUS } from '#common/vocabulary/pharmacies.js';
import { formatDateTime, StatusChip } from '../../shared/ui/index.js';
import { FactList } from '../kit/FactList.js';
import { ruleTitle } from '../kit/words.js';
import { PHARMACY_TEXT as words, resultText } from './text/pharmacy.js';

function factsOf(order: PharmacyOrder): (readonly [string, ReactNode])[] {
  const { pharmacy, channel } = order;
  const tries = channel === 'https';
  const facts: [string, string | null][] = [
    [words.pharmacy, pharmacy.name],
    [words.fax, channel === 'fax' ? pharmacy.fax : null],
    [words.phone, pharmacy.phone],
    [words.given, words.by(order.handed_over_by, formatDateTime(order.handed_over_at))],
    [words.tries, tries ? String(order.attempts) : null],
    [words.lastTry, tries && order.last_result ? resultText(order.last_result) : null],
    [words.keptBack, order.kept_back_by && ruleTitle(order.kept_back_by)],
    [
      words.confirmed,
      order.confirmed_at && words.by(order.confirmed_by ?? words.itself, formatDateTime(order.confirmed_at)),
    ],
    [words.reference, order.reference],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

interface CardProps {
  order: PharmacyOrder;
  onAct: (act: 'confirm' | 'withdraw') => void;
}
/** One order at a pharmacy, and what can be done with it. */
export function PharmacyOrderCard({ order, onAct }: CardProps) {
  const { label, tone } = PHARMACY_ORDER_STATUS[order.status];
  const fax = order.channel === 'fax';
  return (
    <Box sx={{ display: 'grid', gap: 1.5, paddingBottom: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box component="strong" className="tabular">
          {words.number} {orderNumberText(order.number)}
        </Box>
        <StatusChip tone={tone}>{label}</StatusChip>
      </Box>
      <FactList facts={factsOf(order)} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {order.status !== 'withdrawn' && order.status !== 'failed' && (
          <Button
            component="a"
            href={`/files/pharmacy-orders/${order.id}.pdf`}
            download
            size="small"
            variant="outlined"
          >
            {words.file}
          </Button>
        )}
        {isOpenPharmacyOrder(order.status) && (
          <>
            {fax && (
              <Button size="small" variant="contained" onClick={() => onAct('confirm')}>
                {words.confirm}
              </Button>
            )}
            <Button size="small" variant="outlined" color="error" onClick={() => onAct('withdraw')}>
              {words.withdraw}
            </Button>
          </>
        )}
      </Box>
    </Box>
  );
}
