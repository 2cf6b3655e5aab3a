import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Appointment } from '#common/api/index.js';
import { Panel, TextLink } from '../../shared/ui/index.js';
import { momentIn } from '../../shared/ui/zones.js';
import { APPOINTMENTS_TEXT } from '../appointments/text/en.js';
import { appointmentsQuery } from '../data/queries.js';
import { nextVisit } from './next-visit.js';
import { isOnTreatment, type Standing } from './standing.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.visit;

/** The next visit, or the way to the consultation before treatment; nothing while it cannot be known. */
export function VisitCard({ standing, submitted }: { standing: Standing; submitted: boolean }) {
  const { data } = useQuery(appointmentsQuery);
  if (!data) return null;
  const next = nextVisit(data.appointments);
  const before = submitted && !isOnTreatment(standing) && standing !== 'ended' && standing !== 'unstarted';
  if (!next && !before) return null;
  return (
    <Panel title={text.title}>
      {next ? <Visit visit={next} /> : <Typography>{text.consultation}</Typography>}
      <Box sx={{ marginTop: 2 }}>
        <TextLink to="/trt/patient/appointments">{next ? text.see : text.ask}</TextLink>
      </Box>
    </Panel>
  );
}

function Visit({ visit }: { visit: Appointment }) {
  if (visit.status === 'requested' || !visit.starts_at) return <Typography>{text.waiting}</Typography>;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{momentIn(visit.starts_at, visit.timezone)}</Typography>
      <Typography>
        {APPOINTMENTS_TEXT.kind[visit.kind]}
        {visit.provider_name && text.with(visit.provider_name)}
      </Typography>
    </>
  );
}
