import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { TakenDose } from '#common/api/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Panel } from '../../shared/ui/index.js';
import { amountText } from '../../shared/ui/quantity.js';
import { momentIn } from '../../shared/ui/zones.js';
import { Quiet } from '../kit/Quiet.js';
import { DOSES_TEXT as text } from './text/en.js';

const SHOWN = 30;

export const doseInWords = ({ dose, unit, site }: TakenDose): string =>
  [amountText(dose, text.units[unit]), site].filter(Boolean).join(', ');

export function useRemoveDose(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/api/doses/${id}`),
    onSuccess: () => {
      toast.success(text.removed);
      onDone?.();
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.removeFailed)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['patient'] }),
  });
}

export function DoseList({ doses }: { doses: readonly TakenDose[] }) {
  return (
    <Panel title={text.list}>
      {doses.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBottom: 1 }}>
          <Button component="a" href="/files/doses.pdf" download variant="outlined">
            {text.pdf}
          </Button>
          <Button component="a" href="/files/doses.csv" download variant="outlined">
            {text.csv}
          </Button>
        </Box>
      )}
      {doses.length === 0 ? (
        <Quiet>{text.empty}</Quiet>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {doses.slice(0, SHOWN).map((dose) => (
            <Line key={dose.id} dose={dose} />
          ))}
        </Box>
      )}
    </Panel>
  );
}

function Line({ dose }: { dose: TakenDose }) {
  const when = momentIn(dose.taken_at, useZone());
  const [asks, setAsks] = useState(false);
  const remove = useRemoveDose();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        paddingBlock: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
        <Typography className="tabular" sx={{ fontWeight: 600 }}>
          {when}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{doseInWords(dose)}</Typography>
        {dose.note && <Typography sx={{ overflowWrap: 'anywhere' }}>{dose.note}</Typography>}
      </Box>
      {asks ? (
        <Box role="group" aria-label={text.removeOf(when)} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Typography sx={{ alignSelf: 'center' }}>{text.removeAsk}</Typography>
          <Button
            color="error"
            variant="outlined"
            autoFocus
            loading={remove.isPending}
            onClick={() => remove.mutate(dose.id)}
          >
            {text.removeYes}
          </Button>
          <Button onClick={() => setAsks(false)}>{text.keep}</Button>
        </Box>
      ) : (
        <Button aria-label={text.removeOf(when)} onClick={() => setAsks(true)}>
          {text.remove}
        </Button>
      )}
    </Box>
  );
}
