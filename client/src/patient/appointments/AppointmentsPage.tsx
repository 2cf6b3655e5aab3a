import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Appointment } from '../../../../common/api/index.js';
import { peekDraft } from '../../shared/session/returnTicket.js';
import { Empty, Page, Panel } from '../../shared/ui/index.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { appointmentsQuery } from '../queries.js';
import { AppointmentCard } from './AppointmentCard.js';
import { groupOf, type AppointmentGroup } from './moments.js';
import { REQUEST_KEY, RequestForm } from './RequestForm.js';
import { APPOINTMENTS_TEXT as text } from './text/en.js';

const GROUPS: readonly AppointmentGroup[] = ['upcoming', 'requested', 'past'];

export default function AppointmentsPage() {
  const query = useQuery(appointmentsQuery);
  const [asking, setAsking] = useState(() => peekDraft(REQUEST_KEY) !== undefined);
  const ask = (
    <Button variant="contained" onClick={() => setAsking(true)}>
      {text.ask}
    </Button>
  );
  return (
    <Page title={text.title} lead={text.lead}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={6}>
        {({ appointments }) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
            {asking ? (
              <Panel title={text.ask}>
                <RequestForm onClose={() => setAsking(false)} />
              </Panel>
            ) : (
              appointments.length > 0 && <div>{ask}</div>
            )}
            {appointments.length === 0 && !asking && (
              <Empty title={text.empty} action={ask}>
                {text.emptyHint}
              </Empty>
            )}
            {appointments.length > 0 &&
              GROUPS.map((group) => (
                <Group
                  key={group}
                  group={group}
                  appointments={appointments.filter((one) => groupOf(one) === group)}
                />
              ))}
          </Box>
        )}
      </Loaded>
    </Page>
  );
}

function Group({ group, appointments }: { group: AppointmentGroup; appointments: readonly Appointment[] }) {
  const id = `appointments-${group}`;
  if (appointments.length === 0 && !text.none[group]) return null;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h2" sx={{ marginBottom: 1.5 }}>
        {text.group[group]}
      </Typography>
      {appointments.length === 0 ? (
        <Quiet>{text.none[group]}</Quiet>
      ) : (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 0,
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 2,
          }}
        >
          {appointments.map((one) => (
            <AppointmentCard key={one.appointment_id} appointment={one} />
          ))}
        </Box>
      )}
    </Box>
  );
}
