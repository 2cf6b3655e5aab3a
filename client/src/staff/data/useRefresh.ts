import { useQueryClient } from '@tanstack/react-query';

/** Everything staff screens read about patients: a change in one part shows in all of them. */
const READS = [
  'cases',
  'inbox',
  'held-records',
  'retention',
  'record-openings',
  'pending-plans',
  'patient-plans',
  'case-prescriptions',
  'prescriptions',
  'dispenses',
  'refills',
  'curve',
  'completeness',
  'timeline',
  'labs',
  'lab-reports',
  'lab-messages',
  'lab-connections',
  'lab-orders',
  'lab-order-draft',
  'pdmp-checks',
  'telemed-bases',
  'credentials',
  'policy-history',
  'patients',
  'appointments',
  'messages',
  'users',
  'organisations',
  'admin-organisations',
  'mails',
  'articles',
  'api-keys',
  'patient-apps',
  'webhooks',
  'pharmacies',
  'pharmacy-orders',
  'webhook-deliveries',
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
