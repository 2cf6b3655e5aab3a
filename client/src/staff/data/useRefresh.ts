import { useQueryClient } from '@tanstack/react-query';
import { STAFF_RESOURCES } from './resources.js';

/** Everything staff screens read about patients, the lists and what is beside them: a change in one part shows in all. */
const READS = [
  ...Object.keys(STAFF_RESOURCES),
  'admin-organisations',
  'case-prescriptions',
  'completeness',
  'credentials',
  'curve',
  'dispenses',
  'held-records',
  'inbox',
  'lab-order-draft',
  'patient-plans',
  'pdmp-checks',
  'pending-plans',
  'pharmacy-orders',
  'policy-history',
  'prescription-judgement',
  'record-openings',
  'retention',
  'telemed-bases',
  'timeline',
];

/** A slow list does not keep a finished dialog open longer than this. */
const MAX_WAIT_MS = 3000;

/**
 * After a write: refetches what is on the screen, and the rest when it is opened.
 * A dialog closes after it, so that the next one does not open on a row from before the write.
 */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const refetched = Promise.all(READS.map((name) => client.invalidateQueries({ queryKey: [name] })));
    await Promise.race([refetched, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  };
}
