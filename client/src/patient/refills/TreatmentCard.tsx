import { useQuery } from '@tanstack/react-query';
import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PrescriptionSupply, RefillRequest } from '#common/api/index.js';
import { daysBetween } from '#common/clinical/dates.js';
import { ButtonLink, formatDate, TextLink } from '../../shared/ui/index.js';
import { DoseLine } from '../doses/DoseLine.js';
import { dateInWords } from '../kit/in-words.js';
import { useToday } from '../kit/useToday.js';
import { dosesQuery, refillRequestsQuery, supplyQuery } from '../data/treatment-queries.js';
import { Gates } from './Gates.js';
import { Answer, Meaning, StateWords } from './Requests.js';
import { mayAsk, SUPPLY_TONE, wasFilled } from './supply-now.js';
import { REFILLS_TEXT } from './text/en.js';
import { SUPPLY_TEXT as text } from './text/supply.js';

/** What matters during treatment: how long the medication lasts, what to do about it, and the next dose. */
export default function TreatmentCard({ supply }: { supply: PrescriptionSupply }) {
  const requests = useQuery(refillRequestsQuery).data?.refill_requests ?? [];
  const request = requests.find(({ id }) => id === supply.refill_request_id);
  const last = requests.find((one) => one.prescription_id === supply.prescription_id);
  const doses = useQuery(dosesQuery).data;
  const unfilled = useQuery(supplyQuery).data?.prescriptions.some((one) => !wasFilled(one) && !one.in_clinic);
  const tone = supply.on_hold ? 'warning' : SUPPLY_TONE[supply.state];
  return (
    <Box
      component="section"
      aria-labelledby="treatment-now"
      sx={(theme) => ({
        padding: { xs: 2.5, sm: 3 },
        borderRadius: '12px',
        backgroundColor: theme.vars.palette.portal.tones[tone].ground,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
      })}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          justifyContent: 'space-between',
          gap: 2,
        }}
      >
        <Box sx={{ display: 'grid', gap: 0.75, maxWidth: '58ch', flex: '1 1 20rem' }}>
          <Headline supply={supply} />
          <WhatToDo
            supply={supply}
            request={request}
            refused={last?.state === 'refused' ? last : undefined}
          />
          {unfilled &&
            supply.run_out_on &&
            !supply.on_hold &&
            (supply.goes_on || supply.state !== 'enough') && <Typography>{text.unfilled}</Typography>}
        </Box>
        <Acts supply={supply} />
      </Box>
      <Gates supply={supply} />
      {doses && <DoseLine doses={doses} />}
      <div>
        <TextLink to="/trt/patient/treatment">{text.timeline}</TextLink>
      </div>
    </Box>
  );
}

function Headline({ supply }: { supply: PrescriptionSupply }) {
  const today = useToday();
  const { run_out_on: runOut, state } = supply;
  const out = state === 'past_run_out';
  // On hold nothing is taken, so that what is in hand stays as it is.
  const left = supply.on_hold || !runOut ? supply.days_left : daysBetween(today, runOut);
  const sentence = !runOut
    ? state === 'waiting'
      ? text.atPharmacy
      : text.unknown
    : out
      ? text.ranOut(dateInWords(runOut ?? today, today))
      : text.left(Math.max(0, left ?? 0), supply.doses_left ?? null, supply.doses_short);
  return (
    <>
      <Typography
        id="treatment-now"
        component="h2"
        sx={(theme) => ({
          fontSize: '1.25rem',
          lineHeight: 1.4,
          fontWeight: 600,
          ...(out && { color: theme.vars.palette.portal.tones.danger.ink }),
        })}
      >
        {sentence}
      </Typography>
      <Typography>
        {supply.drug}
        {out || !runOut || supply.on_hold || supply.doses_left === 0 || supply.doses_short
          ? ''
          : `. ${text.runsOut(formatDate(runOut))}`}
      </Typography>
      {supply.open_rest && !supply.on_hold && (
        <Typography>{text.openRest(supply.open_rest.days, formatDate(supply.open_rest.until))}</Typography>
      )}
    </>
  );
}

interface WhatToDoProps {
  supply: PrescriptionSupply;
  request: RefillRequest | undefined;
  /** The last request, if the care team did not approve it. */
  refused: RefillRequest | undefined;
}
function WhatToDo({ supply, request, refused }: WhatToDoProps) {
  const { state, ask_by: askBy, new_prescription_needed: anew } = supply;
  // An open request does not mean that the medication may be taken.
  if (supply.on_hold) return <Typography>{text.held}</Typography>;
  if (request)
    return (
      <Typography>
        <Box component="span" sx={{ fontWeight: 650 }}>
          <StateWords request={request} />.
        </Box>{' '}
        <Meaning request={request} runOut={supply.run_out_on} />
      </Typography>
    );
  if (!supply.run_out_on)
    return <Typography>{state === 'waiting' ? text.atPharmacyWhat : text.unknownWhat}</Typography>;
  const by = askBy && formatDate(askBy);
  if (supply.goes_on)
    return <Typography>{state === 'past_run_out' ? text.ranOutBefore : text.goesOn}</Typography>;
  const what = {
    waiting: text.waiting,
    past_run_out: text.ranOutWhat,
    ask_now: text.askNow,
    can_refill: text.mayAsk(by),
    enough: by ? text.askBy(by) : '',
  }[state];
  return (
    <>
      {refused && (
        <>
          <Typography>
            <Box component="span" sx={{ fontWeight: 650 }}>
              {REFILLS_TEXT.state.refused}.
            </Box>{' '}
            <Meaning request={refused} runOut={supply.run_out_on} />
          </Typography>
          <Answer request={refused} />
        </>
      )}
      {what && <Typography>{what}</Typography>}
      {anew && state !== 'past_run_out' && <Typography>{text.newOrder}</Typography>}
    </>
  );
}

/** The one primary action, and a message to the clinic where waiting is not an option. */
function Acts({ supply }: { supply: PrescriptionSupply }) {
  const asks = mayAsk(supply);
  const urgent = supply.state === 'past_run_out' || supply.on_hold;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {asks && (
        <ButtonLink
          to={`/trt/patient/refill?prescription=${supply.prescription_id}`}
          variant="contained"
          size="large"
          endIcon={<ArrowForwardOutlined />}
        >
          {text.ask}
        </ButtonLink>
      )}
      {supply.refill_request_id && (
        <ButtonLink to="/trt/patient/refill" variant="outlined" size="large">
          {text.request}
        </ButtonLink>
      )}
      {urgent && (
        <ButtonLink
          to="/trt/patient/messages?thread=new"
          variant={asks ? 'outlined' : 'contained'}
          size="large"
        >
          {text.message}
        </ButtonLink>
      )}
    </Box>
  );
}
