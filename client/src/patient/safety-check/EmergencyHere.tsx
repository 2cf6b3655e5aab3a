import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import type { EmergencyKind } from '#common/emergency/emergency-kinds.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import type { Told } from './useTellAtOnce.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';

/** What to do now, shown right where the patient is; the focus stays on the answer. */
export function EmergencyHere({ kind, told }: { kind: EmergencyKind; told?: Told | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no cleanup.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [kind]);
  return (
    <Box ref={box} sx={{ scrollMarginTop: 88, scrollMarginBottom: 88 }}>
      <EmergencyCard kind={kind}>{told && text.told[told]}</EmergencyCard>
    </Box>
  );
}
