import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Visit, VisitStatus } from '#common/api/index.js';
import type { Tone } from '#common/vocabulary/index.js';
import { useZone } from '../../shared/session/index.js';
import { Panel, StatusChip } from '../../shared/ui/index.js';
import { dayIn, momentIn } from '../../shared/ui/zones.js';
import { Facts } from '../kit/Facts.js';
import { Quiet } from '../kit/Quiet.js';
import { PROFILE_TEXT } from './text/en.js';

const text = PROFILE_TEXT.visits;
const TONE: Record<VisitStatus, Tone> = {
  in_progress: 'info',
  needs_paperwork: 'neutral',
  completed: 'success',
};

export function VisitsPanel({ visits }: { visits: readonly Visit[] }) {
  const zone = useZone();
  return (
    <Panel title={text.title}>
      {visits.length === 0 ? (
        <Quiet>{text.none}</Quiet>
      ) : (
        <Box
          component="ol"
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 0,
            '& > li + li': { borderTop: 1, borderColor: 'divider', paddingTop: 2, marginTop: 2 },
          }}
        >
          {visits.map((visit) => (
            <li key={visit.appointment_id}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
                <Typography sx={{ fontWeight: 600 }}>{momentIn(visit.started_at, zone)}</Typography>
                <StatusChip tone={TONE[visit.status]}>{text.status[visit.status]}</StatusChip>
              </Box>
              <Box sx={{ marginTop: 1 }}>
                <Facts
                  columnWidth={290}
                  facts={[
                    [text.plan, visit.plan],
                    [
                      text.forms,
                      visit.forms.map((form) => `${form.title}, ${dayIn(form.filled_at, zone)}`).join('\n'),
                    ],
                  ]}
                />
              </Box>
              {visit.note && (
                <Box sx={{ marginTop: 1.5 }}>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {text.note}
                  </Typography>
                  <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {visit.note}
                  </Typography>
                </Box>
              )}
            </li>
          ))}
        </Box>
      )}
    </Panel>
  );
}
