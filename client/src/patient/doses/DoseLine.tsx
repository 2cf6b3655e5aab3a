import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DosesResponse, NextDose } from '#common/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { ButtonLink, TextLink } from '../../shared/ui/index.js';
import { dateIn, momentIn } from '../../shared/ui/zones.js';
import { dateInWords } from '../kit/in-words.js';
import { useToday } from '../kit/useToday.js';
import { asksAbout, rememberAsked, wasAsked } from './missed.js';
import { DOSES_TEXT as text } from './text/en.js';

const LOG = '/trt/patient/doses?log=1';

/** Why there is no next dose. */
export const noNextDose = (doses: DosesResponse): string =>
  doses.emergency_open ? text.emergency : doses.on_hold ? text.onHold : text.nextNone;

/** The next dose and a way to log one; asks about a dose that seems missed. */
export function DoseLine({ doses }: { doses: DosesResponse }) {
  const today = useToday();
  const zone = useZone();
  const { next } = doses;
  const day = next && dateIn(new Date(next.due_at), zone);
  const due = day && dateInWords(day, today);
  const passed = day !== null && day < today;
  const none = noNextDose(doses);
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
      {next && asksAbout(next) && <Missed next={next} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' }}>
        <Typography sx={{ flex: '1 1 16rem' }}>
          {next && due ? (passed ? text.due : text.next)(text.mg(next.dose), due) : none}
        </Typography>
        <TextLink to="/trt/patient/doses">{text.all}</TextLink>
        <ButtonLink to={LOG} variant="outlined">
          {doses.on_hold || doses.emergency_open ? text.log : text.took}
        </ButtonLink>
      </Box>
    </Box>
  );
}

function Missed({ next }: { next: NextDose }) {
  const zone = useZone();
  const [answer, setAnswer] = useState<'open' | 'no' | 'before'>(() => (wasAsked(next) ? 'before' : 'open'));
  if (answer === 'before') return null;
  if (answer === 'no')
    return (
      <Typography role="status">
        {text.missedThanks} <TextLink to="/help/missed-injection">{text.missedHelp}</TextLink>
      </Typography>
    );
  const no = () => {
    rememberAsked(next);
    setAnswer('no');
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' }}>
      <Typography sx={{ fontWeight: 600, flex: '1 1 16rem' }}>
        {text.missed(momentIn(next.due_at, zone))}
      </Typography>
      <ButtonLink to={`${LOG}&at=${encodeURIComponent(next.due_at)}`} variant="outlined">
        {text.missedYes}
      </ButtonLink>
      <Button color="inherit" onClick={no}>
        {text.missedNo}
      </Button>
    </Box>
  );
}
