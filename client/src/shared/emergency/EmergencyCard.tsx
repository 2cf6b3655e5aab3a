import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { EMERGENCIES, EMERGENCY_TITLE, type EmergencyKind } from '#common/emergency/emergency-kinds.js';
import { Notice } from '../ui/index.js';
import { EMERGENCY_TEXT as text } from './text.js';

interface EmergencyCardProps {
  kind: EmergencyKind;
  /** The server's advice, when only it detected the emergency. */
  advice?: string;
  /** What else to know, shown under the phone numbers. */
  children?: ReactNode;
  onClose?: () => void;
}

/** What to do now, with the numbers to call. Works without the server. */
export function EmergencyCard({ kind, advice, children, onClose }: EmergencyCardProps) {
  const { call, text: words } = EMERGENCIES[kind];
  const numbers = [...new Set(['911', '988', ...call])];
  return (
    <Notice tone="danger" title={EMERGENCY_TITLE} role="alert" {...(onClose && { onClose })}>
      <Box sx={{ marginTop: 0.5 }}>{advice || words}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1.5 }}>
        {numbers.map((number) => (
          <Button
            key={number}
            href={`tel:${number}`}
            variant={number === '911' || call.includes(number) ? 'contained' : 'outlined'}
            color="error"
            sx={{ minHeight: 44 }}
          >
            {text.call(number)}
          </Button>
        ))}
        <Button href="sms:988" variant="outlined" color="error" sx={{ minHeight: 44 }}>
          {text.text988}
        </Button>
      </Box>
      {children && <Box sx={{ marginTop: 1.5, fontWeight: 600 }}>{children}</Box>}
    </Notice>
  );
}
