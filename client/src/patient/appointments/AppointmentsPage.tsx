import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import type { Appointment, EmergencyAdvice } from '#common/api/index.js';
import { SavedEmergency } from '../../shared/emergency/SavedEmergency.js';
import { peekDraft } from '../../shared/session/returnTicket.js';
import { Empty, Page, Panel } from '../../shared/ui/index.js';
import { CardGroup } from '../kit/CardGroup.js';
import { Loaded } from '../kit/Loaded.js';
import { ZoneOffer } from '../kit/ZoneOffer.js';
import { appointmentsQuery } from '../data/queries.js';
import { AppointmentCard } from './AppointmentCard.js';
import { groupOf, type AppointmentGroup } from './moments.js';
import { REQUEST_KEY, RequestForm } from './RequestForm.js';
import { APPOINTMENTS_TEXT as text } from './text/en.js';

const GROUPS: readonly AppointmentGroup[] = ['upcoming', 'requested', 'past'];

export default function AppointmentsPage() {
  const query = useQuery(appointmentsQuery);
  const [asking, setAsking] = useState(() => peekDraft(REQUEST_KEY) !== undefined);
  const [like, setLike] = useState<Appointment>();
  const [advice, setAdvice] = useState<EmergencyAdvice | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = like && panel.current?.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [like]);
  const close = () => {
    setAsking(false);
    setLike(undefined);
  };
  const again = (one: Appointment) => {
    setAsking(true);
    setLike(one);
  };
  const ask = (
    <Button variant="contained" onClick={() => setAsking(true)}>
      {text.ask}
    </Button>
  );
  return (
    <Page title={text.title} lead={text.lead}>
      <ZoneOffer />
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={6}>
        {({ appointments }) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
            {advice && <SavedEmergency advice={advice} onClose={() => setAdvice(null)} />}
            {asking ? (
              <Box ref={panel}>
                <Panel title={text.ask}>
                  <RequestForm like={like} onEmergency={setAdvice} onClose={close} />
                </Panel>
              </Box>
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
                  onAgain={again}
                  onEmergency={setAdvice}
                />
              ))}
          </Box>
        )}
      </Loaded>
    </Page>
  );
}

interface GroupProps {
  group: AppointmentGroup;
  appointments: readonly Appointment[];
  onAgain: (one: Appointment) => void;
  onEmergency: (advice: EmergencyAdvice | null) => void;
}

function Group({ group, appointments, onAgain, onEmergency }: GroupProps) {
  if (appointments.length === 0 && !text.none[group]) return null;
  return (
    <CardGroup id={`appointments-${group}`} title={text.group[group]} none={text.none[group]}>
      {appointments.map((one) => (
        <AppointmentCard
          key={one.appointment_id}
          appointment={one}
          onAgain={() => onAgain(one)}
          onEmergency={onEmergency}
        />
      ))}
    </CardGroup>
  );
}
