import Box from '@mui/material/Box';
import type { InboxResponse } from '#common/api/index.js';
import { TextLink } from '../../shared/ui/index.js';
import { countText, INBOX_TEXT as words } from './text/en.js';
import { useInbox } from './useInbox.js';

/** By urgency, each with a link to the page where it is done. */
const PLACES: readonly (readonly [keyof InboxResponse, string])[] = [
  ['emergencies', '/trt/provider/cases?emergency=1'],
  ['critical_calls', '/trt/provider/labs?view=critical'],
  ['critical_lab_messages', '/trt/provider/lab-messages?view=critical'],
  ['labs', '/trt/provider/labs'],
  ['plans', '/trt/provider/plan-review'],
  ['prescriptions', '/trt/prescriptions?tab=pending'],
  ['refills', '/trt/provider/refills'],
  ['lab_orders', '/trt/provider/lab-orders?view=overdue'],
  ['lab_messages', '/trt/provider/lab-messages'],
  ['lab_reports', '/trt/provider/lab-reports'],
  ['messages', '/trt/provider/messages'],
  ['appointments', '/trt/provider/appointments'],
  ['held_records', '/trt/provider/patients'],
  ['record_openings', '/trt/provider/patients'],
];

/** Someone may be in danger now. */
const URGENT: ReadonlySet<keyof InboxResponse> = new Set([
  'emergencies',
  'critical_calls',
  'critical_lab_messages',
]);

/** What is waiting for the care team, each item one click away. */
export function InboxPanel({ inPanel = false }: { inPanel?: boolean }) {
  const { data } = useInbox();
  // Leave out counts that could not be read: each page reports its own load failures.
  if (!data) return null;
  const parts = PLACES.filter(([part]) => data[part] > 0);
  return (
    <Box {...(!inPanel && { component: 'section' as const, 'aria-label': words.title })}>
      <Box
        component="ul"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', margin: 0, padding: 0 }}
      >
        {parts.map(([part, to]) => (
          <Box
            key={part}
            component="li"
            sx={(theme) => ({
              padding: '6px 12px',
              borderRadius: '8px',
              border: `1px solid ${theme.vars.palette.portal.border}`,
              ...(URGENT.has(part) && {
                backgroundColor: theme.vars.palette.portal.tones.danger.ground,
              }),
            })}
          >
            <TextLink to={to}>{words.parts[part]}</TextLink>{' '}
            <Box component="span" className="tabular" sx={{ fontWeight: 650 }}>
              {countText(data[part])}
            </Box>
          </Box>
        ))}
      </Box>
      {parts.length === 0 && words.none}
    </Box>
  );
}
