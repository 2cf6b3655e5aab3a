import { useQueryClient } from '@tanstack/react-query';

/** Everything staff screens read about patients: a change in one part shows in all of them. */
const READS = [
  'case-detail',
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
  'patient',
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
];

/** After a write: refetches what is on the screen, and the rest when it is opened. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(READS.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
