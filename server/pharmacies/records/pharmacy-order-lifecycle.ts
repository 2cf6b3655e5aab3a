import type { PharmacyOrderStatus } from '#common/vocabulary/pharmacies.js';
import { TransitionTable } from '../../platform/lifecycle/transition-table.js';

/** An order that its pharmacy's program refused or never took can be given again, also to another pharmacy. */
export const PHARMACY_ORDER_LIFECYCLE = new TransitionTable<PharmacyOrderStatus>(
  'order',
  {
    prepared: ['confirmed', 'withdrawn'],
    sending: ['confirmed', 'failed', 'withdrawn'],
    failed: [],
    confirmed: [],
    withdrawn: [],
  },
  {
    prepared: ['waiting for the fax to be confirmed', 'prepared'],
    sending: ['being delivered', 'delivered'],
    failed: ['not delivered', 'given up'],
    confirmed: ['confirmed by the pharmacy', 'confirmed'],
    withdrawn: ['withdrawn', 'withdrawn'],
  },
);
