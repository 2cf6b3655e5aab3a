import Box from '@mui/material/Box';
import type { EmergencyAdvice } from '../../../../common/api/index.js';
import { EmergencyCard } from './EmergencyCard.js';
import { EMERGENCY_TEXT as text } from './text.js';

/** The form that was sent may have been far down the page. */
const intoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'center' });

/** What to do now, after a text that speaks of an emergency was saved. */
export function SavedEmergency({ advice, onClose }: { advice: EmergencyAdvice; onClose: () => void }) {
  return (
    <Box ref={intoView}>
      <EmergencyCard kind={advice.kind} advice={advice.text} onClose={onClose}>
        {text.seen}
      </EmergencyCard>
    </Box>
  );
}
