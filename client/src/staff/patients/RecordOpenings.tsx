import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { actionErrorMessage } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDateTime, Panel, TextLink } from '../../shared/ui/index.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { OPENINGS_TEXT as words } from './text/openings.js';

/** Which of the provider's own patients' records colleagues opened, and why, and which cases they gave to someone else; hidden when there are none. */
export function RecordOpenings() {
  const staff = useStaff();
  const refresh = useRefresh();
  const { data } = useQuery({
    queryKey: ['record-openings'],
    queryFn: ({ signal }) => staff.getRecordOpenings(signal),
  });
  const seen = useMutation({
    mutationFn: (id: string) => staff.openingSeen(id),
    onError: (error) => toast.error(actionErrorMessage(error, words.failed)),
    onSettled: refresh,
  });
  if (!data?.openings.length) return null;
  return (
    <Box sx={{ marginBottom: 2.5 }}>
      <Panel title={words.title}>
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data.openings.map((opening) => (
            <Box
              key={opening.id}
              component="li"
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', paddingBlock: 1 }}
            >
              <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <TextLink to={`/trt/provider/patients/${opening.patient_id}`}>
                  {opening.patient_name}
                </TextLink>
                <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
                  {words.row(opening.by, formatDateTime(opening.at))} {opening.reason}
                </Box>
              </Box>
              <Button
                variant="outlined"
                aria-label={words.seenNamed(opening.patient_name, opening.by)}
                loading={seen.isPending && seen.variables === opening.id}
                onClick={() => seen.mutate(opening.id)}
              >
                {words.seen}
              </Button>
            </Box>
          ))}
        </Box>
      </Panel>
    </Box>
  );
}
