import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { DosesResponse, NextDose } from '#common/api/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { ButtonLink, TextLink } from '../../shared/ui/index.js';
import { dateIn, momentIn } from '../../shared/ui/zones.js';
import { dateInWords } from '../kit/in-words.js';
import { useToday } from '../kit/useToday.js';
import { asksAbout } from './missed.js';
import { DOSES_TEXT as text } from './text/en.js';

const LOG = '/trt/patient/doses?log=1';

/** Why there is no next dose. */
export const noNextDose = (doses: DosesResponse): string =>
  doses.emergency_open
    ? text.emergency
    : doses.on_hold
      ? text.onHold
      : doses.order_waits
        ? text.orderWaits
        : doses.in_clinic
          ? text.inClinic
          : text.nextNone;

/** There is no dose to take at home now; one taken before, or given by the clinic, can be logged. */
export const takesNone = (doses: DosesResponse): boolean =>
  doses.on_hold ||
  doses.emergency_open ||
  doses.order_waits ||
  doses.in_clinic ||
  doses.next?.given_in_clinic === true;

/** The next dose in words, or why there is none. */
export function nextInWords(
  doses: DosesResponse,
  { today, day, when }: { today: string; day: string | null; when: string | null },
): string {
  const { next } = doses;
  if (!next || !day || !when) return noNextDose(doses);
  if (next.given_in_clinic) return (day < today ? text.clinicDue : text.clinicNext)(when);
  return (day < today ? text.due : text.next)(text.mg(next.dose), when);
}

/** The next dose and a way to log one; asks about a dose that seems missed. */
export function DoseLine({ doses }: { doses: DosesResponse }) {
  const today = useToday();
  const zone = useZone();
  const { next } = doses;
  const day = next && dateIn(new Date(next.due_at), zone);
  const when = day && dateInWords(day, today);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        paddingTop: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {next && <Missed key={next.due_at} next={next} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' }}>
        <Typography sx={{ flex: '1 1 16rem' }}>{nextInWords(doses, { today, day, when })}</Typography>
        <TextLink to="/trt/patient/doses">{text.all}</TextLink>
        <ButtonLink to={LOG} variant="outlined">
          {takesNone(doses) ? text.log : text.took}
        </ButtonLink>
      </Box>
    </Box>
  );
}

function Missed({ next }: { next: NextDose }) {
  const zone = useZone();
  const queries = useQueryClient();
  const no = useMutation({
    mutationFn: () => api.post('/api/doses/missed', { due_at: next.due_at }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['patient', 'doses'] }),
    onError: (error) => toast.error(actionErrorMessage(error, text.missedFailed)),
  });
  if (no.isSuccess)
    return (
      <Typography role="status">
        {text.missedThanks} <TextLink to="/help/missed-injection">{text.missedHelp}</TextLink>
      </Typography>
    );
  if (!asksAbout(next)) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' }}>
      <Typography sx={{ fontWeight: 600, flex: '1 1 16rem' }}>
        {text.missed(momentIn(next.due_at, zone))}
      </Typography>
      <ButtonLink to={`${LOG}&at=${encodeURIComponent(next.due_at)}`} variant="outlined">
        {text.missedYes}
      </ButtonLink>
      <Button color="inherit" loading={no.isPending} onClick={() => no.mutate()}>
        {text.missedNo}
      </Button>
    </Box>
  );
}
