import { useQuery } from '@tanstack/react-query';
import { useStaff } from '../data/useStaff.js';
import { useDebounced } from '../lists/useDebounced.js';
import { withOffset, type LabDraft } from './labEntry.js';

/** The hours as the form shows them: as typed, and until then as the patient's dose log says for that draw. */
export function useSinceDose(
  { collected, hours, hoursTyped }: LabDraft,
  patientId: string,
): { hours: string; fromLog: boolean } {
  const staff = useStaff();
  const at = useDebounced(collected);
  const untouched = !hoursTyped && hours === '';
  const { data } = useQuery({
    queryKey: ['since-dose', patientId, at],
    queryFn: ({ signal }) => staff.getSinceDose(patientId, withOffset(at), signal),
    enabled: untouched && !Number.isNaN(Date.parse(at)),
    retry: false,
  });
  // While another time is being typed, the answer for the previous one is none.
  const offered = untouched && at === collected ? (data?.hours ?? null) : null;
  return { hours: offered === null ? hours : String(offered), fromLog: offered !== null };
}
