import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClosingResponse, OpenMatter } from '#common/api/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { closingQuery } from '../data/queries.js';
import { CLOSING_TEXT as text } from './text/closing.js';

/** When the account closes, what it is waiting for, and how to cancel. */
export default function ClosingNotice() {
  const { data } = useQuery(closingQuery);
  const queries = useQueryClient();
  const zone = useZone();
  const keep = useMutation({
    mutationFn: () => api.delete<ClosingResponse>(closingQuery.queryKey[2]),
    onSuccess: (answer) => {
      queries.setQueryData(closingQuery.queryKey, answer);
      toast.success(text.keptDone);
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.failed)),
  });
  if (!data?.closing) return null;
  return (
    <Notice tone="warning" title={text.asked(dayIn(data.closing.closes_at, zone))}>
      <Waits matters={data.waits_for} />
      <Button variant="outlined" loading={keep.isPending} onClick={() => keep.mutate()} sx={{ marginTop: 1 }}>
        {text.keep}
      </Button>
    </Notice>
  );
}

export function Waits({ matters }: { matters: readonly OpenMatter[] }) {
  if (matters.length === 0) return null;
  return (
    <div>
      {text.waitsLead}
      <Box component="ul" sx={{ margin: 0, paddingLeft: '22px' }}>
        {matters.map((matter) => (
          <li key={matter}>{text.waits[matter]}</li>
        ))}
      </Box>
    </div>
  );
}
