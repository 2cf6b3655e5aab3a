import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import type { EmergencyAdvice } from '#common/api/index.js';
import { EmergencyCard } from './EmergencyCard.js';
import { EMERGENCY_TEXT as text } from './text.js';

/** What to do now, after a text that mentions an emergency was saved. */
export function SavedEmergency({ advice, onClose }: { advice: EmergencyAdvice; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The submitted form may have been far down the page.
  useEffect(() => {
    box.current?.scrollIntoView();
  }, [advice]);
  return (
    <Box ref={box} sx={{ scrollMarginTop: 88 }}>
      <EmergencyCard kind={advice.kind} advice={advice.text} onClose={onClose}>
        {text.seen}
      </EmergencyCard>
    </Box>
  );
}
